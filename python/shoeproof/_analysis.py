"""Analyses, and every question that can be asked of one."""

from __future__ import annotations

import json
from datetime import date as _date
from typing import TYPE_CHECKING, Any, TypeVar

from shoeproof import _native
from shoeproof._answers import (
    Answer,
    Approximated,
    Bracketed,
    Certified,
    CheckedClaims,
    Compared,
    Comparison,
    CutCardEffects,
    DealerEnds,
    Exposure,
    Followed,
    GameChoices,
    Games,
    Inspected,
    InspectedSwitch,
    PerfectSizes,
    Reconciled,
    SideWagers,
    Simulated,
    Solved,
    StrategyCharts,
    ValuedStrategy,
    Verified,
)
from shoeproof._progress import Progress, listener

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from os import PathLike

_A = TypeVar("_A", bound=Answer)

#: Keys of an analysis that are no name of an option or reading.
_PLAIN = frozenset({"decks", "shoe", "remove", "simulation"})


def _text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return ",".join(str(one) for one in value)
    return str(value)


def _settings(native: _native.NativeAnalysis, choices: dict[str, object]) -> list[str]:
    """``key=value`` of each choice; ``max_hands`` is the option or reading ``max-hands``."""
    if not choices:
        return []
    open_choices = json.loads(native.ask("choices", "{}", None))
    kinds = {one["name"]: kind for kind in ("options", "readings") for one in open_choices[kind]}
    found = []
    for key, value in choices.items():
        name = key.replace("_", "-")
        if key in _PLAIN or "." in key:
            found.append(f"{key}={_text(value)}")
        elif name in kinds:
            found.append(f"{kinds[name]}.{name}={_text(value)}")
        else:
            known = ", ".join(sorted(_PLAIN | {one.replace("-", "_") for one in kinds}))
            raise _native.ShoeproofError(f"{native.game_id} has no choice {key!r}: expected {known}")
    return found


