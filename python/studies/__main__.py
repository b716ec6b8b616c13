"""Makes the studies: ``python python/studies [WORK]``.

WORK is where the sweeps lie, ``target/studies`` unless given; what an earlier run left there is gone on from. ``--page`` makes the drawings and the page
from the tables that are committed, without a sweep.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import attack
import options
import page
import shoes
import tens
from common import ROOT

STUDIES = (options, shoes, attack, tens)


def main() -> None:
    """Sweeps, tables, drawings, page."""
    arguments = argparse.ArgumentParser(prog="studies")
    arguments.add_argument("work", nargs="?", type=Path, default=ROOT / "target" / "studies")
    arguments.add_argument("--page", action="store_true", help="make the drawings and the page alone")
    asked = arguments.parse_args()
    for study in STUDIES:
        if not asked.page:
            study.tabulate(asked.work)
        study.draw()
    page.PATH.write_text(page.text(), encoding="utf-8")


if __name__ == "__main__":
    main()
