"""The wheel as it is installed."""

from __future__ import annotations

import copy
import inspect
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from fractions import Fraction
from pathlib import Path

import pytest

import shoeproof

#: Found by exact analysis, and the committed figures of the project.
ONE_DECK = Fraction(48682286263053761, 31793552508010293000)

#: The project.
ROOT = Path(__file__).parents[2]

FEW = """
format = 1
ask = "wager"
wager = "match-the-dealer"
analyses = ["pa-685a-down-under"]
units-per-file = 1
grid.decks = "all"
"""

#: Minutes of work in steps far shorter than a second.
LONG = """
import shoeproof, sys
print("begun", flush=True)
try:
    shoeproof.game("pa-633a-blackjack").simulate(10_000_000_000, 1)
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


#: The dealer's play for a player, whose worth is known to be poor.
CARD = """
[hard]
"4-16"  = "H H H H H H H H H H"
"17-20" = "S S S S S S S S S S"
[soft]
"12-16" = "H H H H H H H H H H"
"17-20" = "S S S S S S S S S S"
"""


@pytest.fixture
def card(tmp_path) -> Path:
    path = tmp_path / "card.toml"
    path.write_text(CARD)
    return path


@pytest.fixture
def one_deck() -> shoeproof.Analysis:
    return shoeproof.game("plain-blackjack", decks=1)


def test_exact_values_are_fractions(one_deck):
    solved = one_deck.solve(variance="without")
    assert solved.ev == ONE_DECK
    assert solved.house_edge == -ONE_DECK
    assert solved.to_dict()["ev"] == ONE_DECK
    assert all(isinstance(row["ev"], Fraction) for row in solved.by_up_card)
    assert sum(row["probability"] * row["ev"] for row in solved.by_up_card) == ONE_DECK


def leaves(value, key=""):
    if isinstance(value, dict):
        for name, one in value.items():
            yield from leaves(one, name)
    elif isinstance(value, list):
        for one in value:
            yield from leaves(one, key)
    else:
        yield key, value


def test_no_exact_value_stays_a_text():
    analysis = shoeproof.game("pa-633a-blackjack", decks=6, max_hands=2)
    answers = [
        analysis.solve(distribution=True, variance="without").to_dict(),
        analysis.side_wagers().to_dict(),
    ]
    is_fraction = re.compile(r"-?\d+/\d+").fullmatch
    texts = {key for answer in answers for key, one in leaves(answer) if isinstance(one, str) and is_fraction(one)}
    # A paytable's name, such as 11/4, is one.
    assert texts <= {"paytable"}
    net = [one for answer in answers for key, one in leaves(answer) if key in {"net", "wagered", "bankroll"}]
    assert {Fraction} == {type(one) for one in net}
    totals = [one for answer in answers for key, one in leaves(answer) if key in {"total", "combinations"}]
    assert {int} == {type(one) for one in totals}


def test_a_printed_decimal_is_rounded_from_the_fraction():
    from shoeproof import _exact

    assert _exact.shown(Fraction(3, 2 * 10**8)) == "0.00000002"
    assert _exact.shown(Fraction(-5, 10**9)) == "-0.00000001"
    assert _exact.shown(Fraction(-4, 10**9)) == "0.00000000"
    assert _exact.shown(Fraction(-7, 4), 1) == "-1.8"
    assert _exact.shown(Fraction(10**20 + 1, 10**8)) == "1000000000000.00000001"


def test_choices_by_name():
    analysis = shoeproof.game("pa-633a-blackjack", decks=6, max_hands=4)
    assert analysis.chosen["options.max-hands"] == "4"
    assert analysis.set("options.max-hands=3").chosen["options.max-hands"] == "3"
    assert analysis.set(shoe=[4, 4, 4, 4, 4, 4, 4, 4, 4, 16]).shoe == [4] * 9 + [16]
    with pytest.raises(shoeproof.ShoeproofError, match="max_hands"):
        analysis.set(most_hands=4)
    with pytest.raises(shoeproof.ShoeproofError, match="77 decks"):
        analysis.set(decks=77)


def test_a_file_is_loaded(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(shoeproof.new_analysis("plain-blackjack", date="2026-11-21"))
    assert shoeproof.load(path, decks=1).approximate().ev == pytest.approx(float(ONE_DECK), abs=1e-12)
    path.write_text("format = 1\n")
    with pytest.raises(shoeproof.ShoeproofError, match=r"mine\.toml"):
        shoeproof.load(path)


def test_pickles(one_deck):
    solved = one_deck.approximate()
    for thing in (one_deck, one_deck.set(decks=2), solved):
        assert pickle.loads(pickle.dumps(thing)) == thing
    assert pickle.loads(pickle.dumps(solved)).ev == solved.ev


def test_every_verb_answers(one_deck, card, tmp_path):
    under = shoeproof.game("pa-685a-down-under")
    small = one_deck.set(shoe="4,0,0,4,0,4,0,4,0,16")
    claims = tmp_path / "theirs.csv"
    claims.write_text("of,figure,value\nbase-game,house-edge,-0.15%\n")
    answers = [
        under.solve(variance="without"),
        small.solve("td", variance="always", effects_of_removal=True, actions=True, distribution=True, spots=2),
        one_deck.approximate(),
        one_deck.check(claims),
        small.cut_card(shoes=4096),
        shoeproof.sweep(shoeproof.Plan(FEW), tmp_path / "swept"),
        shoeproof.verify(ROOT / "reports" / "pa-685a-down-under-6-decks", level="quick"),
        under.chart(),
        shoeproof.game("double-exposure").chart(),
        under.dealer(),
        under.choices(),
        one_deck.chart(),
        one_deck.count(),
        small.bracket(),
        one_deck.inspect("T,6", up="7"),
        one_deck.dealer(worth=False),
        one_deck.simulate(10_000, 1),
        one_deck.choices(),
        under.side_wagers(),
        under.reconcile("3.67%..4.06%", wager="match-the-dealer", decks=True),
        shoeproof.games(),
        shoeproof.compare([one_deck]),
        shoeproof.comparison([one_deck]),
        one_deck.exposure(seen=[13], variance=False),
        one_deck.value(card, variance=False),
        shoeproof.game("ma-double-attack").follow(),
    ]
    for answer in answers:
        # Besides those of answers that are lists of rows.
        assert set(answer.to_dict()) - {"rows"} <= set(declared(type(answer)))
        assert pickle.loads(pickle.dumps(answer)) == answer == copy.deepcopy(answer)
        assert json.dumps(answer.to_dict(), default=str) == json.dumps(dict(answer._data), default=str)
        assert type(answer).__name__ in repr(answer)
        assert "<table" in answer._repr_html_()
        assert max(map(len, repr(answer).splitlines())) <= 120, type(answer)
        assert "_decimal" not in repr(answer)
        assert "[{" not in repr(answer)
        assert answer.to_dict()
        assert answer.rows()
        assert all("{" not in line for line in repr(answer).splitlines()[:2])


#: The schema of each answer that has one, and is no list of rows.
SCHEMAS = {
    "Approximated": "approximate",
    "Certified": "certify",
    "CheckedClaims": "check",
    "Comparison": "comparison",
    "CutCardEffects": "cut-card",
    "Exposure": "exposure",
    "Followed": "follow",
    "GameChoices": "games-of-one",
    "Inspected": "inspect",
    "InspectedSwitch": "inspect-switch",
    "Reconciled": "reconcile",
    "Simulated": "simulate",
    "Solved": "solve",
    "StrategyCharts": "chart",
    "SweepDone": "sweep",
    "ValuedStrategy": "value",
    "Verified": "verify",
}


def declared(answer: type) -> dict[str, str]:
    return vars(answer).get("__annotations__", {})


@pytest.mark.parametrize(("name", "schema"), list(SCHEMAS.items()))
def test_figures_are_declared_as_the_schemas_have_them(name, schema):
    of = json.loads((ROOT / "docs" / "schema" / "answers" / f"{schema}.json").read_text())
    own = declared(getattr(shoeproof, name))
    assert set(own) == set(of["properties"])
    # What may be left out is no attribute then; what is always there may be null.
    required = {figure: of["properties"][figure] for figure in of["required"]}
    may_be_null = {figure for figure, value in required.items() if '"null"' in json.dumps(value)}
    assert {figure for figure, kind in own.items() if "None" in kind} == may_be_null


def test_answers_do_not_change(one_deck):
    solved = one_deck.solve(variance="without")
    before = solved.to_dict()
    with pytest.raises(AttributeError, match="house_edge"):
        solved.house_edge = 1
    with pytest.raises(AttributeError, match="new"):
        solved.new = 1
    with pytest.raises(AttributeError, match="_json"):
        del solved._json
    for change in (
        lambda: solved.insurance.update(pays="x"),
        lambda: solved.insurance.__setitem__("pays", "x"),
        lambda: solved.insurance.pop("pays"),
        lambda: solved.by_up_card.append({}),
        solved.by_up_card.sort,
        solved.by_up_card[0].clear,
        lambda: solved.deviations.extend(["x"]),
    ):
        with pytest.raises(TypeError, match="does not change"):
            change()
    assert solved.to_dict() == before == dict(solved._data)
    # Copies are the caller's own.
    solved.to_dict()["insurance"]["pays"] = "x"
    for own in (
        copy.copy(solved.insurance),
        copy.deepcopy(solved.insurance),
        pickle.loads(pickle.dumps(solved.insurance)),
    ):
        own["pays"] = "x"
    solved.rows()[0]["ev"] = 1
    assert solved.to_dict() == before
    assert json.loads(json.dumps(solved.insurance, default=str))["pays"] == str(before["insurance"]["pays"])
    with pytest.raises(AttributeError, match=r"no figure 'actions': it has analysis,"):
        _ = solved.actions


def test_a_house_edge_is_a_part_of_one(one_deck):
    near, between = one_deck.approximate(), one_deck.bracket()
    assert near.house_edge == -near.ev
    assert between.house_edge == {end: part / 100 for end, part in between.house_edge_percent.items()}
    assert between.house_edge["low"] < between.house_edge["high"] < 0
    dealt = one_deck.simulate(10_000, 1)
    assert dealt.house_edge == -dealt.ev
    cut = one_deck.cut_card(shoes=4096, valued=10)
    assert cut.house_edge == float(cut.cut_card["house_edge"])


#: What a question needs besides the argument in question.
NEEDED = {
    "inspect": {"hand": "T,6", "up": "7"},
    "inspect_switch": {"hand": "T,5", "second": "6,T", "up": "7"},
    "reconcile": {"edge": "0.43%"},
    "simulate": {"rounds": 1000, "seed": 1},
    "value": {"strategy": "card.toml"},
    "check": {"claims": "theirs.csv"},
}


def questions():
    for verb, of in inspect.getmembers(shoeproof.Analysis, inspect.isfunction):
        own = [one for one in inspect.signature(of).parameters if one not in {"self", "progress", "replaced"}]
        if not verb.startswith("_") and verb != "set":
            yield from ((verb, argument) for argument in own)


@pytest.mark.parametrize(("verb", "argument"), list(questions()))
def test_what_is_no_such_argument_is_named(one_deck, verb, argument):
    with pytest.raises(TypeError, match=f"^{argument}=<object"):
        getattr(one_deck, verb)(**{**NEEDED.get(verb, {}), argument: object()})


def test_numbers_are_taken_as_they_are_meant(one_deck):
    numpy = pytest.importorskip("numpy")
    hit = one_deck.inspect("T,6", up="7")
    assert one_deck.inspect(["T", 6], up=7) == one_deck.inspect((10, numpy.int64(6)), up=numpy.int8(7)) == hit
    dealt = one_deck.simulate(1_000, 1, penetration="75%")
    assert one_deck.simulate(1e3, numpy.uint64(1), penetration=0.75) == dealt
    assert one_deck.simulate(numpy.float64(1e3), 1, penetration=numpy.float32(0.75)) == dealt
    assert one_deck.simulate(1_000, 1, penetration=39) == one_deck.simulate(1_000, 1, penetration="39")
    assert one_deck.simulate(1_000, 1, penetration=0.1 + 0.2) == one_deck.simulate(1_000, 1, penetration="30%")
    assert one_deck.simulate(1_000, seed=2**64 - 1).seed == 2**64 - 1
    seen = one_deck.exposure(seen=[13], variance=False)
    assert one_deck.exposure(seen=numpy.array([13]), variance=numpy.bool_(False)) == seen
    assert one_deck.exposure(seen=13, variance=False) == seen
    assert one_deck.set(decks=numpy.int64(2)) == one_deck.set(decks=2.0) == one_deck.set(decks=2)
    assert one_deck.set(shoe=numpy.array([4] * 9 + [16])).shoe == [4] * 9 + [16]
    meter = {"wager": "straight-jack", "limit": 1_000}
    blackjack = shoeproof.game("pa-633a-blackjack")
    assert blackjack.reconcile("20%", meter=1_000, **meter) == blackjack.reconcile("20%", meter="1000", **meter)
    assert one_deck.reconcile(-ONE_DECK).inside == 1


@pytest.mark.parametrize(
    ("ask", "wrong"),
    [
        (lambda one: one.inspect("T,6", up=7.5), r"^up=7\.5: expected a card"),
        (lambda one: one.inspect(16, up=7), r"^hand=16: expected cards"),
        (lambda one: one.simulate(1_000.5, 1), r"^rounds=1000\.5: expected a whole number"),
        (lambda one: one.simulate(1_000, True), "^seed=True: expected a whole number"),
        (lambda one: one.reconcile(0.43), '^edge=0\\.43: expected "0\\.43%" or "43%", whichever is meant'),
        (lambda one: one.reconcile(0.0043), '^edge=0\\.0043: expected "0\\.0043%" or "0\\.43%"'),
        (lambda one: one.reconcile("0.43%", strategies=["td", 5]), "^strategies=5: expected a text"),
        (lambda one: one.exposure(seen="13"), "^seen='13': expected whole numbers"),
        (lambda one: one.solve(bracket=1), "^bracket=1: expected True or False"),
        (lambda one: shoeproof.compare(5), "^analyses=5: expected"),
        (lambda one: shoeproof.compare([one, 5]), "^analyses=5: expected an Analysis"),
        (lambda one: shoeproof.comparison([one], out=5), "^out=5: expected"),
        (lambda one: shoeproof.verify("reports", 5), "^analysis=5: expected"),
        (lambda one: shoeproof.verify("reports", keys=[5]), "^keys=5: expected"),
        (lambda one: shoeproof.sweep("plan.toml", "out"), "^plan='plan.toml': expected a Plan"),
        (lambda one: shoeproof.sweep(shoeproof.Plan(FEW), "out", threads="2"), "^threads='2': expected"),
        (lambda one: shoeproof.game(3), "^game_id=3: expected a text"),
        (lambda one: shoeproof.game(None), "^game_id=None: expected a text"),
        (lambda one: shoeproof.load(3), "^path=3: expected a name or a path"),
        (lambda one: shoeproof.of_text(3), "^text=3: expected a text"),
        (lambda one: shoeproof.new_analysis(3), "^game_id=3: expected a text"),
        (lambda one: shoeproof.new_analysis("plain-blackjack", date=3), "^date=3: expected a text"),
        (lambda one: one.set(3), "^replaced=3: expected a text"),
        (lambda one: one.set(decks=2.5), r"^decks=2\.5: expected a whole number from 1 to 65535"),
        (lambda one: one.set(max_hands=None), "^max_hands=None: expected"),
        (lambda one: one.set(shoe=[4, None]), "^shoe=None: expected"),
        (lambda one: one.simulate(1_000, 1, progress=5), "^progress=5: expected True, False or a function"),
        (lambda one: shoeproof.Plan(3), "^text=3: expected"),
        (lambda one: shoeproof.Plan.load(3), "^path=3: expected"),
        (lambda one: shoeproof.Plan(FEW).unit("x"), "^number='x': expected a whole number"),
        (lambda one: shoeproof.Plan(FEW).has_answers(0, 5), "^out=5: expected"),
        (lambda one: shoeproof.Plan(FEW).keep(0, "out", [5]), "^answers=5: expected"),
        (lambda one: shoeproof.to_parquet(5), "^out=5: expected"),
    ],
)
def test_wrong_types_are_refused_with_the_argument(one_deck, ask, wrong):
    with pytest.raises(TypeError, match=wrong):
        ask(one_deck)


@pytest.mark.parametrize(
    ("ask", "wrong"),
    [
        *(
            (lambda one, spots=spots: one.solve(spots=spots), f"^spots={spots}: .* 2 to 99$")
            for spots in (-1, 0, 1, 100)
        ),
        (lambda one: one.inspect("T,6", up=11), "^up=11: expected a card"),
        (lambda one: one.simulate(-1, 1), "^rounds=-1: expected a whole number from 1 to 10000000000$"),
        (lambda one: one.simulate(10**15, seed=1), "^rounds=1000000000000000: .* 1 to 10000000000$"),
        (lambda one: one.set(decks=10**30), "^decks=1000000000000000000000000000000: .* 1 to 65535$"),
        (lambda one: shoeproof.game("plain-blackjack", decks=0), "^decks=0: .* 1 to 65535$"),
        (lambda one: one.reconcile("1%", wager="x", meter=-5), "^meter=-5: expected an amount"),
        (lambda one: one.exposure(rate=range(1, 12)), "^rate=.*: expected at most 10$"),
        (lambda one: shoeproof.Plan(FEW).unit(-1), r"^number=-1: .* below 2\^64$"),
        *(
            (lambda one, day=day: shoeproof.new_analysis("plain-blackjack", date=day), f"^date='{day}': .*YYYY-MM-DD")
            for day in ("xx", "", "20261121", "2026-02-30")
        ),
        (lambda one: one.simulate(1_000, 2**64), r"^seed=18446744073709551616: .* below 2\^64$"),
        (lambda one: one.simulate(1_000, 1, penetration=1.0), r"^penetration=1\.0: expected a part"),
        (lambda one: one.exposure(seen=[13], spread=8, bank=400, risk=5), "^risk=5: expected a probability"),
        (lambda one: one.cut_card(shoes=4096, valued=2), "^valued=2: .* 10 to 1000000$"),
        (lambda one: one.cut_card(shoes=0), "^shoes=0: .* 1 to 1000000000$"),
        (lambda one: one.cut_card(players=8), "^players=8: .* 1 to 7$"),
        (lambda one: shoeproof.compare([]), r"^analyses=\[\]: expected one analysis at least$"),
        (lambda one: shoeproof.comparison(iter([])), r"^analyses=\[\]: expected one analysis at least$"),
    ],
)
def test_what_is_out_of_bounds_is_refused_with_the_argument(one_deck, ask, wrong):
    for kind in (ValueError, shoeproof.ShoeproofError):
        with pytest.raises(kind, match=wrong):
            ask(one_deck)


#: Numbers just out of bounds, by question and argument, with what these need besides.
OUT = [
    ("simulate", "rounds", {"rounds": 0}),
    ("simulate", "rounds", {"rounds": 10_000_000_001}),
    ("cut_card", "players", {"players": 8}),
    ("exposure", "bank", {"bank": 0, "spread": 8}),
    ("exposure", "spread", {"spread": 0}),
    ("exposure", "spread", {"spread": 100_001}),
    ("exposure", "seats", {"seats": 0, "spread": 8}),
    ("exposure", "seats", {"seats": 8, "spread": 8}),
    ("exposure", "shoes", {"shoes": 0, "spread": 8, "seats": 1}),
    ("exposure", "shoes", {"shoes": 1_000_001, "spread": 8, "seats": 1}),
    ("exposure", "ceiling", {"ceiling": 99}),
    ("exposure", "ceiling", {"ceiling": 100_001}),
    ("exposure", "tags_up_to", {"tags_up_to": 0}),
    ("exposure", "tags_up_to", {"tags_up_to": 4}),
    ("exposure", "rate", {"rate": [0]}),
    ("exposure", "rate", {"rate": [100_001]}),
    ("exposure", "rate", {"rate": list(range(1, 12))}),
]


@pytest.mark.parametrize(("verb", "name", "arguments"), OUT)
def test_the_bounds_are_those_of_the_library(one_deck, monkeypatch, verb, name, arguments):
    from shoeproof import _arguments

    def ask():
        return getattr(one_deck, verb)(**{**NEEDED.get(verb, {}), **arguments})

    with pytest.raises(_arguments.OutOfBoundsError, match=f"^{name}="):
        ask()
    of_verb = f"{verb}.{name}"
    key = of_verb if of_verb in _arguments.KINDS else name
    monkeypatch.setitem(_arguments.KINDS, key, lambda _, value: value)
    with pytest.raises(shoeproof.ShoeproofError, match="expected") as refused:
        ask()
    assert type(refused.value) is shoeproof.ShoeproofError


def test_the_bounds_themselves_are_taken(one_deck):
    small = one_deck.set(shoe="4,0,0,4,0,4,0,4,0,16")
    assert [small.solve("td", variance="always", spots=spots).spots["number"] for spots in (2, 99)] == [2, 99]
    assert one_deck.cut_card(players=7, shoes=1, valued=10).players == 7


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda one, _: one.exposure(seen=13, trigger=2), "trigger says nothing without wagers"),
        (lambda one, _: one.exposure(seen=13, trigger=0, wagers=[]), "trigger says nothing without wagers"),
        (lambda one, _: one.exposure(seen=13, seed=9), "seed says nothing without seats or ceiling"),
        (lambda one, _: one.exposure(seen=13, seed=0, spread=8), "seed says nothing without seats or ceiling"),
        (lambda one, _: one.exposure(seen=13, shoes=8192), "shoes says nothing without seats"),
        (lambda one, _: one.exposure(seen=13, shoes=65_536, ceiling=100), "shoes says nothing without seats"),
        (lambda one, _: one.exposure(seen=13, leave=True), "leave says nothing without spread or bets"),
        (lambda one, _: one.exposure(seen=13, risk="5%", bank=400), "risk says nothing without spread"),
        (lambda one, _: one.exposure(seen=13, risk="5%", bets="1:4", bank=400), "risk says nothing without spread"),
        (lambda one, _: one.exposure(seen=13, risk="5%", spread=8), "risk says nothing without bank"),
        (lambda one, card: one.value(card, count="ko"), "count says nothing without seen or up_to"),
        (lambda one, card: one.value(card, by="running-count"), "by says nothing without seen or up_to"),
        (lambda one, _: one.follow(seed=3), "seed says nothing without rounds"),
        (lambda one, _: one.reconcile("0.43%", meter=5), "meter says nothing without wager"),
        (lambda one, _: one.reconcile("1%", wager="x", strategies="td"), "strategies says nothing beside wager"),
    ],
)
def test_what_says_nothing_is_refused(one_deck, card, ask, words):
    for kind in (ValueError, shoeproof.ShoeproofError):
        with pytest.raises(kind, match=f"^{words}$"):
            ask(one_deck, card)


def test_what_goes_with_another_is_taken(one_deck, card):
    asked = {"seen": 13, "variance": False}
    sampled = one_deck.exposure(ceiling=100, **asked)
    assert sampled == one_deck.exposure(ceiling=100, seed=1, **asked)
    assert sampled != one_deck.exposure(ceiling=100, seed=2, **asked)
    assert one_deck.value(card, count="ko", by="running-count", **asked).by_count["seen"] == [13, 13]
    match = shoeproof.game("pa-685a-down-under").exposure(
        seen=156, wagers="match-the-dealer", trigger=0, variance=False
    )
    assert match.trigger == 0
    with pytest.raises(shoeproof.ShoeproofError, match="spread or bets, and not both"):
        one_deck.exposure(spread=8, bets="1:4", bank=400, risk="5%", **asked)


def patterned(of, key=""):
    """Names of figures that a schema has as decimals, beside no fraction."""
    if isinstance(of, dict):
        own = of.get("properties", {})
        if "fraction" not in own:
            yield from (name for name, one in own.items() if r"(\.[0-9]+)?$" in str(one.get("pattern")))
        for name, one in of.items():
            yield from patterned(one, name)
    elif isinstance(of, list):
        for one in of:
            yield from patterned(one, key)


def test_every_decimal_of_the_schemas_is_read():
    from shoeproof import _exact

    folder = ROOT / "docs" / "schema" / "answers"
    names = {
        name for schema in SCHEMAS.values() for name in patterned(json.loads((folder / f"{schema}.json").read_text()))
    }
    assert {"estimate", "standard_error", "decimal"} <= names
    # The ends that are proven are decimals taken exactly.
    assert names - _exact._DECIMALS == {"low", "high"} <= _exact._EXACT_TEXTS


def test_an_estimate_is_a_float(one_deck):
    small = one_deck.set(max_hands=2)
    asked = {"up_to": 13, "bets": "1:4", "bank": 400, "seats": 2, "shoes": 4096, "ceiling": 100, "tags_up_to": 1}
    exposure = small.exposure(**asked)
    depth = exposure.depths[0]
    shoe = depth["ramp"]["shoe"]
    assert isinstance(shoe["win"]["estimate"], float)
    assert isinstance(shoe["win"]["standard_error"], float)
    assert f'"estimate":"{shoe["win"]["estimate"]:.6f}"' in exposure.to_json()
    assert [type(shoe[name]) for name in ("rounds_wagered", "units", "std_dev")] == [float] * 3
    low, high = depth["ceiling"]["win"]["interval"]
    assert low < depth["ceiling"]["win"]["estimate"] < high
    assert 0 < depth["ramp"]["ruin"]["risk"] < 1
    deviation = exposure.rows()[0]["std_dev"]
    assert deviation["decimal"] ** 2 == pytest.approx(float(deviation["squared"]))
    cut = one_deck.cut_card(shoes=4096, valued=10).cut_card
    numbers = ("rounds_per_shoe", "effect", "standard_error", "z", "ev", "house_edge")
    assert [type(cut[name]) for name in numbers] == [float] * len(numbers)
    # Labels stay texts, though they look like numbers.
    labels = {"up", "hand", "level", "name", "paytable", "card", "choice", "cards", "risk"}
    solved = one_deck.set(shoe="4,0,0,4,0,4,0,4,0,16").solve(
        "td", variance="always", distribution=True, actions=True, spots=2
    )
    is_decimal = re.compile(r"-?\d+\.\d+").fullmatch
    for answer in (exposure, solved, shoeproof.game("pa-685a-down-under").side_wagers()):
        texts = {key for key, one in leaves(answer.to_dict()) if isinstance(one, str) and is_decimal(one)}
        assert texts <= labels
    assert {type(row["up"]) for row in solved.rows()} == {str}


def test_one_of_something_is_singular():
    assert repr(shoeproof.Plan(FEW)) == "<shoeproof.Plan of 4 units in 4 files>"
    one = 'format = 1\nask = "approximate"\nanalyses = ["plain-blackjack"]\n'
    assert repr(shoeproof.Plan(one)) == "<shoeproof.Plan of 1 unit in 1 file>"


def test_one_name_is_a_list_of_one(one_deck):
    assert one_deck.reconcile("-0.15%", strategies="td") == one_deck.reconcile("-0.15%", strategies=["td"])
    few = {"options": True}
    with pytest.raises(shoeproof.ShoeproofError, match="numbers of decks are asked for"):
        one_deck.reconcile("-0.15%", only="soft-17", decks=True, **few)
    assert one_deck.reconcile("-0.15%", only="soft-17", **few) == one_deck.reconcile("-0.15%", only=["soft-17"], **few)
    under = shoeproof.game("pa-685a-down-under")
    asked = {"seen": [156], "variance": False}
    match = under.exposure(wagers="match-the-dealer", **asked)
    assert match == under.exposure(wagers=["match-the-dealer"], **asked)
    assert [wager["id"] for wager in match.wagers] == ["match-the-dealer"]
    report = ROOT / "reports" / "pa-685a-down-under-6-decks"
    with pytest.raises(shoeproof.ShoeproofError, match=r"no-key\.pub"):
        shoeproof.verify(report, level="quick", keys="no-key.pub")


def test_analyses_are_compared_by_path_and_id(one_deck, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(shoeproof.new_analysis("plain-blackjack", date="2026-11-21"))
    by_path = shoeproof.load(path)
    assert shoeproof.compare([path, str(path)]) == shoeproof.compare([by_path, by_path])
    assert shoeproof.compare("plain-blackjack") == shoeproof.compare([shoeproof.game("plain-blackjack")])
    assert shoeproof.compare(one_deck) == shoeproof.compare([one_deck])
    with pytest.raises(shoeproof.ShoeproofError, match="no-such-game"):
        shoeproof.compare(["no-such-game"])
    file = ROOT / "analyses" / "pa-685a-down-under" / "6-decks.toml"
    report = ROOT / "reports" / "pa-685a-down-under-6-decks"
    verdicts = [shoeproof.verify(report, of, level="quick").verdict for of in (file, shoeproof.load(file), path)]
    assert verdicts[0] == verdicts[1] != verdicts[2]


def test_compared_analyses_are_told_apart(one_deck):
    lines = repr(shoeproof.compare([one_deck, one_deck.set(soft_17="hit")])).splitlines()
    assert len(set(lines)) == len(lines)
    assert sum("soft-17 = hit" in line for line in lines) == 1
    page = shoeproof.compare([one_deck, one_deck.set(soft_17="hit")])._repr_html_()
    assert page.count("soft-17 = hit") == 1


def test_the_folder_of_a_report_is_an_absolute_path(one_deck, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    small = one_deck.set(shoe="4,0,0,4,0,4,0,4,0,16")
    first, again = small.certify("mine"), small.certify("mine")
    assert first.dir == again.dir == os.path.realpath("mine")
    assert first == again
    assert Path(small.certify().dir).parent == Path("reports").resolve()


def test_steps_that_nobody_counted_are_none():
    told = []
    shoeproof.game("pa-633a-blackjack").side_wagers(progress=lambda *step: told.append(step))
    assert told
    assert {step[:2] for step in told} == {(0, 0)}


def test_a_signal_and_a_hole_card_are_not_both_known(one_deck):
    with pytest.raises(shoeproof.ShoeproofError, match="expected one of the two"):
        one_deck.inspect("T,6", "7", signal="no blackjack", hole="T")


def test_a_mistake_costs_what_the_best_action_is_worth_more(one_deck):
    inspected = one_deck.inspect("T,6", up="7")
    rows = {row["action"]: row for row in inspected.rows()}
    assert rows["stand"]["cost"] == rows["hit"]["ev"] - rows["stand"]["ev"] > 0
    # Of 52 cards, 16 tens, 4 sixes and 4 sevens.
    assert rows["stand"]["cost_per_100_hands"] == rows["stand"]["cost"] * 100 * Fraction(2 * 16 * 4 * 4, 52 * 51 * 50)
    assert rows["hit"]["cost"] is None
    hands = one_deck.solve(variance="without", actions=True).actions
    (same,) = (hand for hand in hands if (hand["up"], hand["hand"]) == ("7", ["6", "T"]))
    assert same["actions"] == inspected.actions
    assert same["costs"] == inspected.costs


def test_a_count_is_told_for_every_depth(one_deck):
    seen = one_deck.exposure("hi-lo", seen=[10, 20], variance=False)
    assert [depth["seen"] for depth in seen.depths] == [[10, 10], [20, 20]]
    for depth in seen.depths:
        assert sum(row["probability"] for row in depth["rows"]) == 1
        # Play is fixed, so a count tells of the EV and does not change its mean.
        assert sum(row["probability"] * row["ev"] for row in depth["rows"]) == seen.ev
    assert seen.ev == one_deck.solve("td", variance="without").ev
    assert {row["seen_from"] for row in seen.rows()} == {10, 20}
    with pytest.raises(shoeproof.ShoeproofError, match="no count"):
        one_deck.exposure("no-such-count")
    with pytest.raises(shoeproof.ShoeproofError, match="too few"):
        one_deck.exposure(seen=[51])


def test_a_stated_chart_is_worth_no_more_than_the_best(one_deck, card):
    valued = one_deck.value(card)
    assert valued.cost == valued.best_ev - valued.ev > 0
    assert valued.best_ev == one_deck.solve("td", variance="without").ev
    assert any((row["up"], row["hand"], row["best_first_two"]) == ("6", "12", "stand") for row in valued.rows())
    with pytest.raises(shoeproof.ShoeproofError, match="nothing"):
        one_deck.value("nothing.toml")


def test_index_plays_are_valued_by_the_count(one_deck, card, tmp_path):
    counting = tmp_path / "counting.toml"
    index = '[[index]]\nhand = 16\nup = "T"\nfrom = 1\nplay = "S"\n'
    counting.write_text('count = "hi-lo"\n' + card.read_text() + index)
    valued = one_deck.value(counting, seen=13, variance=False)
    plain = one_deck.value(card, variance=False)
    assert valued.ev == plain.ev == valued.by_count["without_index_plays"]
    assert [play["on_a_fresh_shoe"] for play in valued.index_plays] == [False]
    rows = valued.by_count["rows"]
    assert sum(row["probability"] * row["ev"] for row in rows) == valued.by_count["ev"]
    assert [valued.by_count["gain"]] == valued.by_count["gains"]
    assert all(row["ev"] == row["without_index_plays"] for row in rows if row["count"] < 1)
    with pytest.raises(shoeproof.ShoeproofError, match="names no count"):
        one_deck.value(card, seen=13)


def test_bets_win_of_a_shoe(one_deck):
    asked = {"up_to": 20, "bets": "1:4", "variance": False, "shoes": 4096, "seed": 3}
    shoe = one_deck.exposure(seats=2, **asked).depths[0]["ramp"]["shoe"]
    assert (shoe["seats"], shoe["shoes"], shoe["seed"]) == (2, 4096, 3)
    alone = one_deck.exposure(seats=1, **asked).depths[0]["ramp"]["shoe"]
    assert float(alone["rounds"]["estimate"]) > float(shoe["rounds"]["estimate"])
    with pytest.raises(shoeproof.ShoeproofError, match="seats"):
        one_deck.exposure(seats=2)


def test_a_comparison_is_a_folder(one_deck, tmp_path):
    out = tmp_path / "compared"
    told = []
    compared = shoeproof.comparison(
        [one_deck, one_deck.set(decks=2)], out, title="One and two", progress=lambda *step: told.append(step)
    )
    assert compared.title == "One and two"
    assert json.loads((out / "comparison.json").read_text()) == json.loads(compared.to_json())
    edges = [column["classes"]["cdz"]["house_edge"] for column in compared.analyses]
    assert edges == [-ONE_DECK, one_deck.set(decks=2).solve(variance="without").house_edge]
    to_two = next(row for row in compared.rows() if (row["of"], row["key"], row["choice"]) == (0, "decks", "2"))
    assert to_two["effect"] == edges[1] - edges[0]
    assert told
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("not to be lost")
    with pytest.raises(shoeproof.ShoeproofError):
        shoeproof.comparison([one_deck], tmp_path / "mine")
    with pytest.raises(shoeproof.ShoeproofError, match="one analysis at least"):
        shoeproof.comparison([])


def test_a_bar_is_not_written_to_a_log():
    pytest.importorskip("tqdm")
    program = "import shoeproof; shoeproof.game('plain-blackjack', decks=1).simulate(2_000_000, 1, progress=True)"
    ran = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr) == ("", "")


def test_a_chart_has_its_colours(one_deck):
    chart = one_deck.chart()
    page = chart._repr_html_()
    style = (ROOT / "crates" / "report" / "templates" / "style.css").read_text()
    for kind in ("stand", "hit", "double", "split"):
        (colour,) = re.findall(rf"^\.{kind} {{ background: (#\w+); }}$", style, re.MULTILINE)
        assert colour in page
    assert "S stand, H hit, D double, P split" in page
    assert "Second letter: what to do where the first is not allowed" in repr(chart)
    # The columns are 2 to 9, T and A.
    lines = repr(chart).splitlines()
    assert next(line.split() for line in lines if line.split()[0] == "8,8") == ["8,8", *"PPPPPPPPPP"]
    assert next(line.split() for line in lines if line.split()[0] == "17") == ["17", *"SSSSSSSSSS"]
    code = next(row["code"] for row in chart.rows() if (row["up"], row["hand"]) == ("6", "8,8"))
    assert code == "P"


def test_frames(one_deck):
    solved = one_deck.solve(variance="without")
    polars = pytest.importorskip("polars")
    frame = solved.to_polars()
    assert isinstance(frame, polars.DataFrame)
    assert frame.height == 10
    assert frame["ev_decimal"].dtype == polars.Float64
    assert Fraction(frame["ev"][0]) == solved.by_up_card[0]["ev"]
    pandas = pytest.importorskip("pandas")
    assert isinstance(solved.to_pandas(), pandas.DataFrame)
    assert list(solved.to_pandas().columns) == frame.columns


def test_progress_is_told(one_deck):
    told = []
    one_deck.simulate(2_000_000, 1, progress=lambda *step: told.append(step))
    assert told
    assert all(done <= max(expected, done) and isinstance(words, str) for done, expected, words in told)

    def fail(*_step):
        raise ValueError("enough")

    with pytest.raises(ValueError, match="enough"):
        one_deck.simulate(10_000_000_000, 1, progress=fail)


def test_other_threads_run_meanwhile(one_deck):
    ticks = 0
    is_done = threading.Event()

    def tick():
        nonlocal ticks
        while not is_done.is_set():
            ticks += 1
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    begun = time.monotonic()
    one_deck.simulate(3_000_000, 1)
    took = time.monotonic() - begun
    is_done.set()
    thread.join()
    # A tenth of what an idle machine would give.
    assert ticks >= took / 0.005 / 10


#: Most of a minute of work, which goes on in a thread of its own when the caller is interrupted. It prints the processor time of the second half
#: second after each half second, until there is none.
INTERRUPTED = """
import shoeproof, time
one = shoeproof.game({game!r}, decks=6)
print("begun", flush=True)
try:
    {work}
