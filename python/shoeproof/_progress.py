"""Who is told of the work."""

from __future__ import annotations

import contextlib
import sys
import warnings
from typing import TYPE_CHECKING, Any, Callable, Union

from shoeproof import _arguments

if TYPE_CHECKING:
    from collections.abc import Generator

#: ``True`` for a bar of tqdm where that is installed and somebody looks, in a marimo notebook for its own spinner; or a function of steps
#: done, steps expected, and words for the last.
Progress = Union[bool, Callable[[int, int, str], None]]


class _Bar:
    def __init__(self, bar: Any) -> None:  # noqa: ANN401 - tqdm has no types
        self._bar = bar

    def __call__(self, done: int, expected: int, words: str) -> None:
        self._bar.total = max(expected, done)
        self._bar.set_postfix_str(words, refresh=False)
        self._bar.n = done
        self._bar.refresh()


class _Spinner:
    def __init__(self, spinner: Any) -> None:  # noqa: ANN401 - marimo need not be installed
        self._spinner = spinner
        self._shown = ""

    def __call__(self, done: int, expected: int, words: str) -> None:
        text = f"{done} of {max(expected, done)}: {words}" if expected or done else words
        # An update goes to the browser.
        if text != self._shown:
            self._spinner.update(subtitle=text)
            self._shown = text


@contextlib.contextmanager
def _spinner() -> Generator[_Spinner | None]:
    """A spinner where the kernel of a marimo notebook runs, which has no terminal and shows no bar of tqdm's."""
    marimo: Any = sys.modules.get("marimo")
    if marimo is None or not marimo.running_in_notebook():
        yield None
        return
    with marimo.status.spinner(title="Shoeproof", remove_on_exit=True) as spinner:
        yield _Spinner(spinner)


def _new_bar() -> Any:  # noqa: ANN401 - tqdm has no types
    """A bar; ``None`` where tqdm is not installed, or where a bar would be thousands of lines in a log."""
    is_seen = "ipykernel" in sys.modules or (sys.stderr is not None and sys.stderr.isatty())
    if not is_seen:
        return None
    with contextlib.suppress(ImportError), warnings.catch_warnings():
        # In a notebook without widgets it warns, and shows a plain bar.
        warnings.simplefilter("ignore")
        from tqdm.auto import tqdm  # noqa: PLC0415

        return tqdm(total=0, leave=False)
    return None


@contextlib.contextmanager
def listener(progress: Progress) -> Generator[Callable[[int, int, str], None] | None]:
    """What the native part calls."""
    if callable(progress):
        yield progress
        return
    # None was taken before, as False is.
    if not isinstance(progress, bool) and progress is not None:
        raise _arguments.wrong("progress", progress, "True, False or a function")
    if not progress:
        yield None
        return
    with _spinner() as spinner:
        bar = _new_bar() if spinner is None else None
        try:
            yield spinner if bar is None else _Bar(bar)
        finally:
            if bar is not None:
                bar.close()
