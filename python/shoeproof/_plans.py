"""Sweeps: one question asked of many analyses."""

from __future__ import annotations

import contextlib
import itertools
import json
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shoeproof import _arguments, _native
from shoeproof._answers import SweepDone
from shoeproof._exact import counted
from shoeproof._progress import Progress, listener

if TYPE_CHECKING:
    from os import PathLike

    from shoeproof._arguments import Whole

#: Rows of a file of Parquet.
ROWS_OF_A_FILE = 100_000

#: What a result in Parquet has in its folder.
_WRITTEN = re.compile(r"game=[^/]*(/part-\d+\.parquet)?")

_number = _arguments.whole(0, _arguments.U64)


class Plan:
    """A plan of a sweep: which analyses, what varies, what is asked.

    Example:
        >>> import shoeproof
        >>> plan = shoeproof.Plan('''
        ... format = 1
        ... ask = "wager"
        ... wager = "match-the-dealer"
        ... analyses = ["pa-685a-down-under"]
        ... grid.decks = "all"
        ... ''')
        >>> len(plan), plan.unit(0)["set"]
        (4, ['decks=4'])
        >>> plan.answer(2)["figures"]["ev"]["fraction"]
        '-1958/48205'
    """

    __slots__ = ("_native",)

    def __init__(self, text: str) -> None:
        """A plan by its text. Analyses are games of the catalogue."""
        self._native = _native.NativePlan.of_text(_arguments.text("text", text))

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Plan:
        """Reads a plan. Analyses that it names are files beside it, or games of the catalogue.

        Args:
            path: the file.
        """
        plan = cls.__new__(cls)
        plan._native = _native.NativePlan.load(_arguments.path("path", path))  # noqa: SLF001 - its own
        return plan

    def __len__(self) -> int:
        return self._native.units

    def __repr__(self) -> str:
        return f"<shoeproof.Plan of {counted(len(self), 'unit')} in {counted(self.files, 'file')}>"

    @property
    def text(self) -> str:
        """Its text."""
        return self._native.text

    @property
    def files(self) -> int:
        """How many files its answers take."""
        return self._native.files

    def unit(self, number: int) -> dict[str, Any]:
        """One unit by its number, as the command ``unit`` reads it.

        Args:
            number: from 0, in the plan's order.
        """
        unit: dict[str, Any] = json.loads(self._native.unit(_number("number", number)))
        return unit

    def answer(self, number: int) -> dict[str, Any]:
        """The answer to one unit, as the command ``unit`` prints it.

        Args:
            number: from 0, in the plan's order.
        """
        (answer,) = _native.units([self._native.unit(_number("number", number))], keep=False)
        read: dict[str, Any] = json.loads(answer)
        return read

    def units_of_file(self, file: int) -> list[str]:
        """The units of one file of answers, each as JSON: what is handed to another machine.

        Args:
            file: its number, from 0.
        """
        return self._native.units_of_file(_number("file", file))

    def has_answers(self, file: int, out: str | PathLike[str]) -> bool:
        """Whether a folder has a file of answers, whole.

        Args:
            file: its number, from 0.
            out: the folder of the sweep.
        """
        return self._native.has_answers(_number("file", file), _arguments.path("out", out))

    def keep(self, file: int, out: str | PathLike[str], answers: list[str]) -> None:
        """Puts the answers to a file's units, each as JSON, in a folder. Answers to other units are refused.

        Args:
            file: its number, from 0.
            out: the folder of the sweep.
            answers: them, in the order of the units.
        """
        of_units = _arguments.texts("answers", answers)
        self._native.keep(_number("file", file), _arguments.path("out", out), of_units)


def answers(units: list[str]) -> list[str]:
    """The answers to units, each as JSON: what another machine does. It keeps what the next units may share with these."""
    return _native.units(units, keep=True)


