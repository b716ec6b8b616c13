"""What the verbs answer."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any, ClassVar

from shoeproof import _exact
from shoeproof._chart import chart_html
from shoeproof._printed import chart_lines, figure_lines, table, table_lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    import pandas as pd
    import polars as pl

#: Rows that are printed of a long answer.
_MOST_ROWS = 60


class Answer:
    """The answer to a question. Its figures are attributes, and items of :meth:`to_dict`.

    Example:
        >>> import shoeproof
        >>> solved = shoeproof.game("plain-blackjack", decks=1).solve(variance="without")
        >>> solved.ev == solved.to_dict()["ev"]
        True
    """

    #: The member that is a list of rows, for tables.
    _rows: ClassVar[str | None] = None

    #: The columns that are printed; all that there is room for unless given.
    _printed: ClassVar[tuple[str, ...]] = ()

    def __init__(self, json: str) -> None:
        """Reads an answer as the command line's ``--json`` prints it."""
        self._json = json
        value = _exact.read(json)
        self._data: dict[str, Any] = value if isinstance(value, dict) else {"rows": value}

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - a figure of any kind
        if not name.startswith("_") and name in self._data:
            return self._data[name]
        raise AttributeError(f"{type(self).__name__} has no figure {name!r}: it has {', '.join(self._data)}")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._data]

    def __getstate__(self) -> str:
        return self._json

    def __setstate__(self, json: str) -> None:
        self.__init__(json)  # type: ignore[misc]

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Answer) and self._json == other._json

    def __hash__(self) -> int:
        return hash(self._json)

    def to_dict(self) -> dict[str, Any]:
        """All figures; exact values are fractions."""
        value = _exact.read(self._json)
        return value if isinstance(value, dict) else {"rows": value}

    def to_json(self) -> str:
        """The answer as the command line's ``--json`` prints it."""
        return self._json

    def rows(self) -> list[dict[str, Any]]:
        """The rows of the answer's table; one row where it has none."""
        rows = self._data.get(self._rows) if self._rows else None
        return [dict(row) for row in rows] if rows is not None else [self.to_dict()]

    def _columns(self) -> dict[str, list[Any]]:
        rows = [_exact.flat(row) for row in self.rows()]
        names = dict.fromkeys(name for row in rows for name in row)
        return {name: [row.get(name) for row in rows] for name in names}

    def to_polars(self) -> pl.DataFrame:
        """The rows as a polars frame. A fraction is a text, beside its nearest float in ``NAME_decimal``."""
        import polars as pl  # noqa: PLC0415 - installed only by those who want it

        return pl.DataFrame(self._columns(), strict=False)

    def to_pandas(self) -> pd.DataFrame:
        """The rows as a pandas frame. A fraction is a text, beside its nearest float in ``NAME_decimal``."""
        import pandas as pd  # noqa: PLC0415

        return pd.DataFrame(self._columns())

    def _lines(self) -> Iterator[tuple[str, str]]:
        for name, value in self._data.items():
            if name != self._rows and (shown := _exact.shown(value)):
                yield name, shown

    def _table(self) -> list[list[str]]:
        """Names of columns, then rows."""
        return table(self.rows(), self._printed) if self._rows else []

    def __repr__(self) -> str:
        """The figures, then the rows, aligned."""
        lines = [*figure_lines(list(self._lines())), *table_lines(self._table(), _MOST_ROWS)]
        return "\n".join([type(self).__name__, *lines])

    def _repr_html_(self) -> str:
        cell = "padding:2px 8px;text-align:right"
        lines = "".join(
            f'<tr><th style="{cell};text-align:left">{html.escape(name)}</th><td style="{cell}">{html.escape(shown)}</td></tr>'
            for name, shown in self._lines()
        )
        page = f"<table>{lines}</table>" if lines else ""
        cells = self._table()
        if cells:
            head = "".join(f'<th style="{cell}">{html.escape(name)}</th>' for name in cells[0])
            body = "".join(
                "<tr>" + "".join(f'<td style="{cell}">{html.escape(one)}</td>' for one in row) + "</tr>"
                for row in cells[1 : _MOST_ROWS + 1]
            )
            page += f"<table><tr>{head}</tr>{body}</table>"
        return page


class Solved(Answer):
    """The base game under a strategy class, per unit of initial wager, insurance left out."""

    _rows = "by_up_card"
    analysis: str
    game: str
    decks: int | None
    strategy: str
    ev: Fraction
    house_edge: Fraction
    std_dev: float | None
    variance: Fraction | None
    element_of_risk: Fraction
    average_wager: Fraction
    by_up_card: list[dict[str, Any]]
    readings: dict[str, str]
    options: dict[str, str]
    conforming: bool
    deviations: list[str]


class Bracketed(Answer):
    """Two values that the EV of perfect play is proven to lie between."""

    ev: dict[str, Fraction]


class PerfectSizes(Answer):
    """How much there is to solve for perfect play."""

    _rows = "rows"


class Inspected(Answer):
    """The exact EV of each action in one decision."""

    analysis: str
    strategy: str
    hand: list[str]
    up: str
    signal: str
    actions: dict[str, Fraction]
    best: str
    costs: dict[str, dict[str, Fraction]]

    def rows(self) -> list[dict[str, Any]]:
        """One row an action, with what it costs if it is worth less than the best."""
        none: dict[str, Fraction] = {}
        costs = [self.costs.get(action, none) for action in self.actions]
        return [
            {
                "action": action,
                "ev": ev,
                "cost": cost.get("per_hand"),
                "cost_per_100_rounds": cost.get("per_100_rounds"),
            }
            for (action, ev), cost in zip(self.actions.items(), costs)
        ]

    def _lines(self) -> Iterator[tuple[str, str]]:
        return ((name, shown) for name, shown in super()._lines() if name not in {"actions", "costs"})

    def _table(self) -> list[list[str]]:
        return table(self.rows(), self._printed)


