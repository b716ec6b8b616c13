"""Against which up cards Double Attack's attack wager is made, by what is left of the shoe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common import figure, read, save, swept, write
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
