"""The strategy charts in colour."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

from shoeproof._printed import chart_notes, code_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: Colours by what is done, those of a report's chart: dark text on light ground. The letters themselves are always shown too.
COLOURS = {
    "stand": "#f6c4bc",
    "hit": "#cde7c8",
    "double": "#ffe38f",
    "split": "#bfd9f5",
    "surrender": "#dccdee",
    "other": "#eee",
}
_CELL = "padding:1px 6px;text-align:center;border:1px solid #999;color:#111"
_HEAD = f"{_CELL};background:#eee"


def _cell(cell: Mapping[str, Any] | None) -> str:
    if cell is None:
        return f'<td style="{_CELL}"></td>'
    colour = COLOURS.get(str(cell["kind"]), COLOURS["other"])
    title = html.escape(str(cell["meaning"]), quote=True)
    return f'<td style="{_CELL};background:{colour}" title="{title}">{html.escape(code_of(cell))}</td>'


def chart_html(charts: Sequence[Mapping[str, Any]]) -> str:
    """The charts as tables: a row per hand, a column per up card and signal. The meaning of a code is its tip."""
    page: list[str] = []
    for chart in charts:
        heads = "".join(f'<th style="{_HEAD}">{html.escape(str(column["head"]))}</th>' for column in chart["columns"])
        lines: list[str] = []
        for section in chart["sections"]:
            lines.append(f'<tr><th style="{_HEAD}">{html.escape(str(section["title"]))}</th>{heads}</tr>')
            for row in section["rows"]:
                found = "".join(_cell(cell) for cell in row["cells"])
                lines.append(f'<tr><th style="{_HEAD}">{html.escape(str(row["hand"]))}</th>{found}</tr>')
        notes = "<br>".join(html.escape(note) for note in chart_notes(chart))
        page.append(
            f"<p><b>{html.escape(str(chart['title']))}</b></p>"
            f'<table style="border-collapse:collapse">{"".join(lines)}</table>'
            f"<p><small>{notes}</small></p>"
        )
    return "".join(page)
