# pyright: strict
"""What type checkers see of the package; they check this file, and nobody runs it."""

from __future__ import annotations

from fractions import Fraction

import shoeproof


def house_edges(decks: list[int]) -> dict[int, Fraction]:
    """House edges by number of decks."""
    found: dict[int, Fraction] = {}
    for number in decks:
        analysis: shoeproof.Analysis = shoeproof.game("pa-633a-blackjack", decks=number)
        solved: shoeproof.Solved = analysis.solve("cdz", variance="without", progress=lambda done, of, words: None)
        found[number] = solved.house_edge
    return found


def rows(plan: shoeproof.Plan) -> list[dict[str, object]]:
    """The answers of a plan."""
    return [dict(plan.answer(number)) for number in range(len(plan))]