class Analysis:
    """A game with everything chosen that its rules leave open, and a shoe.

    It does not change: :meth:`set` gives another. It can be pickled, as the texts of its files.

    Example:
        >>> import pickle, shoeproof
        >>> one = shoeproof.game("pa-685a-down-under", decks=4, dealer_ace="customary")
        >>> one.decks, one.chosen["readings.dealer-ace"]
        (4, 'customary')
        >>> pickle.loads(pickle.dumps(one)) == one
        True
    """

    __slots__ = ("_native",)

    def __init__(self, native: _native.NativeAnalysis) -> None:
        """Use :func:`load`, :func:`game` or :func:`of_text`."""
        self._native = native

    def __reduce__(self) -> tuple[Any, ...]:
        return _of_texts, self._native.texts()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Analysis) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[str, str, str]:
        return self.id, self.title, self._native.canonical()

    def __repr__(self) -> str:
        departs = "" if self.conforming else ", non-conforming"
        return f"<shoeproof.Analysis {self.id!r}: {self.title}{departs}>"

    @property
    def id(self) -> str:
        """Id of the analysis."""
        return self._native.id

    @property
    def title(self) -> str:
        """Its title."""
        return self._native.title

    @property
    def game(self) -> str:
        """Id of its game."""
        return self._native.game_id

    @property
    def regulation(self) -> str:
        """The regulation of its game."""
        return self._native.regulation

    @property
    def decks(self) -> int | None:
        """Number of decks; ``None`` for a shoe that is not whole decks."""
        return self._native.decks

    @property
    def shoe(self) -> list[int]:
        """Cards of each value, from the ace to the ten."""
        return self._native.shoe

    @property
    def chosen(self) -> dict[str, str]:
        """Options and readings in force, each with its choice."""
        return dict(self._native.chosen)

    @property
    def deviations(self) -> list[str]:
        """Where it departs from the regulation."""
        return self._native.deviations

    @property
    def conforming(self) -> bool:
        """Whether it does not."""
        return not self._native.deviations

    @property
    def source(self) -> str:
        """Where the rules come from: ``file PATH``, ``catalogue`` or ``text``."""
        return self._native.source

    @property
    def canonical(self) -> str:
        """What is analysed, as text: the same item has the same bytes however it was written down."""
        return self._native.canonical()

    def set(self, *replaced: str, **choices: object) -> Analysis:
        """The same with values replaced, all at once.

        Args:
            *replaced: ``key=value``, as of the command line's ``--set``.
            **choices: options and readings by name, ``_`` for ``-``; ``decks``, ``shoe``, ``remove``.

        Returns:
            Another analysis.

        Raises:
            ShoeproofError: what the rules refuse.

        Example:
            >>> import shoeproof
            >>> shoeproof.game("plain-blackjack").set(decks=2).decks
            2
        """
        return Analysis(self._native.set([*replaced, *_settings(self._native, choices)]))

    def _ask(self, answer: type[_A], verb: str, progress: Progress = False, **arguments: object) -> _A:
        with listener(progress) as told:
            return answer(self._native.ask(verb, json.dumps(arguments, default=str), told))

    def choices(self) -> GameChoices:
        """What its game leaves open, whatever this analysis chose."""
        return self._ask(GameChoices, "choices")

    def solve(
        self,
        strategy: str = "cdz",
        *,
        variance: str = "usual",
        bracket: bool = False,
        spots: int | None = None,
        effects_of_removal: bool = False,
        actions: bool = False,
        distribution: bool = False,
        progress: Progress = False,
    ) -> Solved:
        """The base game under a strategy class, per unit of initial wager.

        Args:
            strategy: ``td``, ``cdz``, ``cdz-best`` or ``perfect``.
            variance: ``without``, ``usual`` (where it takes no longer than the rest) or ``always``.
            bracket: two values that the EV of perfect play lies between.
            spots: the covariance of two spots, and the variance of one unit on each of so many; not for ``perfect``.
            effects_of_removal: the EV of the shoe without one card of each value, with the strategy for that shoe and
                with that for the full one.
            actions: what every action is worth with every first hand, and what each mistake costs; not for ``perfect``.
            distribution: the exact distribution of a round's net result.
            progress: ``True`` for a bar, or a function of steps done, steps expected, and words.

        Returns:
            The figures.

        Raises:
            ShoeproofError: what is not solved.

        Example:
            >>> import shoeproof
            >>> shoeproof.game("plain-blackjack", decks=1).solve("td", variance="without").strategy
            'td'
        """
        return self._ask(
            Solved,
            "solve",
            progress,
            strategy=strategy,
            variance=variance,
            bracket=bracket,
            spots=spots,
            effects_of_removal=effects_of_removal,
            actions=actions,
            distribution=distribution,
        )

    def approximate(self, strategy: str = "cdz") -> Approximated:
        """The EV of ``td`` or ``cdz`` in floats, with a proven error: milliseconds.

        Args:
            strategy: ``td`` or ``cdz``.

        Returns:
            The EV, and by how much it may be off.

        Raises:
            ShoeproofError: what is not approximated, such as another class or a shoe that could run out.

        Example:
            >>> import shoeproof
            >>> near = shoeproof.game("plain-blackjack", decks=1).approximate()
            >>> abs(near.ev - 0.001531199957940793) <= near.error + 1e-15
            True
        """
        return self._ask(Approximated, "approximate", strategy=strategy)

    def bracket(self, *, progress: Progress = False) -> Bracketed:
        """Two values that the EV of perfect play is proven to lie between.

        Args:
            progress: as of :meth:`solve`.
        """
        return self._ask(Bracketed, "bracket", progress)

    def count(self) -> PerfectSizes:
        """How much there is to solve for perfect play."""
        return self._ask(PerfectSizes, "count")

    def chart(self, strategy: str = "td", *, signal: str | None = None) -> StrategyCharts:
        """A zero-memory strategy as the charts of the field, in colour in a notebook.

        Args:
            strategy: ``td``, ``cdz`` or ``cdz-best``.
            signal: only charts with a column of this signal, such as ``small``.
        """
        return self._ask(StrategyCharts, "chart", strategy=strategy, signal=signal)

    def inspect(
        self,
        hand: str,
        up: str,
        *,
        signal: str | None = None,
        hole: str | None = None,
        other: str | None = None,
        attack: bool | None = None,
        strategy: str = "cdz",
    ) -> Inspected:
        """The exact EV of each action in one decision.

        Args:
            hand: the cards in the order dealt, such as ``T,6``.
            up: the dealer's up card.
            signal: what the table signals of the hole card, such as ``small``.
            hole: the exposed hole card.
            other: the other hand of a split.
            attack: whether the attack wager has been made.
            strategy: the class that is followed after the action.

        Example:
            >>> import shoeproof
            >>> shoeproof.game("plain-blackjack", decks=1).inspect("8,8", up="6").best
            'split'
        """
        return self._ask(
            Inspected,
            "inspect",
            hand=hand,
            up=up,
            signal=signal,
            hole=hole,
            other=other,
            attack=attack,
            strategy=strategy,
        )

    def inspect_switch(
        self,
        hand: str,
        second: str,
        up: str,
        *,
        signal: str | None = None,
        strategy: str = "cdz",
    ) -> InspectedSwitch:
        """What keeping and switching the second cards of two hands are worth, exactly.

        Args:
            hand: the two cards of the first hand in the order dealt, such as ``T,5``.
            second: the two cards of the second hand.
            up: the dealer's up card.
            signal: what the table signals of the hole card before the switch.
            strategy: the class that each hand is played by.

        Example:
            >>> import shoeproof
            >>> shoeproof.game("pa-633a-blackjack-switch").inspect_switch("T,5", "6,T", up="7").best
            'switch'
        """
        return self._ask(
            InspectedSwitch,
            "inspect_switch",
            hand=hand,
            second=second,
            up=up,
            signal=signal,
            strategy=strategy,
        )

    def dealer(self, *, hand: str | None = None, worth: bool = True, progress: Progress = False) -> DealerEnds:
        """How the dealer's hand ends by up card and signal.

        Args:
            hand: cards of the player's that are seen.
            worth: what the signals are worth to the player too, which takes seconds.
            progress: as of :meth:`solve`.
        """
        return self._ask(DealerEnds, "dealer", progress, hand=hand, worth=worth)

    def side_wagers(
        self, *, covariance: str | None = None, effects_of_removal: bool = False, progress: Progress = False
    ) -> SideWagers:
        """Every side wager under each paytable and each combination of the readings that concern it.

        Args:
            covariance: the strategy class that plays the base wager, for each wager's covariance with it: ``td``,
                ``cdz`` or ``cdz-best``.
            effects_of_removal: what one card of each rank and suit taken out of the shoe does to every wager under the
                chosen readings that the deal or the dealer's hand decides.
            progress: as of :meth:`solve`.

        Example:
            >>> import shoeproof
            >>> wagers = shoeproof.game("pa-685a-down-under").side_wagers()
            >>> next(row["ev"] for row in wagers.rows() if row["id"] == "match-the-dealer")
            Fraction(-1958, 48205)
        """
        return self._ask(
            SideWagers, "side_wagers", progress, covariance=covariance, effects_of_removal=effects_of_removal
        )

    def reconcile(
        self,
        edge: str,
        *,
        wager: str | None = None,
        meter: str | None = None,
        options: bool = False,
        decks: bool = False,
        strategies: Sequence[str] = ("cdz",),
        only: Sequence[str] = (),
        changes: int | None = None,
        limit: int = 5_000,
        progress: Progress = False,
    ) -> Reconciled:
        """Which combinations of readings, options and deck counts give a published house edge.

        Args:
            edge: the published edge, such as ``0.43%..0.49%``.
            wager: the side wager whose edge it is.
            meter: the meter of a progressive wager, in dollars.
            options: search the casino's options too.
            decks: search every number of decks.
            strategies: strategy classes of the base game.
            only: search only these readings, options or ``decks``.
            changes: change at most so many choices at a time.
            limit: most combinations computed.
            progress: as of :meth:`solve`.
        """
        return self._ask(
            Reconciled,
            "reconcile",
            progress,
            edge=edge,
            wager=wager,
            meter=meter,
            options=options,
            decks=decks,
            strategies=list(strategies),
            only=list(only),
            changes=changes,
            limit=limit,
        )

    def simulate(
        self,
        rounds: int,
        seed: int,
        *,
        strategy: str = "cdz",
        penetration: str | None = None,
        wagers: bool = True,
        distribution: bool = False,
        progress: Progress = False,
    ) -> Simulated:
        """Rounds dealt with real cards, and every figure beside the exact one.

        Args:
            rounds: how many.
            seed: of the random numbers.
            strategy: ``td``, ``cdz`` or ``cdz-best``.
            penetration: deal to a cut card behind this part of the shoe, such as ``75%``.
            wagers: deal the side wagers too.
            distribution: compare the frequency of every net result too.
            progress: as of :meth:`solve`.
        """
        return self._ask(
            Simulated,
            "simulate",
            progress,
            rounds=rounds,
            seed=seed,
            strategy=strategy,
            penetration=penetration,
            wagers=wagers,
            distribution=distribution,
        )

    def cut_card(
        self,
        *,
        penetration: str | None = None,
        players: int = 1,
        strategy: str = "cdz",
        shoes: int = 1_000_000,
        valued: int = 100,
        seed: int = 1,
        progress: Progress = False,
    ) -> CutCardEffects:
        """What a cut card does to the house edge: an estimate with its standard error.

        Args:
            penetration: where it lies, such as ``75%``; as deep as the text allows unless given, or behind three quarters of the shoe if it
                says nothing.
            players: players at the table, all of whom play alike: 1 to 7.
            strategy: the class that is played, as it is best with a fresh shoe: ``td``, ``cdz`` or ``cdz-best``.
            shoes: shoes to deal, made whole blocks of 4,096.
            valued: shoes of which what is left is valued in every place of the cut card.
            seed: of the random numbers.
            progress: as of :meth:`solve`.

        Returns:
            The effect of the cut card, and of other places of it.

        Raises:
            ShoeproofError: for numbers out of bounds, and what is not solved.
        """
        return self._ask(
            CutCardEffects,
            "cut_card",
            progress,
            penetration=penetration,
            players=players,
            strategy=strategy,
            shoes=shoes,
            valued=valued,
            seed=seed,
        )

    def exposure(
        self,
        count: str | PathLike[str] = "hi-lo",
        *,
        strategy: str = "td",
        seen: Sequence[int] = (),
        by: str | None = None,
        up_to: int | None = None,
        wagers: Sequence[str] = (),
        trigger: int | None = None,
        variance: bool = True,
        indices: int | None = None,
        spread: int | None = None,
        bets: str | None = None,
        leave: bool = False,
        bank: int | None = None,
        risk: str | None = None,
        seats: int | None = None,
        shoes: int = 65_536,
        ceiling: int | None = None,
        seed: int = 1,
        tags_up_to: int | None = None,
        rate: Sequence[int] = (),
        progress: Progress = False,
    ) -> Exposure:
        """What a player who counts cards knows of the next round, exactly.

        Args:
            count: a count by name, such as ``hi-lo``, or a file with one ``[[count]]``.
            strategy: the class that is played, as it is best with a fresh shoe: ``td``, ``cdz`` or ``cdz-best``.
            seen: cards seen before the round; unless given after every deck, or every quarter of a deck where there are
                two or fewer.
            by: what tells rounds apart: ``running-count``, ``true-count``, ``true-count-in-half-decks`` or
                ``true-count-in-whole-decks``, each true count rounded down, or with ``-truncated`` or ``-nearest``
                after it.
            up_to: besides, the mean over every number of cards seen up to this one.
            wagers: ids of side wagers to value too.
            trigger: the least count under which a side wager is made; wherever its EV is positive unless given.
            variance: standard deviations too, which takes longer.
            indices: the index table, with so many decisions, those of the greatest gain, played by the count.
            spread: what a player wins who bets up to so many units by the count, as is best for him.
            bets: what a player wins who bets these units from these counts on, such as ``1:2,2:4,3:8``.
            leave: with ``spread`` or ``bets``: where he would bet least he bets nothing.
            bank: with ``spread`` or ``bets``: the risk of ruin of so many units, by the diffusion formula.
            risk: with ``spread`` and ``bank``: bets in proportion to EV over mean square that leave the bank this risk of
                ruin, such as ``5%``.
            seats: with ``spread`` or ``bets``: what he wins of a shoe, with so many players in a round, he among them.
            shoes: with ``seats``: shoes to deal for each depth, made whole blocks of 4,096.
            ceiling: what a player wins who knows every card that is left, estimated over so many shoes for each depth, with
                its confidence interval, and what part of it the count reaches.
            seed: with ``seats`` or ``ceiling``: the seed of the random numbers.
            tags_up_to: the whole tags up to 1, 2 or 3 that tell most of each wager.
            rate: up to where the house is ahead of every count, and of players who bet one unit, and these many where the EV
                is positive.
            progress: as of :meth:`solve`.

        Returns:
            By number of cards seen and count: probability, EV, standard deviation, EV of insurance.

        Raises:
            ShoeproofError: if too few cards are left for a round, and for what is not solved.

        Example:
            >>> import shoeproof
            >>> one = shoeproof.game("plain-blackjack", decks=1, max_hands=2)
            >>> seen = one.exposure("hi-lo", seen=[13], variance=False)
            >>> sum(row["probability"] for row in seen.rows())
            Fraction(1, 1)
            >>> seen.rows()[-1]["ev"] > seen.ev
            True
            >>> one.exposure(seen=[13], indices=18, variance=False).depths[0]["indices"]["played"]
            18
        """
        return self._ask(
            Exposure,
            "exposure",
            progress,
            count=str(count),
            strategy=strategy,
            seen=list(seen),
            by=by,
            up_to=up_to,
            wagers=list(wagers),
            trigger=trigger,
            variance=variance,
            indices=indices,
            spread=spread,
            bets=bets,
            leave=leave,
            bank=bank,
            risk=risk,
            seats=seats,
            shoes=shoes,
            ceiling=ceiling,
            seed=seed,
            tags_up_to=tags_up_to,
            rate=list(rate),
        )

    def value(
        self,
        strategy: str | PathLike[str],
        *,
        variance: bool = True,
        distribution: bool = False,
        seen: int | None = None,
        up_to: int | None = None,
        by: str | None = None,
        count: str | PathLike[str] | None = None,
        progress: Progress = False,
    ) -> ValuedStrategy:
        """What a chart is worth that somebody else decided, per unit of initial wager; insurance is left out.

        Args:
            strategy: the file that states it: a report's ``strategy.csv``, or a grid of the field's letters in TOML.
            variance: the standard deviation too, which takes longer.
            distribution: the distribution of the net result too, on a fresh shoe, with what follows from it; minutes where
                pairs are split to four hands.
            seen: what it is worth by the count of so many cards seen before the round, with its index plays.
            up_to: the same in the mean over every number of cards seen up to this one.
            by: what tells rounds apart, as of :meth:`exposure`.
            count: the count, for a strategy that names none.
            progress: as of :meth:`solve`.

        Returns:
            Its EV, what the best chart has more, and the rows that the best chart plays otherwise.

        Raises:
            ShoeproofError: for a file that states no chart or leaves a hand open.

        Example:
            >>> import pathlib, tempfile, shoeproof
            >>> hit_below_17 = '''
            ... [hard]
            ... "4-16"  = "H H H H H H H H H H"
            ... "17-20" = "S S S S S S S S S S"
            ... [soft]
            ... "12-16" = "H H H H H H H H H H"
            ... "17-20" = "S S S S S S S S S S"
            ... '''
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     file = pathlib.Path(folder) / "card.toml"
            ...     _ = file.write_text(hit_below_17)
            ...     valued = shoeproof.game("plain-blackjack", decks=6).value(file, variance=False)
            >>> valued.best_ev - valued.ev == valued.cost
            True
            >>> f"{float(valued.house_edge):.3%}"
            '5.676%'
        """
        return self._ask(
            ValuedStrategy,
            "value",
            progress,
            strategy=str(strategy),
            variance=variance,
            distribution=distribution,
            seen=seen,
            up_to=up_to,
            by=by,
            count=None if count is None else str(count),
        )

    def follow(
        self, caller: str = "cdz", *, rounds: int | None = None, seed: int = 1, progress: Progress = False
    ) -> Followed:
        """What a player is worth who wagers on a box where another calls the decisions, per unit of initial wager.

        Args:
            caller: the class that the other plays: ``td``, ``cdz`` or ``cdz-best``.
            rounds: deal so many rounds too, made whole blocks of 65,536, and compare them with the exact figures.
            seed: with ``rounds``: the seed of the random numbers.
            progress: as of :meth:`solve`.

        Returns:
            The follower's EV and the caller's, and where the follower does best to do otherwise.

        Raises:
            ShoeproofError: for a game without rules of sharing, and a caller of perfect play.

        Example:
            >>> import shoeproof
            >>> followed = shoeproof.game("ma-double-attack", decks=8).follow()
            >>> f"{float(followed.caller_house_edge):.4%}", f"{float(followed.house_edge):.4%}"
            ('0.5535%', '0.4186%')
        """
        return self._ask(Followed, "follow", progress, caller=caller, rounds=rounds, seed=seed)

    def check(self, claims: str | PathLike[str], *, limit: int = 400, progress: Progress = False) -> CheckedClaims:
        r"""A submitter's figures beside the exact ones.

        Args:
            claims: the file of figures, TOML or CSV.
            limit: most changed analyses that are computed in search of one that gives a figure.
            progress: as of :meth:`solve`.

        Returns:
            A row per figure, with the verdict on it.

        Raises:
            ShoeproofError: with file and line, for a figure that there is not.

        Example:
            >>> import pathlib, tempfile, shoeproof
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     file = pathlib.Path(folder) / "theirs.csv"
            ...     _ = file.write_text("of,figure,value\nbase-game,house-edge,-0.15%\n")
            ...     checked = shoeproof.game("plain-blackjack", decks=1).check(file)
            >>> len(checked.rows())
            1
        """
        return self._ask(CheckedClaims, "check", progress, claims=str(claims), limit=limit)

    def certify(self, out: str | PathLike[str] | None = None, *, progress: Progress = False) -> Certified:
        """Everything, as a report folder: minutes.

        Args:
            out: the folder; ``reports`` and the id of the analysis unless given.
            progress: as of :meth:`solve`.

        Returns:
            The folder, and how many files are in it.

        Raises:
            ShoeproofError: for a folder that is not replaced.
        """
        return self._ask(Certified, "certify", progress, out=None if out is None else str(out))


