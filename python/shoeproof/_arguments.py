"""Arguments of questions as the library reads them. What is wrong with one is said with its name."""

from __future__ import annotations

import contextlib
import numbers
import operator
import os
import re
import reprlib
from collections.abc import Iterable
from datetime import date as _date
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Callable, SupportsIndex, Union

from shoeproof._exact import text_of
from shoeproof._native import ShoeproofError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: A whole number of any type, a float such as 1e4 too.
Whole = Union[SupportsIndex, float]

#: A number of any type.
Number = Union[Whole, Fraction, Decimal]

#: A card by its letter or its number, and cards in one text or one by one.
Card = Union[str, SupportsIndex]
Hand = Union[str, list[Card], tuple[Card, ...]]

#: Makes of an argument, given its name, what the library reads.
Kind = Callable[[str, Any], Any]


class OutOfBoundsError(ShoeproofError, ValueError):
    """A value that is none of those an argument may be, nothing where there must be something, or something that says nothing."""


def wrong(name: str, value: object, expected: str) -> TypeError:
    """The refusal of an argument of another type."""
    return TypeError(f"{name}={reprlib.repr(value)}: expected {expected}")


def out(name: str, value: object, expected: str) -> OutOfBoundsError:
    """The refusal of an argument that is out of bounds."""
    return OutOfBoundsError(f"{name}={reprlib.repr(value)}: expected {expected}")


def _index(value: Any) -> int | None:  # noqa: ANN401 - whatever was given
    with contextlib.suppress(TypeError):
        return None if isinstance(value, bool) else operator.index(value)
    return None


def _is_real(value: object) -> bool:
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def whole_or_none(value: Any) -> int | None:  # noqa: ANN401
    """A whole number of any type, such as one of numpy's or ``1e4``; ``None`` for anything else, a truth value too."""
    number = _index(value)
    return int(value) if number is None and _is_real(value) and value % 1 == 0 else number


def _decimal(value: Any) -> Decimal | None:  # noqa: ANN401
    """A number as it is written; ``None`` for anything else."""
    number = whole_or_none(value)
    if number is not None:
        return Decimal(number)
    # The shortest text of the nearest float: 0.1 is meant as a tenth.
    written = Decimal(repr(float(value))) if _is_real(value) else value
    return written if isinstance(written, Decimal) and written.is_finite() else None


def _plain(number: Decimal) -> str:
    """Without an exponent."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _part(value: object) -> Decimal | None:
    number = _decimal(value)
    return number if number is not None and 0 < number < 1 else None


def maybe(kind: Kind) -> Kind:
    """What may be left out."""
    return lambda name, value: None if value is None else kind(name, value)


def text(name: str, value: object) -> str:
    """A text."""
    if isinstance(value, str):
        return value
    raise wrong(name, value, "a text")


def usual(value: object, kind: Kind) -> Kind:
    """What has a usual value, so that whether it was given is known."""
    return lambda name, given: value if given is None else kind(name, given)


def _is_flag(value: object) -> bool:
    """Whether it is a truth value, one of numpy's too."""
    return isinstance(value, bool) or (getattr(value, "dtype", None) == "bool" and getattr(value, "shape", None) == ())


def flag(name: str, value: object) -> bool:
    """A truth value, one of numpy's too."""
    if _is_flag(value):
        return bool(value)
    raise wrong(name, value, "True or False")


def whole(least: int, most: int) -> Kind:
    """A whole number between bounds."""
    is_of_a_type = most >= 2**31 and most & (most + 1) == 0
    end = f"up, below 2^{most.bit_length()}" if is_of_a_type else f"to {most}"
    expected = f"a whole number from {least} {end}"

    def kind(name: str, value: object) -> int:
        number = whole_or_none(value)
        if number is None:
            raise wrong(name, value, expected)
        if not least <= number <= most:
            raise out(name, value, expected)
        return number

    return kind


def path(name: str, value: object) -> str:
    """A path, or a name that stands for one."""
    found = os.fspath(value) if isinstance(value, (str, os.PathLike)) else None
    if isinstance(found, str):
        return found
    raise wrong(name, value, "a name or a path")


def card(name: str, value: object) -> str:
    """A card by its letter or its number."""
    if isinstance(value, str):
        return value
    number = whole_or_none(value)
    if number is None:
        raise wrong(name, value, 'a card such as "T" or 7')
    if not 1 <= number <= 10:
        raise out(name, value, 'a card: "A", 2 to 10, or "T"')
    return str(number)


