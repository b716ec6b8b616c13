"""Who is told of the work."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Callable, Union

if TYPE_CHECKING:
    from collections.abc import Generator

#: ``True`` for a bar of tqdm where that is installed, or a function of steps done, steps expected, and words for the last.
Progress = Union[bool, Callable[[int, int, str], None]]


class _Bar:
    def __init__(self, bar: Any) -> None:  # noqa: ANN401 - tqdm has no types
        self._bar = bar

    def __call__(self, done: int, expected: int, words: str) -> None:
        self._bar.total = max(expected, done)
        self._bar.set_postfix_str(words, refresh=False)
        self._bar.n = done
        self._bar.refresh()


@contextlib.contextmanager
def listener(progress: Progress) -> Generator[Callable[[int, int, str], None] | None]:
    """What the native part calls."""
    if not isinstance(progress, bool):
        yield progress
        return
    bar: Any = None
    if progress:
        with contextlib.suppress(ImportError):
            from tqdm.auto import tqdm  # noqa: PLC0415

            bar = tqdm(total=0, leave=False)
    try:
        yield _Bar(bar) if bar is not None else None
    finally:
        if bar is not None:
            bar.close()
