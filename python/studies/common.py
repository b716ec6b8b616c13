"""What the studies share: where things lie, sweeps, tables, drawings."""

from __future__ import annotations

import csv
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import polars as pl
    from matplotlib.figure import Figure

ROOT = Path(__file__).resolve().parents[2]
PLANS = ROOT / "examples" / "sweeps"
TABLES = ROOT / "docs" / "studies"

#: Names of games as the page has them.
TITLES = {
    "plain-blackjack": "Plain blackjack",
    "pa-633a-blackjack": "Blackjack, 633a",
    "pa-633a-blackjack-switch": "Blackjack Switch",
    "pa-665a-double-attack": "Double Attack, 665a",
    "ma-double-attack": "Double Attack, Massachusetts",
    "pa-685a-down-under": "Down Under, 685a",
    "spanish-21": "Spanish 21",
    "free-bet": "Free Bet",
    "double-exposure": "Double Exposure",
}

#: A colour and a dash for each game, the same in every drawing.
STYLES = {
    game: {"color": colour, "linestyle": dash}
    for game, colour, dash in zip(
        TITLES,
        ("#000000", "#1f77b4", "#ff7f0e", "#2ca02c", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#17becf"),
        ("-", "-", "-", "-", "--", "-", "-", "-", "-"),
    )
}


def swept(name: str, work: Path) -> pl.LazyFrame:
    """The rows of a committed plan, computed or found where an earlier run left them.

    Raises:
        ValueError: if a unit has no figures.
    """
    import polars as pl  # noqa: PLC0415 - the page is made without it

    import shoeproof  # noqa: PLC0415

    plan = shoeproof.Plan.load(PLANS / f"{name}.toml")
    done = shoeproof.sweep(plan, work / name, progress=True)
    if done.failures:
        raise ValueError(f"{name}: {done.failures}")
    return pl.scan_parquet(shoeproof.to_parquet(work / name) / "**/*.parquet").sort("plan_unit")


def write(name: str, rows: Iterable[dict[str, Any]]) -> None:
    """Puts a table in its place."""
    rows = list(rows)
    TABLES.mkdir(exist_ok=True)
    with (TABLES / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def read(name: str) -> list[dict[str, str]]:
    """A committed table."""
    with (TABLES / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def percent(part: float, places: int = 4) -> str:
    """A part of one in percent, for a table."""
    shown = f"{100 * part:.{places}f}"
    return shown.removeprefix("-") if float(shown) == 0 else shown


def interval(hits: int, of: int) -> tuple[float, float]:
    """Wilson's interval with a confidence of 95% for a probability of which `hits` of `of` samples tell."""
    z = 1.959963984540054
    middle = (hits + z * z / 2) / (of + z * z)
    half = z / (of + z * z) * math.sqrt(hits * (of - hits) / of + z * z / 4)
    return max(0.0, middle - half), min(1.0, middle + half)


def table(header: Sequence[str], rows: Iterable[Sequence[str]], figures: int = 1) -> str:
    """A table of Markdown. Columns from number `figures` on are figures."""
    lines = [" | ".join(header), "|".join("---" if at < figures else "---:" for at in range(len(header)))]
    lines += [" | ".join(row) for row in rows]
    return "\n".join(f"|{line}|" if line.startswith("---") else f"| {line} |" for line in lines)


def figure(width: float, height: float) -> Figure:
    """An empty drawing."""
    import matplotlib as mpl  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    mpl.rcParams.update({"svg.hashsalt": "shoeproof", "svg.fonttype": "none", "font.size": 9})
    return Figure(figsize=(width, height), layout="constrained")


def save(name: str, drawing: Figure) -> None:
    """Puts a drawing in its place: the same bytes each time."""
    drawing.savefig(TABLES / f"{name}.svg", format="svg", metadata={"Date": None, "Creator": None})
