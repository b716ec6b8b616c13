"""The page of the studies, written from their tables. Where a table does not bear out what the page says, there is no page."""

from __future__ import annotations

import attack
import options
import shoes
import tens
from common import ROOT

PATH = ROOT / "docs" / "studies.md"

HEAD = """# Studies

Four questions that take many analyses, each answered by a [sweep](design/sweeps.md). Every study is a plan in `examples/sweeps`, a few small tables in `docs/studies` and a drawing of them.
`just studies` makes all of it, this page too, and goes on where it stopped. A test holds the page against the tables, and solves some of their rows again.

A *point* is one percent of the initial wager. Words are in the [glossary](design/glossary.md). A house edge below zero favours the player.
"""


def text() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(study.section() for study in (options, shoes, attack, tens))])
