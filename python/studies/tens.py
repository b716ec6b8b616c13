"""The house edge of every game from the same shoes, by the part of them that are tens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common import STYLES, TABLES, TITLES, figure, percent, read, save, swept, table, write

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


def section() -> str:
    """The section of the page."""
    rows = read(NAME)
    at = {int(row["tens"]): row for row in rows}
    shown = (48, 72, 96, 120)
    header = [
        "game",
        *(f"{tens} tens ({percent(tens / int(at[tens]['cards']), 1)}%)" for tens in shown),
        "edge is zero at",
    ]
    body = []
    for game, title in TITLES.items():
        zero = ", ".join(f"{percent(part, 1)}%" for part in crossings(game)) or "none"
        body.append([title, *(f"{float(at[tens][game]):.4f}" for tens in shown), zero])
    low, high = min(at), max(at)

    def falls(game: str, first: int, last: int) -> float:
        """By how many points the edge falls, for each percent of tens."""
        parts = [100 * tens / int(at[tens]["cards"]) for tens in (first, last)]
        return (float(at[first][game]) - float(at[last][game])) / (parts[1] - parts[0])

    slopes = {game: falls(game, 84, 96) for game in TITLES}
    steep, flat = max(slopes, key=lambda game: slopes[game]), min(slopes, key=lambda game: slopes[game])
    if any(len(crossings(game)) != 1 for game in TITLES):
        raise ValueError("the page says that every edge is zero once")
    peaks = {game: max(at, key=lambda tens: float(at[tens][game])) for game in TITLES}
    inner = [game for game in TITLES if peaks[game] != low]
    if len(inner) != len(TITLES) - 2:
        raise ValueError("the page says that two games have no peak")
    others = " and ".join(TITLES[game] for game in TITLES if game not in inner)
    return f"""## The house edge against tens

How do the games differ if all are dealt from the same shoe? `examples/sweeps/tens.toml` takes 24 cards of each value from the ace to the nine and {low} to {high} tens, {len(at)} shoes
for each of {len(TITLES)} games: {len(at) * len(TITLES)} units, solved exactly. With 96 tens the shoe is six decks of 52 cards, with 72 six decks without the cards of rank ten. The
rules are each game's defaults.

**Given:** the composition of a full shoe. The play is the best CDZ- for it.

- More tens than usual favour the player in every game. Each edge is zero at one place.
- Few tens help too, past some point. Coming from many tens the edge rises to a peak and falls again in all games but {others}. In plain blackjack the peak is at {peaks["plain-blackjack"]}
  tens.
- Around the usual shoe (84 to 96 tens) an edge falls fastest in {TITLES[steep]}, by {slopes[steep]:.3f} points for each percent of tens, and slowest in {TITLES[flat]}, by {slopes[flat]:.3f}.

House edges in percent of the initial wager. Zeros lie between two shoes that were valued, on a straight line.

{table(header, body)}

![The house edge of every game against the part of tens]({TABLES.name}/{NAME}.svg)
"""