class InspectedSwitch(Answer):
    """What keeping and switching the second cards of two hands are worth."""

    analysis: str
    strategy: str
    up: str
    best: str
    gain: Fraction
    keep: dict[str, Any]
    switch: dict[str, Any]

    def rows(self) -> list[dict[str, Any]]:
        """One row for keeping and one for switching, with the EV of each hand."""
        both = (("keep", self.keep), ("switch", self.switch))
        return [
            {
                "choice": name,
                "hands": " ".join(",".join(one["hand"]) for one in pair["hands"]),
                "ev": pair["ev"],
                "first": pair["hands"][0]["ev"],
                "second": pair["hands"][1]["ev"],
            }
            for name, pair in both
        ]

    def _lines(self) -> Iterator[tuple[str, str]]:
        return ((name, shown) for name, shown in super()._lines() if name not in {"keep", "switch"})

    def _table(self) -> list[list[str]]:
        return table(self.rows(), self._printed)


class StrategyCharts(Answer):
    """A strategy as the charts of the field, one for each signal. In a notebook they are in colour."""

    _rows = "cells"
    strategy: str
    charts: list[dict[str, Any]]
    exceptions: list[dict[str, Any]]

    def rows(self) -> list[dict[str, Any]]:
        """One row a cell."""
        return [
            {"up": column["up"], "signal": column["signal"], "section": section["title"], "hand": row["hand"], **cell}
            for chart in self.charts
            for section in chart["sections"]
            for row in section["rows"]
            for column, cell in zip(chart["columns"], row["cells"])
            if cell is not None
        ]

    def __repr__(self) -> str:
        """The charts in the field's letters."""
        return "\n".join(
            [f"{type(self).__name__} of {self.strategy}", *(line for one in self.charts for line in chart_lines(one))]
        )

    def _repr_html_(self) -> str:
        return chart_html(self.charts)


class DealerEnds(Answer):
    """How the dealer's hand ends by up card and signal, and what the signals are worth."""

    _rows = "rows"
    _printed = ("up", "signal", "outcomes.", "probability", "worth")


class SideWagers(Answer):
    """Every side wager under each paytable and reading, per unit of the wager."""

    _rows = "rows"
    _printed = ("id", "paytable", "reading", "chosen", "ev", "std_dev", "hit_frequency")


class Compared(Answer):
    """House edges of analyses side by side."""

    _rows = "rows"
    _printed = ("analysis", "decks", "conforming", "house_edge")


class Comparison(Answer):
    """Analyses side by side in full: edges, what differs, and what each choice does alone."""

    _rows = "rule_effects"
    title: str
    analyses: list[dict[str, Any]]
    differences: list[dict[str, Any]]
    cells: list[dict[str, Any]]
    wagers: list[dict[str, Any]]
    rule_effects: list[dict[str, Any]]


class Reconciled(Answer):
    """Which combinations of choices give a published house edge."""

    _rows = "explanations"
    combinations: int
    inside: int
    explanations: list[dict[str, Any]]
    near_misses: list[dict[str, Any]]


class CheckedClaims(Answer):
    """A submitter's figures beside the exact ones."""

    _rows = "claims"


class Simulated(Answer):
    """Rounds dealt with real cards, and their figures beside the exact ones."""

    _rows = "figures"
    rounds: int


class CutCardEffects(Answer):
    """What a cut card does to the house edge, as an estimate with its standard error."""


class Exposure(Answer):
    """What a player who counts knows of the next round."""

    analysis: str
    strategy: str
    counted_by: str
    cards: int
    most_seen: int
    ev: Fraction
    house_edge: Fraction
    depths: list[dict[str, Any]]

    def rows(self) -> list[dict[str, Any]]:
        """One row a number of cards seen and a count."""
        return [
            {"seen_from": depth["seen"][0], "seen_to": depth["seen"][1], **row}
            for depth in self.depths
            for row in depth["rows"]
        ]


class ValuedStrategy(Answer):
    """What a stated strategy is worth, and the rows that the best chart plays otherwise."""

    _rows = "otherwise"
    analysis: str
    ev: Fraction
    house_edge: Fraction
    average_wager: Fraction
    element_of_risk: Fraction
    best_ev: Fraction
    cost: Fraction
    by_up_card: list[dict[str, Any]]
    otherwise: list[dict[str, Any]]


class Followed(Answer):
    """What a player is worth who wagers on a box where another calls the decisions."""

    ev: Fraction
    house_edge: Fraction
    caller_house_edge: Fraction


class Approximated(Answer):
    """The EV of zero-memory play in floats with a proven error."""

    _rows = "by_up_card"
    ev: float
    error: float


class Certified(Answer):
    """A report that has been written."""

    id: str
    title: str
    dir: str
    files: int


class Verified(Answer):
    """The verdict on a report folder."""

    verdict: str


class Games(Answer):
    """The games of the catalogue."""

    _rows = "rows"
    _printed = ("game", "title", "decks")


class GameChoices(Answer):
    """What a game leaves open."""

    game: str
    title: str
    decks: list[int]
    options: list[dict[str, Any]]
    readings: list[dict[str, Any]]


class SweepDone(Answer):
    """What a sweep did."""

    units: int
    found: int
    computed: int
    replaced: int
    failures: dict[str, int]
    results: list[str]
