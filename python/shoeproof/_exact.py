"""Answers in JSON as Python values: an exact number becomes a fraction."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NoReturn

#: Keys whose strings are exact numbers by themselves, where they are numbers at all.
_EXACT_TEXTS = frozenset(
    {"pays", "fixed", "meter_share", "low", "high", "net", "wagered", "bankroll", "exact_fraction"}
)
#: Keys whose strings are decimals: estimates, and what is rounded from a number that is no fraction.
_DECIMALS = frozenset(
    {
        "asked",
        "correlation",
        "decimal",
        "effect",
        "error",
        "estimate",
        "ev",
        "house_edge",
        "index",
        "mean_meter_when_hit",
        "mean_start",
        "rounds_per_shoe",
        "rounds_wagered",
        "rtp",
        "standard_error",
        "std_dev",
        "units",
        "z",
    }
)
#: Keys of the two ends of an interval, as decimals.
_ENDS = frozenset({"exact", "interval", "normal"})
#: Keys of counts. Beyond 2^53 a count is a string, so that no reader rounds it.
_COUNTS = frozenset({"combinations", "total"})
#: Keys of a table that is one exact number.
_EXACT_KEYS = {"fraction", "decimal"}

#: Digits that Python reads and writes at a time: it refuses whole numbers of more than 4,300 unless told otherwise.
_DIGITS = 4_000


def _whole(digits: str) -> int:
    number = 0
    for start in range(0, len(digits), _DIGITS):
        part = digits[start : start + _DIGITS]
        number = number * 10 ** len(part) + int(part)
    return number


def _digits(number: int) -> str:
    if number < 0:
        return f"-{_digits(-number)}"
    parts: list[str] = []
    while number >= 10**_DIGITS:
        number, part = divmod(number, 10**_DIGITS)
        parts.append(f"{part:0{_DIGITS}}")
    return "".join([str(number), *reversed(parts)])


def _exact(text: str) -> Fraction:
    """A fraction as the library writes it, of any length."""
    if len(text) <= _DIGITS:
        return Fraction(text)
    numerator, _, denominator = text.lstrip("-").partition("/")
    sign = -1 if text.startswith("-") else 1
    return Fraction(sign * _whole(numerator), _whole(denominator or "1"))


def text_of(value: Fraction) -> str:
    """A fraction as the library writes it, of any length."""
    return f"{_digits(value.numerator)}/{_digits(value.denominator)}"


def _fraction(text: str) -> Fraction | str:
    try:
        return _exact(text)
    except (ValueError, ZeroDivisionError):
        return text


_is_decimal = re.compile(r"-?[0-9]+(\.[0-9]+)?").fullmatch


def _float(value: Any) -> Any:  # noqa: ANN401 - JSON
    return float(value) if isinstance(value, str) and _is_decimal(value) else value


def _value(table: dict[str, Any]) -> Any:  # noqa: ANN401 - JSON
    if table.keys() == _EXACT_KEYS:
        return _exact(table["fraction"])
    for key in _EXACT_TEXTS & table.keys():
        if isinstance(table[key], str):
            table[key] = _fraction(table[key])
    for key in _DECIMALS & table.keys():
        table[key] = _float(table[key])
    for key in _ENDS & table.keys():
        if isinstance(table[key], list):
            table[key] = [_float(end) for end in table[key]]
    # Elsewhere a risk is one of those asked for, in percent, and names its row.
    if {"exponent", "risk"} <= table.keys():
        table["risk"] = _float(table["risk"])
    for key in _COUNTS & table.keys():
        if isinstance(table[key], str) and table[key].isdigit():
            table[key] = int(table[key])
    return table


def read(text: str) -> Any:  # noqa: ANN401 - JSON
    """The value of an answer's JSON, with fractions for exact numbers and floats for decimals."""
    return json.loads(text, object_hook=_value)


def _refuse(self: object, *_: object, **__: object) -> NoReturn:  # noqa: ARG001 - a method
    raise TypeError("an answer does not change: its to_dict() gives a copy that may")


class _Table(dict[str, Any]):
    """A table of an answer. Pickled or copied it is a plain one."""

    __slots__ = ()

    if not TYPE_CHECKING:
        __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = __ior__ = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


class _List(list[Any]):
    """A list of an answer. Pickled or copied it is a plain one."""

    __slots__ = ()

    if not TYPE_CHECKING:
        __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
        append = clear = extend = insert = pop = remove = reverse = sort = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (list(self),)


def _kept(value: Any) -> Any:  # noqa: ANN401 - JSON
    return _List(map(_kept, value)) if isinstance(value, list) else value


def _kept_table(table: dict[str, Any]) -> Any:  # noqa: ANN401 - JSON
    value = _value(table)
    return _Table((key, _kept(one)) for key, one in value.items()) if isinstance(value, dict) else value


def read_only(text: str) -> Any:  # noqa: ANN401 - JSON
    """The same as dictionaries and lists that refuse to be changed."""
    value = _kept(json.loads(text, object_hook=_kept_table))
    return value if isinstance(value, dict) else _Table(rows=value)


def _rounded(value: Fraction, places: int) -> str:
    """A decimal rounded from the fraction, half away from zero."""
    scaled, rest = divmod(abs(value.numerator) * 10**places, value.denominator)
    digits = _digits(scaled + (2 * rest >= value.denominator)).rjust(places + 1, "0")
    sign = "-" if value < 0 and digits.strip("0") else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def counted(number: int, what: str) -> str:
    """So many of something."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def shown(value: object, places: int = 8) -> str:
    """A value on one line."""
    if isinstance(value, Fraction):
        return _rounded(value, places)
    if isinstance(value, float):
        return f"{value:.{places}g}"
    if isinstance(value, dict):
        return ", ".join(f"{key}={shown(one)}" for key, one in value.items())
    if isinstance(value, list):
        return (
            counted(len(value), "row")
            if value and isinstance(value[0], dict)
            else ", ".join(shown(one) for one in value)
        )
    return "" if value is None else str(value)


def _json(value: object) -> str:
    """In a list a whole number stands alone, as Python has it."""
    if isinstance(value, Fraction):
        return text_of(value) if value.denominator != 1 else _digits(value.numerator)
    return str(value)


def flat(row: dict[str, Any], before: str = "") -> dict[str, Any]:
    """A row of plain columns: a fraction as its text and its nearest float, a table's keys behind that of the table."""
    columns: dict[str, Any] = {}
    for key, value in row.items():
        name = f"{before}{key}"
        if isinstance(value, Fraction):
            columns[name] = text_of(value)
            columns[f"{name}_decimal"] = float(value)
        elif isinstance(value, dict):
            columns.update(flat(value, f"{name}."))
        elif isinstance(value, list):
            columns[name] = json.dumps(value, default=_json)
        else:
            columns[name] = value
    return columns
