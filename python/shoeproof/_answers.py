"""What the verbs answer."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from shoeproof import _exact
from shoeproof._chart import chart_html
from shoeproof._printed import chart_lines, figure_lines, table, table_lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    import pandas as pd
    import polars as pl
    from typing_extensions import Self

#: Figures by name, and several of such.
Figures = Mapping[str, Any]
Rows = Sequence[Figures]

#: Rows that are printed of a long answer.
_MOST_ROWS = 60


class Answer:
    """The answer to a question. Its figures are attributes, and items of :meth:`to_dict`.

    An exact value is a ``Fraction``. An estimate, or another decimal beside no fraction, is a float; :meth:`to_json` has all its digits.

    It does not change, nor do the tables and lists in it: those of :meth:`to_dict` are the caller's own. A figure that was not asked
    for, or that its game does not have, is no attribute (``AttributeError``), unless the class says ``None``.

    Example:
        >>> import shoeproof
        >>> solved = shoeproof.game("plain-blackjack", decks=1).solve(variance="without")
        >>> solved.ev == solved.to_dict()["ev"]
        True
        >>> hasattr(solved, "actions")
        False
    """

    __slots__ = ("_data", "_json")

    #: The member that is a list of rows, for tables.
    _rows: ClassVar[str | None] = None

    #: The columns that are printed; all that there is room for unless given.
    _printed: ClassVar[tuple[str, ...]] = ()

    _json: str
    _data: Mapping[str, Any]

    def __init__(self, json: str) -> None:
        """Reads an answer as the command line's ``--json`` prints it."""
        object.__setattr__(self, "_json", json)
        object.__setattr__(self, "_data", _exact.read_only(json))

    # A type checker that saw these would take any name for a figure.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - a figure of any kind
            if not name.startswith("_") and name in self._data:
                return self._data[name]
            raise AttributeError(f"this {type(self).__name__} has no figure {name!r}: it has {', '.join(self._data)}")

        def __setattr__(self, name: str, value: object) -> NoReturn:
            raise AttributeError(f"{name!r} cannot be set: an answer does not change")

        def __delattr__(self, name: str) -> NoReturn:
            raise AttributeError(f"{name!r} cannot be deleted: an answer does not change")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._data]

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._json,)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Answer) and self._json == other._json

    def __hash__(self) -> int:
        return hash(self._json)

    def to_dict(self) -> dict[str, Any]:
        """A copy of all figures: exact values are fractions, decimals floats."""
        value = _exact.read(self._json)
        return value if isinstance(value, dict) else {"rows": value}

    def to_json(self) -> str:
        """The answer as the command line's ``--json`` prints it."""
        return self._json

    def rows(self) -> list[dict[str, Any]]:
        """The rows of the answer's table, each a dictionary of the caller's own; one row where it has none."""
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
    """The base game under a strategy class, insurance left out, per unit of initial wager: of both together where there are two."""

    __slots__ = ()
    _rows = "by_up_card"
    analysis: str
    game: str
    decks: int | None
    strategy: str
    unit: str
    ev: Fraction
    house_edge: Fraction
    rtp: Fraction
    std_dev: float | None
    variance: Fraction | None
    element_of_risk: Fraction
    average_wager: Fraction
    by_up_card: Rows
    conforming: bool
    deviations: Sequence[str]
    insurance: Figures | None
    options: Mapping[str, str]
    readings: Mapping[str, str]
    actions: Rows
    actions_after_split: Rows
    distribution: Figures
    effects_of_removal: Rows
    perfect_bracket: Figures
    spots: Figures


class Bracketed(Answer):
    """Two values that the EV of perfect play is proven to lie between.

    ``ev`` and ``house_edge`` are parts of one; ``house_edge_percent`` is the house edge in percent of a wager.
    """

    __slots__ = ()
    ev: Mapping[str, Fraction]
    house_edge_percent: Mapping[str, Fraction]

    @property
    def house_edge(self) -> dict[str, Fraction]:
        """The house edge lies between these, ``low`` and ``high``, as parts of one."""
        return {"low": -self.ev["high"], "high": -self.ev["low"]}


