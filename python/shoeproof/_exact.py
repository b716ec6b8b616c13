"""Answers in JSON as Python values: an exact number becomes a fraction."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

#: Keys whose strings are exact numbers by themselves, where they are numbers at all.
_EXACT_TEXTS = frozenset({"pays", "fixed", "meter_share", "low", "high"})
_EXACT_KEYS = ({"fraction", "decimal"}, {"squared", "decimal"})


def _fraction(text: str) -> Fraction | str:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return text


def _value(table: dict[str, Any]) -> Any:  # noqa: ANN401 - JSON
    if table.keys() == _EXACT_KEYS[0]:
        return Fraction(table["fraction"])
    for key in _EXACT_TEXTS & table.keys():
        if isinstance(table[key], str):
            table[key] = _fraction(table[key])
    # A count beyond 2^53 is a string, so that no reader rounds it.
    combinations = table.get("combinations")
    if isinstance(combinations, str) and combinations.isdigit():
        table["combinations"] = int(combinations)
    return table


def read(text: str) -> Any:  # noqa: ANN401 - JSON
    """The value of an answer's JSON, with fractions for exact numbers."""
    return json.loads(text, object_hook=_value)


def shown(value: object, places: int = 8) -> str:
    """A value on one line."""
    if isinstance(value, Fraction):
        return f"{float(value):.{places}f}"
    if isinstance(value, float):
        return f"{value:.{places}g}"
    if isinstance(value, dict):
        return ", ".join(f"{key}={shown(one)}" for key, one in value.items())
    if isinstance(value, list):
        return f"{len(value)} rows" if value and isinstance(value[0], dict) else ", ".join(shown(one) for one in value)
    return "" if value is None else str(value)


def flat(row: dict[str, Any], before: str = "") -> dict[str, Any]:
    """A row of plain columns: a fraction as its text and its nearest float, a table's keys behind that of the table."""
    columns: dict[str, Any] = {}
    for key, value in row.items():
        name = f"{before}{key}"
        if isinstance(value, Fraction):
            columns[name] = f"{value.numerator}/{value.denominator}"
            columns[f"{name}_decimal"] = float(value)
        elif isinstance(value, dict):
            columns.update(flat(value, f"{name}."))
        elif isinstance(value, list):
            columns[name] = json.dumps(value, default=str)
        else:
            columns[name] = value
    return columns
