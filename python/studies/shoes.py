"""What is left of a shoe once cards have been dealt: how the edge of the next round is distributed, for every game."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from common import STYLES, TABLES, TITLES, figure, interval, percent, read, save, swept, table, write

if TYPE_CHECKING:
    from pathlib import Path

NAME = "shoes"
DOWN_UNDER = "down-under-shoes"

#: Percentages of the shoes that have at most so large an edge.
QUANTILES = (1, 2, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 98, 99)


def tabulate(work: Path) -> None:
    """A row per game and depth; of Down Under per reading too."""
    import shoeproof  # noqa: PLC0415

    def fresh(game: str, **choices: object) -> tuple[int | None, float]:
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
        choices = {"decks": 6, "dealer_ace": reading}
        dealer = shoeproof.game("pa-685a-down-under", **choices).dealer().rows()
        signals = float(dealer[0]["value_of_signal"]["cdz"]["round"])
        row = {"dealer-ace": reading, "depth": depth, "signals_worth_fresh": percent(signals)}
        rows.append({**row, **_spread(fresh("pa-685a-down-under", **choices), own)})
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


def section() -> str:
    """The section of the page."""
    rows, under = read(NAME), read(DOWN_UNDER)
    depths = list(dict.fromkeys(row["depth"] for row in rows))
    (number,) = {int(row["shoes"]) for row in rows}
    games = list(dict.fromkeys(row["game"] for row in rows))
    by = {(row["game"], row["depth"]): row for row in rows}
    body = []
    for game in games:
        own = [by[game, depth] for depth in depths]
        body.append(
            [
                TITLES[game],
                own[0]["decks"],
                own[0]["fresh"],
                *(row["deviation"] for row in own),
                *(part_with_interval(row) for row in own),
            ]
        )
    header = [
        "game",
        "decks",
        "full shoe",
        *(f"sd, {depth}" for depth in depths),
        *(f"favourable, {depth}" for depth in depths),
    ]
    games_table = table(header, body)
    body = [
        [
            row["dealer-ace"],
            row["depth"],
            row["fresh"],
            row["mean"],
            row["deviation"],
            part_with_interval(row),
            row["mean_if_favourable"],
        ]
        for row in under
    ]
    header = ["`dealer-ace`", "dealt", "full shoe", "mean", "sd", "favourable", "mean edge if favourable"]
    under_table = table(header, body, 2)
    (shoes,) = {int(row["shoes"]) for row in under}
    literal = {row["depth"]: row for row in under if row["dealer-ace"] == "literal"}
    customary = {row["depth"]: row for row in under if row["dealer-ace"] == "customary"}
    deepest = depths[-1]
    if not all(
        float(by[game, one]["deviation"]) < float(by[game, other]["deviation"])
        for game in games
        for one, other in zip(depths, depths[1:])
    ):
        raise ValueError("the page says that every spread grows with the depth")
    ordered = sorted(games, key=lambda game: float(by[game, deepest]["deviation"]))
    return f"""## Shoes that are partly dealt

What is the next round worth once part of the shoe has been dealt? `examples/sweeps/shoes.toml` deals a quarter, a half and three quarters of the shoe at random, {number} shoes for each
game and depth ({number * len(depths) * len(games):,} units); `examples/sweeps/down-under-shoes.toml` does it for {shoes:,} shoes of Down Under, under two readings
({shoes * len(under):,} units). Each edge is computed in floats with a proven error, and the error decides no sign.

**Given:** the number of cards of each value that are left, and nothing of the next round. The player knows these numbers and plays the best CDZ- for them. So this is a limit for players
who count, not what a count wins. The wager is the same from every shoe.

- The edge spreads wider the deeper the shoe is dealt, in every game. With {deepest} dealt its standard deviation is {by[ordered[0], deepest]["deviation"]} points for
  {TITLES[ordered[0]]} and {by[ordered[-1], deepest]["deviation"]} for {TITLES[ordered[-1]]}.
- In Down Under the player sees a signal of the hole card before he acts. From a full shoe the signals are worth {literal[depths[0]]["signals_worth_fresh"]} points to him. He wagers before he sees
  one, so a shoe is favourable if the mean over all signals is.
- With the dealer's ace read literally (`literal`), as by default, the next round favours him in {part_with_interval(literal[depths[0]])}% of the shoes with {depths[0]} dealt, {part_with_interval(literal[depths[1]])}% with
  {depths[1]}, and {part_with_interval(literal[deepest])}% with {deepest}. Under the `customary` reading of the dealer's ace it is {part_with_interval(customary[depths[0]])}%,
  {part_with_interval(customary[depths[1]])}% and {part_with_interval(customary[deepest])}%.

House edges in percent of the initial wager, sd for the standard deviation in points, favourable shoes in percent. In brackets: Wilson's interval with a confidence of 95% for the probability of
a favourable shoe.

{games_table}

Down Under with six decks, the same shoes under both readings:

{under_table}

![How the house edge of the next round is distributed]({TABLES.name}/{NAME}.svg)
"""


def part_with_interval(row: dict[str, str]) -> str:
    """The favourable shoes in percent, with the interval for their probability."""
    hits, number = int(row["favourable"]), int(row["shoes"])
    low, high = interval(hits, number)
    return f"{percent(hits / number, 1)} ({percent(low, 1)} to {percent(high, 1)})"
