"""What is left of a shoe once cards have been dealt: how the edge of the next round is distributed, for every game."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from common import STYLES, TITLES, figure, percent, read, save, swept, write

if TYPE_CHECKING:
    from pathlib import Path

NAME = "shoes"
DOWN_UNDER = "down-under-shoes"

#: Percentages of the shoes that have at most so large an edge.
QUANTILES = (1, 2, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 98, 99)


def tabulate(work: Path) -> None:
    """A row per game and depth; of Down Under per reading too."""
    import shoeproof  # noqa: PLC0415

    def fresh(game: str, **choices: str) -> tuple[int | None, float]:
        analysis = shoeproof.game(game, **choices)
        return analysis.decks, -analysis.approximate().ev

    games = swept(NAME, work).collect()
    rows = []
    for (game, depth), own in games.group_by("game", "depth", maintain_order=True):
        rows.append({"game": game, "depth": depth, **_spread(fresh(game), own)})
    write(NAME, rows)
    one = swept(DOWN_UNDER, work).collect()
    rows = []
    for (reading, depth), own in one.group_by("readings.dealer-ace", "depth", maintain_order=True):
        full = fresh("pa-685a-down-under", decks=6, dealer_ace=reading)
        rows.append({"dealer-ace": reading, "depth": depth, **_spread(full, own)})
    write(DOWN_UNDER, rows)


def _spread(fresh: tuple[int | None, float], rows: Any) -> dict[str, str | int | None]:  # noqa: ANN401 - a frame
    edges = sorted(rows["house_edge_decimal"].to_list())
    number = len(edges)
    # The sign of each is proven.
    if min(abs(edge) for edge in edges) <= max(rows["error"].to_list()):
        raise ValueError("an edge may be zero")
    mean = math.fsum(edges) / number
    variance = math.fsum((edge - mean) ** 2 for edge in edges) / (number - 1)
    favourable = [edge for edge in edges if edge < 0]
    won = math.fsum(favourable) / len(favourable) if favourable else None
    return {
        "decks": fresh[0],
        "shoes": number,
        "fresh": percent(fresh[1]),
        "mean": percent(mean),
        "deviation": percent(math.sqrt(variance)),
        "favourable": len(favourable),
        "mean_if_favourable": "" if won is None else percent(won),
        **{f"q{part}": percent(edges[math.ceil(part * number / 100) - 1]) for part in QUANTILES},
    }


def draw() -> None:
    """The part of the shoes with at most so large an edge, a panel for each depth."""
    rows = read(NAME)
    depths = list(dict.fromkeys(row["depth"] for row in rows))
    drawing = figure(11, 4.4)
    panels = drawing.subplots(1, len(depths), sharey=True)
    for panel, depth in zip(panels, depths):
        for row in rows:
            if row["depth"] == depth:
                edges = [float(row[f"q{part}"]) for part in QUANTILES]
                panel.plot(edges, QUANTILES, label=TITLES[row["game"]], linewidth=1.2, **STYLES[row["game"]])
        panel.axvline(0, color="#888888", linewidth=0.8)
        panel.set_title(f"{depth} dealt")
        panel.set_xlim(-6, 6)
        panel.grid(color="#eeeeee")
        panel.set_xlabel("house edge of the next round, % of the initial wager")
    panels[0].set_ylabel("shoes with at most this edge, %")
    panels[0].legend(frameon=False, fontsize=7, loc="upper left")
    save(NAME, drawing)