except KeyboardInterrupt:
    for _ in range(20):
        time.sleep(0.5)
        before = time.process_time()
        time.sleep(0.5)
        if time.process_time() - before < 0.05:
            print("idle", flush=True)
            break
    else:
        print("at work", flush=True)
"""


@pytest.mark.parametrize(
    ("game", "work"),
    [
        ("pa-633a-blackjack", f"one.value({str(ROOT / 'examples' / 'index-plays.toml')!r}, up_to=234)"),
        ("ma-double-attack", "one.follow(rounds=1_000_000_000)"),
        ("pa-633a-blackjack", "one.set(max_hands=3).solve('perfect', variance='without')"),
    ],
)
def test_the_work_ends_with_the_call(game, work):
    program = INTERRUPTED.format(game=game, work=work)
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(3)
        os.kill(process.pid, signal.SIGINT)
        assert process.stdout.readline() == "idle\n"


def seconds_until_stopped() -> float:
    with subprocess.Popen([sys.executable, "-c", LONG], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(1)
        pressed = time.monotonic()
        os.kill(process.pid, signal.SIGINT)
        assert process.stdout.readline() == "stopped\n"
        took = time.monotonic() - pressed
        process.kill()
    return took


def test_control_c_stops_within_a_second():
    # A busy machine may be late once.
    assert min(seconds_until_stopped() for _ in range(3)) < 1


def test_a_sweep(tmp_path):
    plan = shoeproof.Plan(FEW)
    done = shoeproof.sweep(plan, tmp_path)
    assert (done.units, done.computed) == (4, 4)
    assert shoeproof.sweep(plan, tmp_path).found == 4
    assert pickle.loads(pickle.dumps(done)) == done
    polars = pytest.importorskip("polars")
    folder = shoeproof.to_parquet(tmp_path)
    frame = polars.scan_parquet(folder / "**/*.parquet").collect()
    assert frame.height == 4
    assert frame.filter(decks=6)["ev"].to_list() == ["-1958/48205"]
    assert frame["ev_decimal"].dtype == polars.Float64


def test_answers_to_other_units_are_refused(tmp_path):
    plan = shoeproof.Plan(FEW)
    from shoeproof._plans import answers

    theirs = answers(plan.units_of_file(1))
    with pytest.raises(shoeproof.ShoeproofError, match="not those to the units"):
        plan.keep(0, tmp_path, theirs)
    plan.keep(1, tmp_path, theirs)
    assert plan.has_answers(1, tmp_path)
    assert not plan.has_answers(0, tmp_path)


def test_a_result_in_parquet_replaces_an_earlier_one(tmp_path):
    polars = pytest.importorskip("polars")
    shoeproof.sweep(shoeproof.Plan(FEW), tmp_path)
    folder = shoeproof.to_parquet(tmp_path)
    fewer = FEW.replace("pa-685a-down-under", "plain-blackjack").replace('grid.decks = "all"', "grid.decks = [1, 2]")
    shoeproof.sweep(shoeproof.Plan(fewer), tmp_path)
    assert shoeproof.to_parquet(tmp_path) == folder
    frame = polars.scan_parquet(folder / "**/*.parquet").collect()
    assert frame["game"].to_list() == ["plain-blackjack"] * 2
    assert not list(tmp_path.glob(".*partial*"))
    # Nothing is lost that is no such result.
    (folder / "letter.txt").write_text("not to be lost")
    with pytest.raises(shoeproof.ShoeproofError, match=r"letter\.txt"):
        shoeproof.to_parquet(tmp_path)
    (tmp_path / "letter.txt").write_text("not to be lost")
    with pytest.raises(shoeproof.ShoeproofError, match=r"letter\.txt"):
        shoeproof.to_parquet(tmp_path, tmp_path / "letter.txt")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are counted there")
def test_what_answers_a_file_is_kept_for_the_next():
    program = """