def _of_texts(analysis: str, game: str, replaced: list[str]) -> Analysis:
    return Analysis(_native.NativeAnalysis.of_texts(analysis, game, replaced))


def load(path: str | PathLike[str], **choices: object) -> Analysis:
    """Reads an analysis file.

    Args:
        path: the file. Its game file is ``games/<game>.toml`` beside it or above it, else that of the catalogue.
        **choices: as of :meth:`Analysis.set`.

    Raises:
        ShoeproofError: with file, line and key, for the first thing wrong.
    """
    return Analysis(_native.NativeAnalysis.open(path, [])).set(**choices)


def game(game_id: str, /, **choices: object) -> Analysis:
    """A game of the catalogue with every choice at its default.

    Args:
        game_id: as :func:`games` lists it.
        **choices: as of :meth:`Analysis.set`.

    Example:
        >>> import shoeproof
        >>> shoeproof.game("pa-633a-blackjack", decks=6, max_hands=4).chosen["options.max-hands"]
        '4'
    """
    return Analysis(_native.NativeAnalysis.game(game_id, [])).set(**choices)


def of_text(text: str) -> Analysis:
    """An analysis by its text, of a game of the catalogue.

    Args:
        text: that of an analysis file.
    """
    return Analysis(_native.NativeAnalysis.of_text(text))