class PerfectSizes(Answer):
    """How much there is to solve for perfect play."""

    __slots__ = ()
    _rows = "rows"


class Inspected(Answer):
    """The exact EV of each action in one decision."""

    __slots__ = ()
    analysis: str
    strategy: str
    hand: Sequence[str]
    up: str
    signal: str
    best: str
    actions: Mapping[str, Fraction]
    costs: Mapping[str, Figures]
    holes: Sequence[str]
    other: Sequence[str]
    attack: bool
    frequency: Fraction

    def rows(self) -> list[dict[str, Any]]:
        """One row an action, with what it costs if it is worth less than the best."""
        none: dict[str, Fraction] = {}
        costs = [self.costs.get(action, none) for action in self.actions]
        return [
            {
                "action": action,
                "ev": ev,
                "cost": cost.get("per_hand"),
                "cost_per_100_hands": cost.get("per_100_hands"),
            }
            for (action, ev), cost in zip(self.actions.items(), costs)
        ]

    def _lines(self) -> Iterator[tuple[str, str]]:
        return ((name, shown) for name, shown in super()._lines() if name not in {"actions", "costs"})

    def _table(self) -> list[list[str]]:
        return table(self.rows(), self._printed)


class InspectedSwitch(Answer):
    """What keeping and switching the second cards of two hands are worth."""

    __slots__ = ()
    analysis: str
    strategy: str
    up: str
    best: str
    gain: Fraction
    holes: Sequence[str]
    keep: Figures
    may_be_switched: bool
    switch: Figures
    signal: str

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

    __slots__ = ()
    _rows = "cells"
    strategy: str
    charts: Rows
    exceptions: Rows
    attack: Sequence[str]
    doubled_given_up: Rows
    even_money: bool
    insured: Sequence[str]
    split_aces_given_up: Rows
    switches: Rows

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

    __slots__ = ()
    _rows = "rows"
    _printed = ("up", "signal", "outcomes.", "probability", "worth")


class SideWagers(Answer):
    """Every side wager under each paytable and reading, per unit of the wager."""

    __slots__ = ()
    _rows = "rows"
    _printed = ("id", "paytable", "reading", "chosen", "ev", "std_dev", "hit_frequency")


class Compared(Answer):
    """House edges of analyses side by side. Printed, each has a number and its title, since an id does not tell what was set."""

    __slots__ = ()
    _rows = "rows"
    _printed = ("number", "analysis", "decks", "conforming", "house_edge")

    def _lines(self) -> Iterator[tuple[str, str]]:
        return ((str(number), row["title"]) for number, row in enumerate(self.rows(), 1))

    def _table(self) -> list[list[str]]:
        return table([{"number": number, **row} for number, row in enumerate(self.rows(), 1)], self._printed)


class Comparison(Answer):
    """Analyses side by side in full: edges, what differs, and what each choice does alone."""

    __slots__ = ()
    _rows = "rule_effects"
    title: str
    analyses: Rows
    cells: Rows
    differences: Rows
    rule_effects: Rows
    software: Figures
    wagers: Rows


class Reconciled(Answer):
    """Which combinations of choices give a published house edge."""

    __slots__ = ()
    _rows = "explanations"
    analysis: str
    of: str
    published: str
    between_ends: int
    by_column: Rows
    combinations: int
    effects: Rows
    explanations: Rows
    high: Fraction
    inside: int
    largest: Figures | None
    low: Fraction
    most_changes: int | None
    near_misses: Rows
    searched: Rows
    smallest: Figures | None
    unsolved: Rows


class CheckedClaims(Answer):
    """A submitter's figures beside the exact ones."""

    __slots__ = ()
    _rows = "claims"
    analysis: str
    claims: Rows
    matches: int
    rounding_slips: int
    source: str | None
    wrong: int


class Simulated(Answer):
    """Rounds dealt with real cards, and their figures beside the exact ones."""

    __slots__ = ()
    _rows = "figures"
    analysis: str
    game: str
    decks: int | None
    strategy: str
    ev: float
    distribution: Mapping[str, int]
    figures: Rows
    not_compared: Sequence[str]
    rounds: int
    seed: int
    shuffled: str
    standard_error: float
    submission_sha256: str
    verdict: Figures
    cut_card: Figures

    @property
    def house_edge(self) -> float:
        """The house edge of these rounds, with the same standard error."""
        return -self.ev


