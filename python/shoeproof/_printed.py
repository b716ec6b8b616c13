"""Answers as text that fits a terminal."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from shoeproof._exact import counted, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

#: Characters of a line.
WIDTH = 120

#: Characters of a text in a table, and lines of a figure, beyond which it is cut.
_MOST_OF_A_TEXT = 40
_MOST_LINES = 4


def _cell(value: object) -> str | None:
    """A value in a table; ``None`` for one that is a table itself."""
    if isinstance(value, list):
        return None if any(isinstance(one, (dict, list)) for one in value) else " ".join(shown(one) for one in value)
    text = shown(value)
    return text if len(text) <= _MOST_OF_A_TEXT else f"{text[: _MOST_OF_A_TEXT - 1]}…"


def _cells(row: dict[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Names of columns and what stands in them. Names of a table's keys stand behind that of the table."""
    for key, value in row.items():
        if isinstance(value, dict):
            yield from _cells(value, f"{before}{key}.")
        elif (cell := _cell(value)) is not None:
            yield f"{before}{key}", cell


def table(rows: list[dict[str, Any]], columns: Sequence[str] = ()) -> list[list[str]]:
    """Names of columns, then rows: those with something in them, without lists of rows within rows.

    Args:
        rows: them.
        columns: the columns to have, all unless given. One that is a table has its keys, and these stand alone behind a name with a dot.
    """
    cells = [dict(_cells(row)) for row in rows]
    names = list(dict.fromkeys(name for row in cells for name, cell in row.items() if cell))
    heads = {name: name for name in names}
    if columns:
        own = {
            wanted: [name for name in names if name == wanted or name.startswith(f"{wanted.rstrip('.')}.")]
            for wanted in columns
        }
        heads = {
            name: name[len(wanted) :] if wanted.endswith(".") else name for wanted in columns for name in own[wanted]
        }
    return [[*heads.values()], *([row.get(name, "") for name in heads] for row in cells)] if heads else []


def table_lines(cells: list[list[str]], most_rows: int) -> Iterator[str]:
    """A table as lines, as many columns as there is room for. What is left out is counted."""
    few = cells[: most_rows + 1]
    widths = [max(len(row[at]) for row in few) for at in range(len(few[0]))] if few else []
    room, shown_columns = WIDTH, 0
    for width in widths:
        room -= width + 2
        shown_columns += room >= 0
    yield from ("".join(f"  {cell:>{wide}}" for cell, wide in zip(row[:shown_columns], widths)) for row in few)
    left_out = [(len(cells) - len(few), "row"), (len(widths) - shown_columns, "column")]
    words = [counted(number, f"more {what}") for number, what in left_out if number]
    if words:
        yield f"  … {' and '.join(words)}: rows() has all"


def figure_lines(figures: list[tuple[str, str]]) -> Iterator[str]:
    """Names and figures as lines, side by side. A long figure takes several."""
    width = max((len(name) for name, _ in figures), default=0)
    behind = " " * (width + 4)
    for name, figure in figures:
        yield from textwrap.wrap(
            figure,
            WIDTH,
            initial_indent=f"  {name:{width}}  ",
            subsequent_indent=behind,
            break_on_hyphens=False,
            max_lines=_MOST_LINES,
            placeholder=" …",
        )


def chart_lines(chart: Mapping[str, Any]) -> Iterator[str]:
    """A strategy chart as letters: a line per hand, a column per up card and signal."""
    heads = [str(column["head"]) for column in chart["columns"]]
    cells = [cell for section in chart["sections"] for row in section["rows"] for cell in row["cells"] if cell]
    wide = 2 + max(len(text) for text in [*heads, *(code_of(cell) for cell in cells)])
    hand = max(len(str(row["hand"])) for section in chart["sections"] for row in section["rows"])
    hand = max(hand, *(len(str(section["title"])) for section in chart["sections"]))
    yield f"  {chart['title']}"
    for section in chart["sections"]:
        yield f"  {section['title']:<{hand}}" + "".join(f"{head:>{wide}}" for head in heads)
        for row in section["rows"]:
            yield f"  {row['hand']:>{hand}}" + "".join(
                f"{code_of(cell) if cell else '':>{wide}}" for cell in row["cells"]
            )
    for note in chart_notes(chart):
        yield from textwrap.wrap(note, WIDTH, initial_indent="  ", subsequent_indent="  ")


#: Letters by what is done.
LETTERS = {"stand": "S", "hit": "H", "double": "D", "split": "P", "surrender": "R"}


def code_of(cell: Mapping[str, Any]) -> str:
    """The letters of a cell, with a dagger where some hands of its row are played otherwise: a star marks up cards."""
    return f"{cell['code']}{'†' if cell.get('varies') else ''}"


def chart_notes(chart: Mapping[str, Any]) -> list[str]:
    """What the letters of a chart mean, and what else it notes."""
    cells = [cell for section in chart["sections"] for row in section["rows"] for cell in row["cells"] if cell]
    kinds = {cell["kind"] for cell in cells}
    codes = [str(cell["code"]) for cell in cells]
    notes = [", ".join(f"{letter} {kind}" for kind, letter in LETTERS.items() if kind in kinds)]
    if any(code[1:2].islower() for code in codes):
        notes.append("Second letter: what to do where the first is not allowed (h hit, s stand).")
    if any("/" in code for code in codes):
        notes.append("After a stroke: what to do with three or more cards.")
    if any(cell.get("varies") for cell in cells):
        notes.append("†: some hands of the row are played otherwise; exceptions has them.")
    return [*(note for note in notes if note), *chart["notes"]]
