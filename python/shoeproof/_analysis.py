"""Analyses, and every question that can be asked of one."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from datetime import date as _date
from typing import TYPE_CHECKING, Any, TypeVar, Union

from shoeproof import _arguments, _native
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
    from fractions import Fraction
    from os import PathLike

    from shoeproof._arguments import Card, Hand, Number, Whole

    #: An analysis, its file, or the id of a game.
    AnalysisLike = Union["Analysis", str, PathLike[str]]

_A = TypeVar("_A", bound=Answer)

#: Keys of an analysis that are no name of an option or reading.
_PLAIN = frozenset({"decks", "shoe", "remove", "simulation"})


def _settings(native: _native.NativeAnalysis, choices: dict[str, object]) -> list[str]:
    """``key=value`` of each choice; ``max_hands`` is the option or reading ``max-hands``."""
    if not choices:
        return []
    open_choices = json.loads(native.ask("choices", "{}", None))
    kinds = {one["name"]: kind for kind in ("options", "readings") for one in open_choices[kind]}
    found = []
    for key, value in choices.items():
        name = key.replace("_", "-")
        text = (_arguments.decks if key == "decks" else _arguments.choice)(key, value)
        if key in _PLAIN or "." in key:
            found.append(f"{key}={text}")
        elif name in kinds:
            found.append(f"{kinds[name]}.{name}={text}")
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
            TypeError: for a choice that is no text, number or truth value, nor several.
            ValueError: for ``decks`` that no number of decks can be.

        Example:
            >>> import shoeproof
            >>> shoeproof.game("plain-blackjack").set(decks=2).decks
            2
        """
        texts = _arguments.texts("replaced", replaced)
        return Analysis(self._native.set([*texts, *_settings(self._native, choices)]))

    def _ask(self, answer: type[_A], verb: str, progress: Progress = False, **arguments: object) -> _A:
        with listener(progress) as told:
            return answer(self._native.ask(verb, json.dumps(_arguments.read(verb, arguments)), told))

    def choices(self) -> GameChoices:
        """What its game leaves open, whatever this analysis chose.

        Returns:
            Options, readings, side wagers and numbers of decks. ``usual_decks`` is the number that the game's id alone stands for,
            whatever this analysis has; ``None`` for a game that is not the catalogue's.
        """
        return self._ask(GameChoices, "choices")

    def solve(
        self,
        strategy: str = "cdz",
        *,
        variance: str = "usual",
        bracket: bool = False,
        spots: Whole | None = None,
        effects_of_removal: bool = False,
        actions: bool = False,
        distribution: bool = False,
        progress: Progress = False,
    ) -> Solved:
        """The base game under a strategy class, per unit of initial wager.

        Where a round has two initial wagers, as in Blackjack Switch, the unit is both together.

        Args:
            strategy: ``td``, ``cdz``, ``cdz-best`` or ``perfect``.
            variance: ``without``, ``usual`` (where it takes no longer than the rest) or ``always``.
            bracket: two values that the EV of perfect play lies between, as ``perfect_bracket``: its ``house_edge_percent`` is in percent.
            spots: the covariance of two spots, and the variance of one unit on each of so many, 2 to 99; not for ``perfect``.
            effects_of_removal: the EV of the shoe without one card of each value, with the strategy for that shoe and
                with that for the full one.
            actions: what every action is worth with every first hand, and what each mistake costs; not for ``perfect``.
            distribution: the exact distribution of a round's net result.
            progress: ``True`` for a bar, or a function of steps done, steps expected, and words. Where the number of steps is not
                known, as in :meth:`side_wagers`, both numbers stay 0.

        Returns:
            The figures.

        Raises:
            ShoeproofError: what is not solved.
            ValueError: for ``spots`` out of bounds; it is a ``ShoeproofError`` too, in every question, as is that for an argument that says
                nothing without another.
            TypeError: here and in every question, with the name of an argument that is of another type.

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

        Returns:
            Both ends of the EV and of the house edge as parts of one, and in ``house_edge_percent`` those of the house edge in percent.
        """
        return self._ask(Bracketed, "bracket", progress)

    def count(self) -> PerfectSizes:
        """How much there is to solve for perfect play."""
        return self._ask(PerfectSizes, "count")

    def chart(self, strategy: str = "td", *, signal: str | None = None) -> StrategyCharts:
        """A zero-memory strategy as the charts of the field, in colour in a notebook.

        Args:
            strategy: ``td``, ``cdz`` or ``cdz-best``.
            signal: only columns of this signal, such as ``small``.
        """
        return self._ask(StrategyCharts, "chart", strategy=strategy, signal=signal)

    def inspect(
        self,
        hand: Hand,
        up: Card,
        *,
        signal: str | None = None,
        hole: Card | None = None,
        other: Hand | None = None,
        attack: bool | None = None,
        strategy: str = "cdz",
    ) -> Inspected:
        """The exact EV of each action in one decision.

        Args:
            hand: the cards in the order dealt, such as ``T,6`` or ``["T", 6]``.
            up: the dealer's up card, such as ``"7"`` or ``7``.
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
        hand: Hand,
        second: Hand,
        up: Card,
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

    def dealer(self, *, hand: Hand | None = None, worth: bool = True, progress: Progress = False) -> DealerEnds:
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
        edge: str | Fraction,
        *,
        wager: str | None = None,
        meter: str | Number | None = None,
        options: bool = False,
        decks: bool = False,
        strategies: str | Iterable[str] | None = None,
        only: str | Iterable[str] = (),
        changes: Whole | None = None,
        limit: Whole = 20_000,
        progress: Progress = False,
    ) -> Reconciled:
        """Which combinations of readings, options and deck counts give a published house edge.

        Args:
            edge: the published edge, such as ``0.43%..0.49%``. A bare number may be a percentage or a part and is refused; a
                ``Fraction`` is a part, taken exactly.
            wager: the side wager whose edge it is.
            meter: with ``wager``: the meter of a progressive wager, in dollars.
            options: search the casino's options too.
            decks: search every number of decks.
            strategies: strategy classes of the base game, or one; ``"cdz"`` unless given. Without ``wager`` only.
            only: search only these readings, options or ``decks``, or one of them.
            changes: change at most so many choices at a time.
            limit: most combinations computed.
            progress: as of :meth:`solve`.

        Returns:
            The combinations whose edge prints as published, and those next to it.

        Raises:
            ShoeproofError: for an edge that is no number, and more combinations than ``limit``.
            TypeError: for a bare number as ``edge``, with both ways to write it.

        Example:
            >>> import shoeproof
            >>> one = shoeproof.game("plain-blackjack", decks=1)
            >>> one.reconcile("-0.15%", options=True, only="soft-17").explanations[0]["changes"]
            {}
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
            strategies=strategies,
            only=only,
            changes=changes,
            limit=limit,
        )

    def simulate(
        self,
        rounds: Whole,
        seed: Whole,
        *,
        strategy: str = "cdz",
        penetration: str | Number | None = None,
        wagers: bool = True,
        distribution: bool = False,
        progress: Progress = False,
    ) -> Simulated:
        """Rounds dealt with real cards, and every figure beside the exact one.

        Args:
            rounds: how many, 1 to 10,000,000,000; the last shoe is dealt to its cut card.
            seed: of the random numbers, below 2^64.
            strategy: ``td``, ``cdz`` or ``cdz-best``.
            penetration: deal to a cut card behind this part of the shoe, such as ``"75%"`` or ``0.75``, or behind so many cards,
                such as ``234``.
            wagers: deal the side wagers too.
            distribution: compare the frequency of every net result too.
            progress: as of :meth:`solve`.

        Returns:
            Each figure, measured and exact, and the verdict on all of them.

        Raises:
            ShoeproofError: for numbers out of bounds, and what is not solved.

        Example:
            >>> import shoeproof
            >>> dealt = shoeproof.game("plain-blackjack", decks=1).simulate(1e4, seed=1, penetration=0.5)
            >>> dealt.rounds, dealt.shuffled
            (10004, 'after 26 cards')
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
        penetration: str | Number | None = None,
        players: Whole = 1,
        strategy: str = "cdz",
        shoes: Whole = 1_000_000,
        valued: Whole = 100,
        seed: Whole = 1,
        progress: Progress = False,
    ) -> CutCardEffects:
        """What a cut card does to the house edge: an estimate with its standard error.

        Args:
            penetration: where it lies, as of :meth:`simulate`; as deep as the text allows unless given, or behind three quarters of the shoe if it
                says nothing.
            players: players at the table, all of whom play alike: 1 to 7.
            strategy: the class that is played, as it is best with a fresh shoe: ``td``, ``cdz`` or ``cdz-best``.
            shoes: shoes to deal, made whole blocks of 4,096: 1 to 1,000,000,000.
            valued: shoes of which what is left is valued in every place of the cut card: 10 to 1,000,000.
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
        seen: Whole | Iterable[Whole] = (),
        by: str | None = None,
        up_to: Whole | None = None,
        wagers: str | Iterable[str] = (),
        trigger: Whole | None = None,
        variance: bool = True,
        indices: Whole | None = None,
        spread: Whole | None = None,
        bets: str | None = None,
        leave: bool = False,
        bank: Whole | None = None,
        risk: str | Number | None = None,
        seats: Whole | None = None,
        shoes: Whole | None = None,
        ceiling: Whole | None = None,
        seed: Whole | None = None,
        tags_up_to: Whole | None = None,
        rate: Whole | Iterable[Whole] = (),
        progress: Progress = False,
    ) -> Exposure:
        """What a player who counts cards knows of the next round, exactly.

        Args:
            count: a count by name, such as ``hi-lo``, or a file with one ``[[count]]``.
            strategy: the class that is played, as it is best with a fresh shoe: ``td``, ``cdz`` or ``cdz-best``.
            seen: cards seen before the round, one number or several; unless given after every deck, or every quarter of a deck where there are
                two or fewer.
            by: what tells rounds apart: ``running-count``, ``true-count``, ``true-count-in-half-decks`` or
                ``true-count-in-whole-decks``, each true count rounded down, or with ``-truncated`` or ``-nearest``
                after it.
            up_to: besides, the mean over every number of cards seen up to this one.
            wagers: ids of side wagers to value too, or one.
            trigger: with ``wagers``: the least count under which a side wager is made; wherever its EV is positive unless given.
            variance: standard deviations too, which takes longer.
            indices: the index table, with so many decisions, those of the greatest gain, played by the count.
            spread: what a player wins who bets up to so many units by the count, as is best for him: 1 to 100,000.
            bets: what a player wins who bets these units from these counts on, such as ``1:2,2:4,3:8``.
            leave: with ``spread`` or ``bets``: where he would bet least he bets nothing.
            bank: with ``spread`` or ``bets``: the risk of ruin of so many units, by the diffusion formula.
            risk: with ``spread`` and ``bank``: bets in proportion to EV over mean square that leave the bank this risk of
                ruin, such as ``"5%"`` or ``0.05``.
            seats: with ``spread`` or ``bets``: what he wins of a shoe, with so many players in a round, he among them: 1 to 7.
            shoes: with ``seats``: shoes to deal for each depth, made whole blocks of 4,096: 1 to 1,000,000; 65,536 unless given.
            ceiling: what a player wins who knows every card that is left, estimated over so many shoes for each depth, 100 to 100,000, with
                its confidence interval, and what part of it the count reaches.
            seed: with ``seats`` or ``ceiling``: the seed of the random numbers; 1 unless given.
            tags_up_to: the whole tags up to 1, 2 or 3 that tell most of each wager.
            rate: numbers of units, at most ten, or one: up to where the house is ahead of every count, and of players who bet one unit, and these many where the EV
                is positive.
            progress: as of :meth:`solve`.

        Returns:
            By number of cards seen and count: probability, EV, standard deviation, EV of insurance. What shoes are dealt for is an estimate, a float.

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
            count=count,
            strategy=strategy,
            seen=seen,
            by=by,
            up_to=up_to,
            wagers=wagers,
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
            rate=rate,
        )

    def value(
        self,
        strategy: str | PathLike[str],
        *,
        variance: bool = True,
        distribution: bool = False,
        seen: Whole | None = None,
        up_to: Whole | None = None,
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
            by: with ``seen`` or ``up_to``: what tells rounds apart, as of :meth:`exposure`.
            count: with ``seen`` or ``up_to``: the count, for a strategy that names none.
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
            strategy=strategy,
            variance=variance,
            distribution=distribution,
            seen=seen,
            up_to=up_to,
            by=by,
            count=count,
        )

    def follow(
        self, caller: str = "cdz", *, rounds: Whole | None = None, seed: Whole | None = None, progress: Progress = False
    ) -> Followed:
        """What a player is worth who wagers on a box where another calls the decisions, per unit of initial wager.

        Args:
            caller: the class that the other plays: ``td``, ``cdz`` or ``cdz-best``.
            rounds: deal so many rounds too, 1 to 10,000,000,000, made whole blocks of 65,536, and compare them with the exact figures.
            seed: with ``rounds``: the seed of the random numbers; 1 unless given.
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

    def check(self, claims: str | PathLike[str], *, limit: Whole = 400, progress: Progress = False) -> CheckedClaims:
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
        return self._ask(CheckedClaims, "check", progress, claims=claims, limit=limit)

    def certify(self, out: str | PathLike[str] | None = None, *, progress: Progress = False) -> Certified:
        """Everything, as a report folder: minutes.

        Args:
            out: the folder; ``reports`` and the id of the report unless given.
            progress: as of :meth:`solve`.

        Returns:
            The folder as an absolute path, and how many files are in it.

        Raises:
            ShoeproofError: for a folder that is not replaced.
        """
        certified = self._ask(Certified, "certify", progress, out=out)
        # The library names a new folder as it was asked for, and one that it replaces in full.
        named = {**json.loads(certified.to_json()), "dir": os.path.realpath(certified.dir)}
        return Certified(json.dumps(named, separators=(",", ":"), ensure_ascii=False))


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
    return Analysis(_native.NativeAnalysis.open(_arguments.path("path", path), [])).set(**choices)


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
    return Analysis(_native.NativeAnalysis.game(_arguments.text("game_id", game_id), [])).set(**choices)


