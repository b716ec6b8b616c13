"""The page of the studies says what their tables say, and the tables what the package computes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import shoeproof

STUDIES = Path(__file__).resolve().parents[1] / "studies"


@pytest.fixture(scope="module")
def studies():
    sys.path.insert(0, str(STUDIES))
    import common
    import page

    yield {"common": common, "page": page}
    sys.path.remove(str(STUDIES))


def test_the_page_is_written_from_the_tables(studies):
    page = studies["page"]
    assert page.PATH.read_text(encoding="utf-8") == page.text()


def test_an_effect_and_an_interaction_are_differences_of_edges(studies):
    effects, pairs = (studies["common"].read(f"633a-rules-{name}") for name in ("effects", "interactions"))
    six = shoeproof.game("pa-633a-blackjack", decks=6)

    def edge(**choices: str) -> float:
        return 100 * float(six.set(**choices).solve(variance="without").house_edge)

    own, hit, none = edge(), edge(soft_17="hit"), edge(surrender="none")
    row = next(row for row in effects if (row["option"], row["to"]) == ("soft-17", "hit"))
    assert float(row["at_default"]) == pytest.approx(hit - own, abs=1e-6)
    both = edge(soft_17="hit", surrender="none")
    chosen = ("soft-17", "hit", "surrender", "none")
    row = next(row for row in pairs if (row["option"], row["to"], row["other"], row["other_to"]) == chosen)
    assert float(row["at_default"]) == pytest.approx(both - hit - none + own, abs=1e-6)


def test_an_edge_against_tens_is_solved_again(studies):
    rows = {row["tens"]: row for row in studies["common"].read("tens")}
    for game, tens in (("pa-685a-down-under", "60"), ("spanish-21", "120")):
        shoe = ",".join(["24"] * 9 + [tens])
        edge = shoeproof.game(game, shoe=shoe).solve(variance="without").house_edge
        assert float(rows[tens][game]) == pytest.approx(100 * float(edge), abs=1e-6)


def test_the_last_ten_that_the_attack_needs(studies):
    row = next(row for row in studies["common"].read("attack") if (row["value"], row["up"]) == ("T", "2"))
    least = int(row["attacked_from"])

    def is_attacked(tens: int) -> bool:
        shoe = ",".join(["32"] * 9 + [str(tens)])
        solved = shoeproof.game("pa-665a-double-attack", shoe=shoe).solve(variance="without")
        return next(up["attack"] for up in solved.by_up_card if up["up"] == "2")

    assert (is_attacked(least), is_attacked(least - 1)) == (True, False)


def test_the_same_shoes_are_dealt_again(studies):
    """One shoe of the plan: the edge that the sweep gives is that of the shoe by itself."""
    plan = shoeproof.Plan.load(studies["common"].PLANS / "down-under-shoes.toml")
    answer = plan.answer(1500)
    left = shoeproof.game("pa-685a-down-under", decks=6, dealer_ace="literal", shoe=answer["shoe"])
    assert float(answer["figures"]["near_ev"]) == pytest.approx(left.approximate().ev, abs=1e-9)