def hand(name: str, value: object) -> str:
    """Cards in one text, or one by one."""
    if isinstance(value, str):
        return value
    if isinstance(value, (list, tuple)):
        return ",".join(card(name, one) for one in value)
    raise wrong(name, value, 'cards such as "T,6"')


def penetration(name: str, value: object) -> str:
    """A place of the cut card: a part of the shoe or a number of cards."""
    expected = 'a part of the shoe such as "75%" or 0.75, or a whole number of cards'
    if isinstance(value, str):
        return value
    part = _part(value)
    if part is not None:
        # The library reads no more digits, and 0.1 + 0.2 is meant as three tenths.
        return f"{_plain(round(part * 100, 10))}%"
    # Whether 1.0 is a card or the whole shoe is not to be guessed.
    number = _index(value)
    if number is not None and number > 0:
        return str(number)
    raise (wrong if _decimal(value) is None else out)(name, value, expected)


def dollars(name: str, value: object) -> str:
    """An amount of money."""
    if isinstance(value, str):
        return value
    expected = "an amount in dollars such as 1000"
    number = _decimal(value)
    if number is None:
        raise wrong(name, value, expected)
    if number < 0:
        raise out(name, value, expected)
    return _plain(number)


def risk(name: str, value: object) -> str:
    """A probability that is neither 0 nor 1."""
    expected = 'a probability between 0 and 1, such as "5%" or 0.05'
    if isinstance(value, str):
        return value
    part = _part(value)
    if part is None:
        raise (wrong if _decimal(value) is None else out)(name, value, expected)
    return _plain(part)


def edge(name: str, value: object) -> str:
    """A published edge. A bare number may be a part or a percentage, so it is refused; a fraction is a part."""
    if isinstance(value, str):
        return value
    if isinstance(value, Fraction):
        return text_of(value)
    number = _decimal(value)
    if number is None:
        raise wrong(name, value, 'a text such as "0.43%" or "0.43%..0.49%", or a fraction')
    written, hundredfold = _plain(number), _plain(number * 100)
    raise TypeError(f'{name}={written}: expected "{written}%" or "{hundredfold}%", whichever is meant')


def day(name: str, value: object) -> str:
    """A day of the calendar."""
    written = text(name, value)
    with contextlib.suppress(ValueError):
        # Later versions of Python read other forms of a date too.
        if re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", written):
            return _date.fromisoformat(written).isoformat()
    raise out(name, value, "a day of the calendar as YYYY-MM-DD, such as 2026-11-21")


def decks(name: str, value: object) -> str:
    """A number of decks."""
    return value if isinstance(value, str) else str(whole(1, U16)(name, value))


def choice(name: str, value: object) -> str:
    """What is chosen of an option or a reading, or several numbers or cards."""
    if isinstance(value, str):
        return value
    if _is_flag(value):
        return str(bool(value)).lower()
    if isinstance(value, (numbers.Number, Decimal)) or _index(value) is not None:
        number = whole_or_none(value)
        return str(value if number is None else number)
    if isinstance(value, Iterable) and not isinstance(value, (bytes, bytearray)):
        return ",".join(choice(name, one) for one in value)
    raise wrong(name, value, "a text, a number, True or False, or several")


def _several(expected: str, is_one: Callable[[object], bool], kind: Kind) -> Kind:
    """A list; one alone is a list of one."""

    def list_of(name: str, value: object) -> list[Any]:
        if is_one(value):
            return [kind(name, value)]
        if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
            raise wrong(name, value, expected)
        return [kind(name, item) for item in value]

    return list_of


def wholes(least: int, most: int) -> Kind:
    """Whole numbers between bounds, or one alone."""
    return _several("whole numbers", lambda value: whole_or_none(value) is not None, whole(least, most))


def at_most(several: int, kind: Kind) -> Kind:
    """A list of no more than so many."""

    def few(name: str, value: object) -> list[Any]:
        found: list[Any] = kind(name, value)
        if len(found) > several:
            raise out(name, found, f"at most {several}")
        return found

    return few


names = _several("names", lambda value: isinstance(value, str), text)
paths = _several("paths", lambda value: isinstance(value, (str, os.PathLike)), path)
texts = _several("texts", lambda _: False, text)

U16, U32, U64, I64 = 2**16 - 1, 2**32 - 1, 2**64 - 1, 2**63 - 1

#: The library's own bounds, which it does not hand out.
MOST_ROUNDS, MOST_PLAYERS, MOST_UNITS = 10_000_000_000, 7, 100_000

