"""Every combination of the options of blackjack under chapter 633a: what each option does, and how they act together."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from common import TABLES, figure, percent, read, save, swept, table, write

if TYPE_CHECKING:
    from pathlib import Path

NAME = "633a-rules"

#: Options in the order of the page.
OPTIONS = (
    "blackjack-pays",
    "soft-17",
    "surrender",
    "hole-card",
    "double",
    "double-after-split",
    "max-hands",
    "hit-split-aces",
    "resplit-aces",
    "even-money",
)


def tabulate(work: Path) -> None:
    """The tables from the sweep: effects, interactions, and figures of the whole."""
    import numpy as np  # noqa: PLC0415

    import shoeproof  # noqa: PLC0415

    frame = swept(NAME, work).collect()
    chosen = shoeproof.game("pa-633a-blackjack").chosen
    values = {}
    for option in OPTIONS:
        own = chosen[f"options.{option}"]
        found = frame[f"options.{option}"].unique(maintain_order=True).to_list()
        values[option] = [own, *(value for value in found if value != own)]
    edges = np.full([len(all_of) for all_of in values.values()], np.nan)
    for row in frame.iter_rows(named=True):
        edges[tuple(values[option].index(row[f"options.{option}"]) for option in OPTIONS)] = row["house_edge_decimal"]
    if np.isnan(edges).any():
        raise ValueError("a combination is missing")
    changes = [(at, to) for at, option in enumerate(OPTIONS) for to in range(1, len(values[option]))]
    effects = {(at, to): edges.take([to], axis=at) - edges.take([0], axis=at) for at, to in changes}
    write("633a-rules-effects", (_effect(values, change, effects[change]) for change in changes))
    pairs = [(one, other) for one, other in itertools.combinations(changes, 2) if one[0] != other[0]]
    write(
        "633a-rules-interactions",
        (_interaction(values, (one, other), _second(effects[one], other)) for one, other in pairs),
    )
    write(NAME, [_whole(edges, {change: effect.flat[0] for change, effect in effects.items()})])


def _second(effect: Any, other: tuple[int, int]) -> Any:  # noqa: ANN401 - arrays
    at, to = other
    return effect.take([to], axis=at) - effect.take([0], axis=at)


def _effect(values: dict[str, list[str]], change: tuple[int, int], of: Any) -> dict[str, str | int]:  # noqa: ANN401
    option = OPTIONS[change[0]]
    return {"option": option, "from": values[option][0], "to": values[option][change[1]], **_spread(of)}


def _interaction(values: dict[str, list[str]], pair: Any, of: Any) -> dict[str, str | int]:  # noqa: ANN401
    (one, one_to), (other, other_to) = pair
    names = OPTIONS[one], OPTIONS[other]
    return {
        "option": names[0],
        "to": values[names[0]][one_to],
        "other": names[1],
        "other_to": values[names[1]][other_to],
        **_spread(of),
    }


def _spread(of: Any) -> dict[str, str | int]:  # noqa: ANN401
    """Over all choices of the other options; the first is the default."""
    return {
        "combinations": of.size,
        "at_default": percent(of.flat[0], 6),
        "mean": percent(of.mean(), 6),
        "least": percent(of.min(), 6),
        "most": percent(of.max(), 6),
    }


def _whole(edges: Any, at_default: dict[tuple[int, int], float]) -> dict[str, str | int]:  # noqa: ANN401
    import numpy as np  # noqa: PLC0415

    axes = range(edges.ndim)
    centred = edges - edges.mean()

    def mean(kept: tuple[int, ...]) -> Any:  # noqa: ANN401
        return centred.mean(axis=tuple(axis for axis in axes if axis not in kept), keepdims=True)

    alone = {axis: mean((axis,)) for axis in axes}
    together = {pair: mean(pair) - alone[pair[0]] - alone[pair[1]] for pair in itertools.combinations(axes, 2)}
    whole = (centred**2).mean()
    added = np.full(edges.shape, edges.flat[0])
    for (axis, to), effect in at_default.items():
        place: list[Any] = [slice(None)] * edges.ndim
        place[axis] = to
        added[tuple(place)] += effect
    wrong = np.abs(added - edges)
    return {
        "combinations": edges.size,
        "edge_at_default": percent(edges.flat[0], 6),
        "least_edge": percent(edges.min(), 6),
        "most_edge": percent(edges.max(), 6),
        "favourable": int((edges < 0).sum()),
        "share_of_single_options": percent(sum((one**2).mean() for one in alone.values()) / whole, 4),
        "share_of_pairs": percent(sum((one**2).mean() for one in together.values()) / whole, 4),
        "mean_error_of_adding": percent(wrong.mean(), 6),
        "most_error_of_adding": percent(wrong.max(), 6),
    }


def name_of(option: str, to: str) -> str:
    """An option's choice as it is written."""
    return f"{option} = {to}"