class CutCardEffects(Answer):
    """What a cut card does to the house edge, as an estimate with its standard error."""

    __slots__ = ()
    analysis: str
    burned: str
    strategy: str
    by_depth: Rows
    cards: int
    cut_card: Figures
    deviations: Sequence[str]
    fresh: Figures
    players: int
    seed: int
    shoes: int
    shoes_valued: int
    submission_sha256: str
    at_discretion: Figures
    continuous_shuffler: Figures
    deepest: Figures

    @property
    def house_edge(self) -> float:
        """The house edge with the cut card: an estimate."""
        edge: float = self.cut_card["house_edge"]
        return edge


class Exposure(Answer):
    """What a player who counts knows of the next round."""

    __slots__ = ()
    analysis: str
    strategy: str
    ev: Fraction
    house_edge: Fraction
    cards: int
    cards_of_a_deck: int
    count: Figures
    counted_by: str
    depths: Rows
    most_seen: int
    submission_sha256: str
    penetrations: Rows
    ratings: Rows
    tags: Rows
    trigger: int
    wagers: Rows

    def rows(self) -> list[dict[str, Any]]:
        """One row a number of cards seen and a count."""
        return [
            {"seen_from": depth["seen"][0], "seen_to": depth["seen"][1], **row}
            for depth in self.depths
            for row in depth["rows"]
        ]


class ValuedStrategy(Answer):
    """What a stated strategy is worth, and the rows that the best chart plays otherwise."""

    __slots__ = ()
    _rows = "otherwise"
    analysis: str
    ev: Fraction
    house_edge: Fraction
    rtp: Fraction
    element_of_risk: Fraction
    average_wager: Fraction
    best_ev: Fraction
    by_up_card: Rows
    cost: Fraction
    otherwise: Rows
    strategy_sha256: str
    submission_sha256: str
    by_count: Figures
    distribution: Figures
    index_plays: Rows
    insurance: Figures
    std_dev: Figures


class Followed(Answer):
    """What a player is worth who wagers on a box where another calls the decisions."""

    __slots__ = ()
    analysis: str
    game: str
    caller: str
    ev: Fraction
    house_edge: Fraction
    by_up_card: Rows
    caller_ev: Fraction
    caller_house_edge: Fraction
    worth_more: Fraction
    simulated: Figures


class Approximated(Answer):
    """The EV of zero-memory play in floats with a proven error."""

    __slots__ = ()
    _rows = "by_up_card"
    analysis: str
    strategy: str
    unit: str
    ev: float
    error: float
    by_up_card: Rows

    @property
    def house_edge(self) -> float:
        """The house edge, off by as much as the EV may be."""
        return -self.ev


class Certified(Answer):
    """A report that has been written; ``dir`` is an absolute path."""

    __slots__ = ()
    id: str
    title: str
    base_game: Rows
    perfect_bracket: Figures
    dir: str
    files: int


class Verified(Answer):
    """The verdict on a report folder."""

    __slots__ = ()
    signatures: Sequence[str]
    verdict: str
    cards: str
    claims: Rows
    deviations: Sequence[str]
    game: str
    game_name: str
    id: str
    judged_by: Rows
    refused: str
    regulation: str
    seed: str
    title: str


class Games(Answer):
    """The games of the catalogue."""

    __slots__ = ()
    _rows = "rows"
    _printed = ("game", "title", "decks")


class GameChoices(Answer):
    """What a game leaves open."""

    __slots__ = ()
    title: str
    game: str
    regulation: str
    decks: Sequence[int]
    left_out: Sequence[str]
    options: Rows
    readings: Rows
    usual_decks: int | None
    variation_of: str | None
    wagers: Rows


class SweepDone(Answer):
    """What a sweep did."""

    __slots__ = ()
    computed: int
    failures: Mapping[str, int]
    found: int
    replaced: int
    results: Sequence[str]
    units: int