def of_text(text: str) -> Analysis:
    """An analysis by its text, of a game of the catalogue.

    Args:
        text: that of an analysis file.
    """
    return Analysis(_native.NativeAnalysis.of_text(_arguments.text("text", text)))


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

    Raises:
        ValueError: for a date that is none.
    """
    day = _arguments.maybe(_arguments.day)("date", date)
    today = _date.today().isoformat()  # noqa: DTZ011 - the day where one is
    return _native.new_analysis(_arguments.text("game_id", game_id), today if day is None else day)


def _native_of(name: str, analysis: AnalysisLike) -> _native.NativeAnalysis:
    if isinstance(analysis, Analysis):
        return analysis._native  # noqa: SLF001 - its own
    if isinstance(analysis, (str, os.PathLike)):
        return _native.NativeAnalysis.open(analysis, [])
    raise _arguments.wrong(name, analysis, "an Analysis, the path of one, or the id of a game")


def _natives(analyses: AnalysisLike | Iterable[AnalysisLike]) -> list[_native.NativeAnalysis]:
    if isinstance(analyses, (Analysis, str, os.PathLike)):
        return [_native_of("analyses", analyses)]
    if not isinstance(analyses, Iterable):
        raise _arguments.wrong("analyses", analyses, "analyses")
    natives = [_native_of("analyses", one) for one in analyses]
    if not natives:
        raise _arguments.out("analyses", [], "one analysis at least")
    return natives


def compare(
    analyses: AnalysisLike | Iterable[AnalysisLike], *, combinations: bool = False, progress: Progress = False
) -> Compared:
    """House edges of analyses side by side, by strategy class and reading.

    Args:
        analyses: them, or one: each an :class:`Analysis`, the path of its file, or the id of a game.
        combinations: value every combination of readings too, which takes minutes.
        progress: as of :meth:`Analysis.solve`.

    Returns:
        A row per analysis. Ids do not tell what was set; ``title`` does.

    Raises:
        ValueError: for no analysis.
        ShoeproofError: for a path or id that leads to none, and what is not solved.
        TypeError: for anything else.

    Example:
        >>> import shoeproof
        >>> one = shoeproof.game("plain-blackjack", decks=1)
        >>> shoeproof.compare([one, one.set(soft_17="hit")])
        Compared
          1  Plain blackjack, 1 deck
          2  Plain blackjack, 1 deck, with options.soft-17 = hit
          number                 analysis  decks  conforming  house_edge.cdz  house_edge.td
               1  plain-blackjack-1-decks      1        True     -0.00153120    -0.00131847
               2  plain-blackjack-1-decks      1        True      0.00037484     0.00055640
    """
    is_every_combination = _arguments.flag("combinations", combinations)
    with listener(progress) as told:
        return Compared(_native.compare(_natives(analyses), is_every_combination, told))


def comparison(
    analyses: AnalysisLike | Iterable[AnalysisLike],
    out: str | PathLike[str] | None = None,
    *,
    title: str | None = None,
    progress: Progress = False,
) -> Comparison:
    """Analyses side by side in full, and as a folder with a page, spreadsheets and drawings.

    Each choice of each analysis is solved under two classes, which takes minutes for several analyses.

    Args:
        analyses: one to 32, as of :func:`compare`.
        out: the folder; none is written unless given. A folder with other files in it is refused.
        title: of the page; the analyses' titles unless given.
        progress: as of :meth:`Analysis.solve`.

    Returns:
        Edges, what differs, and what every number of decks, option and reading does alone.

    Raises:
        ValueError: for no analysis.
        ShoeproofError: for more than 32, and for a folder that is not replaced.

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
    folder = _arguments.maybe(_arguments.path)("out", out)
    named = _arguments.maybe(_arguments.text)("title", title)
    with listener(progress) as told:
        return Comparison(_native.comparison(_natives(analyses), named, folder, told))


def verify(
    path: str | PathLike[str],
    analysis: AnalysisLike | None = None,
    *,
    level: str = "usual",
    keys: str | PathLike[str] | Iterable[str | PathLike[str]] = (),
    progress: Progress = False,
) -> Verified:
    """The verdict on a report folder.

    Args:
        path: the folder.
        analysis: what the report must be of, as of :func:`compare`.
        level: ``quick``, ``usual`` or ``full``.
        keys: files of public keys that must all have signed it, or one.
        progress: as of :meth:`Analysis.solve`.
    """
    native = None if analysis is None else _native_of("analysis", analysis)
    arguments = _arguments.read("verify", {"path": path, "level": level, "keys": keys})
    asked = json.dumps({"dir": arguments.pop("path"), **arguments})
    with listener(progress) as told:
        return Verified(_native.verify(asked, native, told))