def games() -> Games:
    """The games of the catalogue.

    Example:
        >>> import shoeproof
        >>> "pa-685a-down-under" in [row["game"] for row in shoeproof.games().rows()]
        True
    """
    return Games(_native.games())


def new_analysis(game_id: str, *, date: str | None = None) -> str:
    """The text of an analysis file with every choice at its default, and its meaning as a comment.

    Args:
        game_id: as :func:`games` lists it.
        date: of the report, such as ``2026-11-21``; today unless given.
    """
    return _native.new_analysis(game_id, date or _date.today().isoformat())  # noqa: DTZ011 - the day where one is


def compare(analyses: Iterable[Analysis], *, combinations: bool = False, progress: Progress = False) -> Compared:
    """House edges of analyses side by side, by strategy class and reading.

    Args:
        analyses: them.
        combinations: value every combination of readings too, which takes minutes.
        progress: as of :meth:`Analysis.solve`.
    """
    natives = [analysis._native for analysis in analyses]  # noqa: SLF001
    with listener(progress) as told:
        return Compared(_native.compare(natives, combinations, told))


def comparison(
    analyses: Iterable[Analysis],
    out: str | PathLike[str] | None = None,
    *,
    title: str | None = None,
    progress: Progress = False,
) -> Comparison:
    """Analyses side by side in full, and as a folder with a page, spreadsheets and drawings.

    Each choice of each analysis is solved under two classes, which takes minutes for several analyses.

    Args:
        analyses: one to 32.
        out: the folder; none is written unless given. A folder with other files in it is refused.
        title: of the page; the analyses' titles unless given.
        progress: as of :meth:`Analysis.solve`.

    Returns:
        Edges, what differs, and what every number of decks, option and reading does alone.

    Raises:
        ShoeproofError: for no analysis or more than 32, and for a folder that is not replaced.

    Example:
        >>> import tempfile, pathlib, shoeproof
        >>> one = shoeproof.game("plain-blackjack", decks=1)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     out = pathlib.Path(folder) / "compared"
        ...     compared = shoeproof.comparison([one, one.set(decks=2)], out)
        ...     (out / "comparison.html").exists()
        True
        >>> compared.differences[0]["name"], compared.differences[0]["values"]
        ('decks', ['1', '2'])
    """
    natives = [analysis._native for analysis in analyses]  # noqa: SLF001
    with listener(progress) as told:
        return Comparison(_native.comparison(natives, title, None if out is None else str(out), told))


def verify(
    path: str | PathLike[str],
    analysis: Analysis | None = None,
    *,
    level: str = "usual",
    keys: Sequence[str | PathLike[str]] = (),
    progress: Progress = False,
) -> Verified:
    """The verdict on a report folder.

    Args:
        path: the folder.
        analysis: what the report must be of.
        level: ``quick``, ``usual`` or ``full``.
        keys: public keys that must all have signed it.
        progress: as of :meth:`Analysis.solve`.
    """
    native = None if analysis is None else analysis._native  # noqa: SLF001
    arguments = json.dumps({"dir": str(path), "level": level, "keys": [str(key) for key in keys]})
    with listener(progress) as told:
        return Verified(_native.verify(arguments, native, told))