def sweep(
    plan: Plan,
    out: str | PathLike[str],
    *,
    threads: Whole | None = None,
    memory: Whole = 8_192,
    part: str | None = None,
    progress: Progress = False,
) -> SweepDone:
    """Every unit of a plan, computed on this machine or found where an earlier run left it.

    Args:
        plan: the plan.
        out: the folder of the answers and the result, ``result.csv`` and ``result.jsonl``.
        threads: units at a time; as many as there are cores unless given.
        memory: MiB that they may take together, each counting as 1,024, or 1,536 in a plan with ``cdz-best``.
        part: one part of many, such as ``3/16``; then no result is put together.
        progress: as of :meth:`Analysis.solve`.

    Returns:
        How many units were computed and found, and why some have no figures.
    """
    if not isinstance(plan, Plan):
        raise _arguments.wrong("plan", plan, "a Plan")
    arguments = _arguments.read("sweep", {"out": out, "threads": threads, "memory": memory, "part": part})
    with listener(progress) as told:
        return SweepDone(plan._native.sweep(json.dumps(arguments), told))  # noqa: SLF001


def to_parquet(out: str | PathLike[str], folder: str | PathLike[str] | None = None) -> Path:
    """Writes a sweep's result as Parquet, partitioned by game; polars must be installed.

    A row is a unit. Fractions are texts, decimals are floats, as the columns' names say. The folder is written beside its place and renamed
    when it is whole, so nothing of an earlier result stays in it.

    Args:
        out: the folder of the sweep.
        folder: where the files go, ``result.parquet`` in it unless given. One that has anything but such files is refused.

    Returns:
        That folder, for ``polars.scan_parquet(folder / "**/*.parquet")``.

    Raises:
        ShoeproofError: for a folder that is not replaced.
    """
    source = Path(_arguments.path("out", out))
    named = _arguments.maybe(_arguments.path)("folder", folder)
    target = source / "result.parquet" if named is None else Path(named)
    _refuse_other_files(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{target.name}.partial-", dir=target.parent) as beside:
        new, old = Path(beside) / "new", Path(beside) / "old"
        new.mkdir()
        _write_parquet(source / "result.jsonl", new)
        with contextlib.suppress(FileNotFoundError):
            target.rename(old)
        new.rename(target)
    return target


def _refuse_other_files(target: Path) -> None:
    """Refuses a folder with anything in it that :func:`to_parquet` does not write."""
    inside = target.rglob("*") if target.is_dir() else [target] if target.exists() else []
    other = next((one for one in inside if not _WRITTEN.fullmatch(one.relative_to(target).as_posix())), None)
    if other is not None:
        raise _native.ShoeproofError(f"{target} is not replaced: {other} is no file of a result in Parquet")


def _write_parquet(source: Path, target: Path) -> None:
    """Writes the lines of a result, a folder per game."""
    import polars as pl  # noqa: PLC0415 - installed only by those who want it

    whole: dict[str, type[pl.DataType]] = {
        "decks": pl.UInt16,
        "sample": pl.UInt64,
        "plan_unit": pl.UInt64,
        "conforming": pl.Boolean,
    }

    def type_of(name: str) -> type[pl.DataType]:
        is_float = name.endswith("_decimal") or name == "error"
        return whole.get(name, pl.Float64 if is_float else pl.String)

    with source.open("rb") as lines:
        # A row is a line, whatever is in its texts, so the file is read once from its beginning to its end.
        for part in itertools.count():
            rows = list(itertools.islice(lines, ROWS_OF_A_FILE))
            if not rows:
                break
            schema = {name: type_of(name) for name in json.loads(rows[0])}
            # The reader of JSON knows no smaller whole numbers.
            read = {name: pl.Int64 if kind.is_integer() else kind for name, kind in schema.items()}
            frame = pl.read_ndjson(b"".join(rows), schema=read).cast(schema)
            for (name,), own in frame.partition_by("game", as_dict=True, maintain_order=True).items():
                folder_of_game = target / f"game={name}"
                folder_of_game.mkdir(parents=True, exist_ok=True)
                own.write_parquet(folder_of_game / f"part-{part:05}.parquet")
