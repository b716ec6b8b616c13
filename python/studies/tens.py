"""The house edge of every game from the same shoes, by the part of them that are tens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common import STYLES, TITLES, figure, percent, read, save, swept, write

if TYPE_CHECKING:
    from pathlib import Path

NAME = "tens"


def tabulate(work: Path) -> None:
    """A row per number of tens, a column per game."""
    frame = swept(NAME, work).select("game", "shoe", "house_edge_decimal").collect()
    rows: dict[int, dict[str, str | int]] = {}
    for game, shoe, edge in frame.iter_rows():
        counts = [int(count) for count in shoe.split(" ")]
        row = rows.setdefault(counts[-1], {"tens": counts[-1], "cards": sum(counts)})
        row[game] = percent(edge, 6)
    write(NAME, (rows[tens] for tens in sorted(rows)))


def crossings(game: str) -> list[float]:
    """Parts of tens at which the edge is zero, by straight lines between the shoes valued."""
    found = []
    points = [(int(row["tens"]) / int(row["cards"]), float(row[game])) for row in read(NAME)]
    for (left, one), (right, other) in zip(points, points[1:]):
        if (one < 0) != (other < 0):
            found.append(left + (right - left) * one / (one - other))
    return found


def draw() -> None:
    """A line for each game."""
    rows = read(NAME)
    drawing = figure(8, 5.2)
    panel = drawing.subplots()
    parts = [100 * int(row["tens"]) / int(row["cards"]) for row in rows]
    for game, title in TITLES.items():
        panel.plot(parts, [float(row[game]) for row in rows], label=title, linewidth=1.3, **STYLES[game])
    panel.axhline(0, color="#888888", linewidth=0.8)
    for part, words in ((100 * 72 / 288, "12 of 48"), (100 * 96 / 312, "16 of 52")):
        panel.axvline(part, color="#888888", linewidth=0.8, linestyle=":")
        panel.annotate(words, (part, 0.99), xycoords=("data", "axes fraction"), ha="center", va="top", fontsize=7)
    panel.set_xlabel("tens among the cards of the shoe, %")
    panel.set_ylabel("house edge, % of the initial wager")
    panel.grid(color="#eeeeee")
    panel.legend(frameon=False, fontsize=8)
    save(NAME, drawing)
