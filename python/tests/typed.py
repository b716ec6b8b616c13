# pyright: strict, reportUnnecessaryTypeIgnoreComment=true
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


def figures(analysis: shoeproof.Analysis) -> list[float]:
    """Figures have types, and a name that is none is an error: where it is not, the comment is one too many."""
    solved = analysis.solve()
    simulated: shoeproof.Simulated = analysis.simulate(1e6, 1, penetration=0.75)
    found: list[float] = [simulated.ev, analysis.approximate().house_edge, float(analysis.bracket().house_edge["low"])]
    hands = [str(row["hand"]) for row in solved.actions]
    found += [float(value) for value in analysis.inspect(["T", 6], up=7).actions.values()]
    found.append(solved.nothing)  # type: ignore[attr-defined]
    solved.nothing = hands  # type: ignore[attr-defined]
    solved.by_up_card[0]["ev"] = 1  # type: ignore[index]
    found.append(solved.house_edge.nothing)  # type: ignore[attr-defined]
    found.append(simulated.ev.nothing)  # type: ignore[attr-defined]
    return found


def one_is_as_good_as_a_list(analysis: shoeproof.Analysis) -> tuple[shoeproof.Reconciled, shoeproof.Compared]:
    """A name alone, and an analysis by its id."""
    reconciled = analysis.reconcile(Fraction(1, 200), strategies="td", only="soft-17", meter=1_000)
    return reconciled, shoeproof.compare(["plain-blackjack", analysis])