import os, time
import shoeproof
from shoeproof._plans import answers

def threads():
    time.sleep(0.2)
    return len(os.listdir("/proc/self/task"))

plan = shoeproof.Plan('format = 1\\nask = "approximate"\\nanalyses = ["plain-blackjack"]\\ngrid.decks = [1, 2]\\nunits-per-file = 1\\n')
plan.answer(0)
print(threads())
for file in (0, 1, 0):
    assert answers(plan.units_of_file(file)) == answers(plan.units_of_file(file))
    print(threads())
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    before, *after = map(int, ran.stdout.split())
    assert after == [before + 1] * 3


def test_a_fraction_may_be_longer_than_python_reads():
    from shoeproof import _exact

    number = Fraction(-(7**20_000), 10**17_000 + 1)
    text = _exact.text_of(number)
    assert len(text) > 25_000
    assert _exact.read(f'{{"fraction": "{text}", "decimal": "0"}}') == number
    assert _exact.flat({"ev": number})["ev"] == text
    assert _exact.text_of(Fraction(-3, 4)) == "-3/4"
    assert _exact.text_of(Fraction(10**4_000, 10**8_000 + 3)) == f"1{'0' * 4_000}/1{'0' * 7_999}3"


def parameters():
    for name in shoeproof.__all__:
        thing = getattr(shoeproof, name)
        if name in {"Analysis", "Plan"}:
            methods = inspect.getmembers(thing, inspect.isfunction)
            yield from ((f"{name}.{method}", of) for method, of in methods if not method.startswith("_"))
        elif inspect.isfunction(thing):
            yield name, thing


