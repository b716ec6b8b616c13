"""Against which up cards Double Attack's attack wager is made, by what is left of the shoe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common import TABLES, TITLES, figure, percent, read, save, swept, table, write
from shoes import NAME as SHOES

if TYPE_CHECKING:
    from pathlib import Path

NAME = "attack"
IN_SHOES = "attack-in-shoes"
VALUES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
#: Up cards in the order of the page.
UPS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
#: Eight decks without the cards of rank ten.
FULL = (32, 32, 32, 32, 32, 32, 32, 32, 32, 96)
GAMES = ("pa-665a-double-attack", "ma-double-attack")


def tabulate(work: Path) -> None:
    """The numbers of cards of a value with which an up card is attacked, all others as in the full shoe; and how often in sampled shoes."""
    attacked: dict[tuple[int, ...], set[str]] = {}
    for shoe, ups in swept(NAME, work).select("shoe", "attack").collect().iter_rows():
        attacked[tuple(int(count) for count in shoe.split(" "))] = set((ups or "").split())
    rows = []
    for at, value in enumerate(VALUES):
        shoes = {
            shoe[at]: ups for shoe, ups in attacked.items() if shoe[:at] + shoe[at + 1 :] == FULL[:at] + FULL[at + 1 :]
        }
        counts = sorted(shoes)
        for up in UPS:
            made = [count for count in counts if up in shoes[count]]
            if made and [count for count in counts if made[0] <= count <= made[-1]] != made:
                raise ValueError(f"{up} with {value}: attacked with some numbers between others")
            rows.append(
                {
                    "value": value,
                    "up": up,
                    "full": FULL[at],
                    "fewest": counts[0],
                    "most": counts[-1],
                    "attacked_from": made[0] if made else "",
                    "attacked_to": made[-1] if made else "",
                }
            )
    write(NAME, rows)
    frame = swept(SHOES, work).select("game", "depth", "attack").collect()
    rows = []
    for (game, depth), own in frame.group_by("game", "depth", maintain_order=True):
        if game in GAMES:
            attacks = [(ups or "").split() for ups in own["attack"]]
            rows += [
                {
                    "game": game,
                    "depth": depth,
                    "up": up,
                    "shoes": len(attacks),
                    "attacked": sum(up in one for one in attacks),
                }
                for up in UPS
            ]
    write(IN_SHOES, rows)


def draw() -> None:
    """A panel for each value whose number changes: the numbers with which each up card is attacked."""
    rows = read(NAME)
    drawing = figure(11, 5)
    panels = drawing.subplots(2, 5, sharey=True)
    for panel, value in zip(panels.flat, VALUES):
        own = [row for row in rows if row["value"] == value]
        for place, row in enumerate(own):
            fewest, most = int(row["fewest"]), int(row["most"])
            panel.hlines(place, fewest, most, color="#dddddd", linewidth=7)
            if row["attacked_from"]:
                panel.hlines(place, int(row["attacked_from"]), int(row["attacked_to"]), color="#2ca02c", linewidth=7)
        panel.axvline(int(own[0]["full"]), color="#000000", linewidth=0.8, linestyle=":")
        panel.set_yticks(range(len(UPS)), UPS)
        panel.set_title(f"cards of value {value}")
    panels[0][0].invert_yaxis()
    for line in panels:
        line[0].set_ylabel("up card")
    drawing.suptitle(
        "The attack is made (green) with so many cards of one value, the others as in eight decks; dotted: the full shoe"
    )
    save(NAME, drawing)


def section() -> str:
    """The section of the page."""
    rows, sampled = read(NAME), read(IN_SHOES)
    by = {(row["value"], row["up"]): row for row in rows}
    full = [up for up in UPS if _is_made(by["T", up], 96)]
    if full != list(UPS[:7]):
        raise ValueError("the page says which up cards are attacked from the full shoe")
    never = [up for up in UPS if not any(by[value, up]["attacked_from"] for value in VALUES)]
    if never != list(UPS[7:]):
        raise ValueError("the page says which up cards are never attacked")
    body = []
    for value in VALUES:
        cells = [_threshold(by[value, up]) for up in full]
        body.append([f"{value} ({by[value, full[0]]['fewest']} to {by[value, full[0]]['most']})", *cells])
    least = {up: by["T", up]["attacked_from"] for up in full}
    depths = list(dict.fromkeys(row["depth"] for row in sampled))
    made = {(row["game"], row["depth"], row["up"]): row for row in sampled}
    (number,) = {int(row["shoes"]) for row in sampled}
    often = [
        [
            TITLES[game],
            depth,
            *(percent(int(made[game, depth, up]["attacked"]) / number, 1) for up in UPS),
        ]
        for game in GAMES
        for depth in depths
    ]
    deepest = [made[GAMES[0], depths[-1], up] for up in ("2", "9")]
    two, nine = (percent(int(row["attacked"]) / number, 1) for row in deepest)
    shoes = 1 + sum(
        (int(own["most"]) - int(own["fewest"])) // (1 if value == "T" else 2)
        for value, own in ((v, by[v, "2"]) for v in VALUES)
    )
    return f"""## Double Attack's attack wager

Against which up cards is the attack worth making, by what is left of the shoe? `examples/sweeps/attack.toml` starts from eight decks and changes the number of cards of one value at a time
({shoes} units, solved exactly, chapter 665a). The attack is all or nothing, because every payment is linear in it. A row of the result names the up cards that are attacked.

**Given:** the composition of the full shoe, before the up card is dealt. The play is the best CDZ- for it.

- From the full shoe the player attacks 2 to 8. He attacks 9, ten and ace from none of these shoes.
- Tens decide. With all else in place the attack on a 2 needs {least["2"]} of the shoe's 96 tens, on a 3 {least["3"]}, on a 4 {least["4"]}, and on a 5 {least["5"]}. The attack on a 2 is
  the first to go, and it goes with {96 - int(least["2"]) + 1} tens fewer.
- Against 6, 7 and 8 the attack is still made with {by["T", "6"]["fewest"]} tens, half of the shoe's, the fewest valued.
- In sampled shoes of the plan `shoes.toml` with {depths[-1]} dealt ({number} shoes), a 2 is attacked from {two}% and a 9 from {nine}%.

For each value whose number changes, from the fewest to the most valued in brackets: the numbers with which the up card is attacked. The full shoe has 32 cards of each value and 96 tens.
Numbers of values other than ten go in steps of two.

{table(["value", *(f"up {up}" for up in full)], body)}

The part of {number} sampled shoes in percent from which each up card is attacked:

{table(["game", "dealt", *UPS], often, 2)}

![The numbers of cards of one value with which each up card is attacked]({TABLES.name}/{NAME}.svg)
"""


def _is_made(row: dict[str, str], count: int) -> bool:
    return bool(row["attacked_from"]) and int(row["attacked_from"]) <= count <= int(row["attacked_to"])


def _threshold(row: dict[str, str]) -> str:
    """The numbers with which the attack is made, in words."""
    fewest, most, first, last = (int(row[name] or -1) for name in ("fewest", "most", "attacked_from", "attacked_to"))
    if first < 0:
        return "never"
    if (first, last) == (fewest, most):
        return "all"
    if last == most:
        return f"{first} or more"
    return f"{last} or fewer" if first == fewest else f"{first} to {last}"
