"""Exact combinatorial analysis of blackjack-family table games.

Every exact value is a :class:`fractions.Fraction`, from a finite shoe, without simulation or rounding.

Example:
    >>> import shoeproof
    >>> one = shoeproof.game("plain-blackjack", decks=1)
    >>> one.solve(variance="without").house_edge
    Fraction(-48682286263053761, 31793552508010293000)
    >>> one.inspect("T,6", up="7").best
    'hit'
"""

from shoeproof._analysis import Analysis, compare, comparison, game, games, load, new_analysis, of_text, verify
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
    SweepDone,
    ValuedStrategy,
    Verified,
)
from shoeproof._native import ShoeproofError
from shoeproof._plans import Plan, sweep, to_parquet

__all__ = [
    "Analysis",
    "Answer",
    "Approximated",
    "Bracketed",
    "Certified",
    "CheckedClaims",
    "Compared",
    "Comparison",
    "CutCardEffects",
    "DealerEnds",
    "Exposure",
    "Followed",
    "GameChoices",
    "Games",
    "Inspected",
    "InspectedSwitch",
    "PerfectSizes",
    "Plan",
    "Reconciled",
    "ShoeproofError",
    "SideWagers",
    "Simulated",
    "Solved",
    "StrategyCharts",
    "SweepDone",
    "ValuedStrategy",
    "Verified",
    "compare",
    "comparison",
    "game",
    "games",
    "load",
    "new_analysis",
    "of_text",
    "sweep",
    "to_parquet",
    "verify",
]
