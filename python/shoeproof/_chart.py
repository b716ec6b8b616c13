"""The strategy charts in colour."""

from __future__ import annotations

import html
from typing import Any

#: Colours of codes by their first letter, dark text on light ground; the letters themselves are always shown too.
_COLOURS = {"S": "#f2d7d5", "H": "#d5e8d4", "D": "#dae8fc", "P": "#fff2cc", "R": "#e1d5e7"}
_CELL = "padding:1px 6px;text-align:center;border:1px solid #999;color:#111"
_HEAD = f"{_CELL};background:#eee"


def _cell(cell: dict[str, Any] | None) -> str:
    if cell is None:
        return f'<td style="{_CELL}"></td>'
    code = str(cell["code"])
    mark = "*" if cell.get("varies") else ""
    colour = _COLOURS.get(code[:1], "#fff")
    title = html.escape(str(cell["meaning"]), quote=True)
    return f'<td style="{_CELL};background:{colour}" title="{title}">{html.escape(code)}{mark}</td>'


def chart_html(charts: list[dict[str, Any]]) -> str:
    """The charts as tables: a row per hand, a column per up card and signal. The meaning of a code is its tip."""
    page: list[str] = []
    for chart in charts:
        heads = "".join(f'<th style="{_HEAD}">{html.escape(str(column["head"]))}</th>' for column in chart["columns"])
        lines: list[str] = []
        meanings: dict[str, str] = {}
        for section in chart["sections"]:
            lines.append(f'<tr><th style="{_HEAD}">{html.escape(str(section["title"]))}</th>{heads}</tr>')
            for row in section["rows"]:
                found = "".join(_cell(cell) for cell in row["cells"])
                meanings.update({str(cell["code"]): str(cell["meaning"]) for cell in row["cells"] if cell is not None})
                lines.append(f'<tr><th style="{_HEAD}">{html.escape(str(row["hand"]))}</th>{found}</tr>')
        legend = ", ".join(f"{code} {meaning}" for code, meaning in meanings.items())
        page.append(
            f"<p><b>{html.escape(str(chart['title']))}</b></p>"
            f'<table style="border-collapse:collapse">{"".join(lines)}</table>'
            f"<p><small>{html.escape(legend)}</small></p>"
        )
    return "".join(page)