@pytest.mark.parametrize(("name", "of"), list(parameters()))
def test_every_argument_is_explained(name, of):
    assert of.__doc__, name
    own = [one for one in inspect.signature(of).parameters if one != "self"]
    _, _, explained = of.__doc__.partition("Args:\n")
    named = re.findall(r"^ +\*{0,2}(\w+): ", explained, re.MULTILINE)
    assert [one for one in own if one not in named] == [], name


def test_the_examples_of_the_page_run(tmp_path, monkeypatch):
    pytest.importorskip("polars")
    monkeypatch.chdir(tmp_path)
    for name in ("analyses", "examples", "games"):
        (tmp_path / name).symlink_to(ROOT / name)
    page = (ROOT / "docs" / "python.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    # The one on a cluster runs on one: see test_cluster.py.
    here = [block for block in blocks if "distributed" not in block]
    assert len(blocks) == len(here) + 1 >= 4
    names: dict[str, object] = {}
    for block in here:
        exec(block, names)
    assert (tmp_path / "compared" / "comparison.html").exists()
    assert (tmp_path / "out" / "result.parquet").is_dir()


NOTEBOOK = """
import marimo

app = marimo.App()


@app.cell
def _():
    import shoeproof
    from shoeproof import _progress

    with _progress.listener(True) as told:
        told(1, 2, "a step")
    shoeproof.game("plain-blackjack", decks=1).simulate(100_000, 1, progress=True)
    f"told by {type(told).__name__}"
    return
"""


def test_a_marimo_notebook_shows_progress(tmp_path):
    pytest.importorskip("marimo")
    (tmp_path / "notebook.py").write_text(NOTEBOOK)
    command = [sys.executable, "-m", "marimo", "export", "html", "notebook.py", "-o", "notebook.html", "--no-sandbox"]
    subprocess.run(command, check=True, cwd=tmp_path, capture_output=True, timeout=120)
    assert "told by _Spinner" in (tmp_path / "notebook.html").read_text()


def test_types_are_shipped():
    package = Path(shoeproof.__file__).parent
    assert (package / "py.typed").exists()
    assert (package / "_native.pyi").exists()