def draw() -> None:
    """Effects with their range, and interactions at the default."""
    effects, pairs = read("633a-rules-effects"), read("633a-rules-interactions")
    names = [name_of(row["option"], row["to"]) for row in effects]
    places = list(range(len(names)))
    drawing = figure(12, 6.2)
    bars, heat = drawing.subplots(1, 2, width_ratios=[1, 1.15])
    default = [float(row["at_default"]) for row in effects]
    least, most = ([float(row[name]) for row in effects] for name in ("least", "most"))
    bars.hlines(
        places,
        least,
        most,
        color="#888888",
        linewidth=2,
        label="from least to most, over all combinations of the others",
    )
    bars.plot(default, places, "o", color="#1f77b4", label="others at their default")
    bars.axvline(0, color="#cccccc", linewidth=0.8, zorder=0)
    bars.set_yticks(places, names)
    bars.invert_yaxis()
    bars.set_xscale("symlog", linthresh=0.1)
    bars.set_xlim(-1.2, 4)
    ticks = [-1, -0.1, -0.05, 0, 0.05, 0.1, 1]
    bars.set_xticks(ticks, [str(tick) for tick in ticks])
    bars.set_xlabel("change of the house edge, points (logarithmic beyond 0.1)")
    bars.set_title("What one option does")
    bars.legend(loc="lower center", bbox_to_anchor=(0.5, -0.25), frameon=False)
    at = {name: place for place, name in enumerate(names)}
    grid = [[float("nan")] * len(names) for _ in names]
    for row in pairs:
        one, other = at[name_of(row["option"], row["to"])], at[name_of(row["other"], row["other_to"])]
        grid[one][other] = grid[other][one] = float(row["at_default"])
    limit = max(abs(float(row["at_default"])) for row in pairs)
    image = heat.imshow(grid, cmap="RdBu_r", vmin=-limit, vmax=limit)
    for one, line in enumerate(grid):
        for other, value in enumerate(line):
            if abs(value) >= 0.0005:
                heat.text(other, one, f"{value:.3f}".replace("0.", "."), ha="center", va="center", fontsize=6)
    heat.set_xticks(places, names, rotation=90)
    heat.set_yticks(places, [])
    heat.set_title("What two do beyond the sum, others at their default, points")
    drawing.colorbar(image, ax=heat, shrink=0.6)
    save(NAME, drawing)


#: Interactions that the page has.
SHOWN = 12


def section() -> str:
    """The section of the page."""
    (whole,) = read(NAME)
    effects, pairs = read("633a-rules-effects"), read("633a-rules-interactions")
    body = [
        [
            f"`{row['option']}`",
            f"`{row['from']}`",
            f"`{row['to']}`",
            *(row[name] for name in ("at_default", "mean", "least", "most")),
        ]
        for row in effects
    ]
    header = ["option", "default", "changed to", "alone", "mean", "least", "most"]
    effect_table = table(header, (_short(line, 3) for line in body), 3)
    strong = sorted(pairs, key=lambda row: -abs(float(row["at_default"])))[:SHOWN]
    body = [
        [
            f"`{name_of(row['option'], row['to'])}`",
            f"`{name_of(row['other'], row['other_to'])}`",
            *(row[name] for name in ("at_default", "mean", "least", "most")),
        ]
        for row in strong
    ]
    header = ["one change", "another", "alone", "mean", "least", "most"]
    pair_table = table(header, (_short(line, 2) for line in body), 2)
    small = sum(abs(float(row["at_default"])) < 0.001 for row in pairs)
    turning = [row for row in effects if float(row["least"]) < -0.0005 and float(row["most"]) > 0.0005]
    turned = ", ".join(f"`{name_of(row['option'], row['to'])}`" for row in turning) or "none"
    one = strong[0]
    return f"""## Blackjack under 633a: what options do, and do together

`examples/sweeps/633a-rules.toml` solves six decks under every combination of ten options, exactly: {int(whole["combinations"]):,} units. It leaves out no splitting, more than four hands, and two more ways
to deal without a peek. The regulation does not allow all of these choices: `shoeproof games pa-633a-blackjack` says which.

**Given:** a full shoe of six decks. The play is the best CDZ- for each combination.

- House edges go from {_points(whole["least_edge"])}% to {_points(whole["most_edge"])}%. The defaults have {_points(whole["edge_at_default"])}%. {int(whole["favourable"]):,} combinations favour the player.
- Options that act alone make {_points(whole["share_of_single_options"], 2)}% of the variance of the edge over all combinations, pairs of options {_points(whole["share_of_pairs"], 2)}%, and the rest
  is of three options or more.
- A list of rule effects is added up by habit, each measured from the defaults. For these combinations the sum is off by {_points(whole["mean_error_of_adding"], 3)} points in the mean and by
  {_points(whole["most_error_of_adding"], 3)} at most.
- The strongest pair is `{name_of(one["option"], one["to"])}` with `{name_of(one["other"], one["other_to"])}`: {_points(one["at_default"], 4)} points beyond the sum of the two. {small} of {len(pairs)} pairs
  stay below 0.001 points, with the others at their default.
- A change that favours the house under some options and the player under others, by more than 0.0005 points: {turned}.

Changes of the house edge in points. *Alone*: all other options at their default. *Mean*, *least* and *most*: over all combinations of the other options.

{effect_table}

The {SHOWN} strongest of {len(pairs)} interactions. An interaction is what two changes do together beyond the sum of what each does without the other; the columns are as above.

{pair_table}

![What options do, and do together]({TABLES.name}/{NAME}.svg)
"""


def _short(line: list[str], texts: int) -> list[str]:
    return [*line[:texts], *(_points(figure_of) for figure_of in line[texts:])]


def _points(text: str, places: int = 4) -> str:
    """A figure of a table with fewer places."""
    return percent(float(text) / 100, places)