#: What each argument of a question is; behind its verb and a dot where the verb has its own.
KINDS: Mapping[str, Kind] = {
    "actions": flag,
    "attack": maybe(flag),
    "bank": maybe(whole(1, U32)),
    "bets": maybe(text),
    "bracket": flag,
    "by": maybe(text),
    "caller": text,
    "ceiling": maybe(whole(100, 100_000)),
    "changes": maybe(whole(0, U64)),
    "claims": path,
    "count": path,
    "covariance": maybe(text),
    "decks": flag,
    "distribution": flag,
    "edge": edge,
    "effects_of_removal": flag,
    "hand": hand,
    "hole": maybe(card),
    "indices": maybe(whole(0, U64)),
    "leave": flag,
    "limit": whole(0, U64),
    "meter": maybe(dollars),
    "only": names,
    "options": flag,
    "other": maybe(hand),
    "out": maybe(path),
    "penetration": maybe(penetration),
    "players": whole(1, MOST_PLAYERS),
    "rate": at_most(10, wholes(1, MOST_UNITS)),
    "risk": maybe(risk),
    "rounds": whole(1, MOST_ROUNDS),
    "seats": maybe(whole(1, MOST_PLAYERS)),
    "second": hand,
    "seed": whole(0, U64),
    "seen": wholes(0, U32),
    "signal": maybe(text),
    "spots": maybe(whole(2, 99)),
    "spread": maybe(whole(1, MOST_UNITS)),
    "strategy": text,
    "tags_up_to": maybe(whole(1, 3)),
    "trigger": maybe(whole(-I64 - 1, I64)),
    "up": card,
    "up_to": maybe(whole(0, U32)),
    "variance": text,
    "wager": maybe(text),
    "worth": flag,
    "cut_card.shoes": whole(1, 1_000_000_000),
    "cut_card.valued": whole(10, 1_000_000),
    "dealer.hand": maybe(hand),
    "exposure.seed": usual(1, whole(0, U64)),
    "exposure.shoes": usual(65_536, whole(1, 1_000_000)),
    "exposure.variance": flag,
    "exposure.wagers": names,
    "follow.rounds": maybe(whole(1, MOST_ROUNDS)),
    "follow.seed": usual(1, whole(0, U64)),
    "reconcile.limit": whole(1, U64),
    "reconcile.strategies": usual(["cdz"], names),
    "simulate.wagers": flag,
    "sweep.memory": whole(0, U64),
    "sweep.out": path,
    "sweep.part": maybe(text),
    "sweep.threads": maybe(whole(1, U16)),
    "value.count": maybe(path),
    "value.seen": maybe(whole(0, U32)),
    "value.strategy": path,
    "value.variance": flag,
    "verify.keys": paths,
    "verify.level": text,
    "verify.path": path,
}

#: Without what an argument says nothing: without all of these, or without one of those in a group.
NEEDS: Mapping[str, Sequence[Sequence[str]]] = {
    "exposure.leave": [("spread", "bets")],
    "exposure.risk": [("spread",), ("bank",)],
    "exposure.seed": [("seats", "ceiling")],
    "exposure.shoes": [("seats",)],
    "exposure.trigger": [("wagers",)],
    "follow.seed": [("rounds",)],
    "reconcile.meter": [("wager",)],
    "value.by": [("seen", "up_to")],
    "value.count": [("seen", "up_to")],
}

#: Beside what an argument says nothing.
BESIDE: Mapping[str, str] = {
    # A side wager has no strategy classes.
    "reconcile.strategies": "wager",
}


def read(verb: str, arguments: Mapping[str, object]) -> dict[str, Any]:
    """The arguments of a question as the library reads them.

    Raises:
        TypeError: with the name of an argument that is something else.
        OutOfBoundsError: with the name of one that is out of bounds, or says nothing without another or beside it.
    """
    kinds = {name: KINDS.get(f"{verb}.{name}") or KINDS[name] for name in arguments}
    found = {name: kinds[name](name, value) for name, value in arguments.items()}
    given = {
        name for name, value in found.items() if arguments[name] is not None and value is not False and value != []
    }
    for name in found:
        for group in NEEDS.get(f"{verb}.{name}", ()):
            if name in given and given.isdisjoint(group):
                raise OutOfBoundsError(f"{name} says nothing without {' or '.join(group)}")
        other = BESIDE.get(f"{verb}.{name}")
        if name in given and other in given:
            raise OutOfBoundsError(f"{name} says nothing beside {other}")
    return found
