"""Sweeps on a cluster of Dask: ``pip install shoeproof[dask]``.

A task is the units of one file of answers. It carries the units themselves, so a worker needs this package and nothing else, no
common folder least of all. The client keeps the answers as they come, each file whole or not at all. If the scheduler or the client dies, the same
call goes on from what is kept; the result is the same bytes as that of one machine.

Example:
    Run a sweep on the workers of a scheduler::

        from distributed import Client
        import shoeproof, shoeproof.dask

        plan = shoeproof.Plan.load("plan.toml")
        shoeproof.dask.sweep(Client("tcp://scheduler:8786"), plan, "out")

Dask watches its own processes many times a second, which takes 4 % of a core in each worker and 2 % in the scheduler even while
nothing runs. Start both with :data:`ENVIRONMENT`, and it is less than 1 %.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from distributed import as_completed

from shoeproof._plans import Plan, answers
from shoeproof._plans import sweep as _sweep
from shoeproof._progress import Progress, listener

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike

    from distributed import Client, Future

    from shoeproof._answers import SweepDone

#: How many workers a task may lose and still be given to another. A task that takes its worker's machine down would take one after the other.
MOST_LOSSES = 2

#: Variables of the environment for a scheduler and its workers. They spend least on themselves: they sample no call stacks, look at their
#: event loops twice a second instead of fifty times, and at their machine every five seconds. The scheduler fails a task that has lost more than :data:`MOST_LOSSES` workers; only it
#: knows of them, so started without this variable it has a limit of its own. What is computed does not change.
ENVIRONMENT: Final = {
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "500ms",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "5s",
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(MOST_LOSSES),
}

#: Tasks that a scheduler knows at a time for each thread of a worker: enough that none waits, few enough that the scheduler's memory does not
#: grow with the sweep.
TASKS_PER_THREAD = 4


def _missing(plan: Plan, out: Path) -> Iterator[int]:
    """Files of answers that are not there. To find the name of one, each of its analyses is read."""
    may_be_there = (out / "units").exists()
    return (file for file in range(plan.files) if not (may_be_there and plan.has_answers(file, out)))


def sweep(
    client: Client,
    plan: Plan,
    out: str | PathLike[str],
    *,
    progress: Progress = False,
) -> SweepDone:
    """Every unit of a plan, computed by a cluster or found where an earlier run left it.

    Args:
        client: of the cluster.
        plan: the plan.
        out: the folder, on the client's machine, of the answers and the result.
        progress: as of :meth:`shoeproof.Analysis.solve`; steps are files of answers.

    Returns:
        What :func:`shoeproof.sweep` returns once everything is there.

    Raises:
        distributed.scheduler.KilledWorker: if a task has lost too many workers. What was done until then is kept.
    """
    missing = _missing(plan, Path(out))
    threads = sum(worker["nthreads"] for worker in client.scheduler_info(n_workers=-1)["workers"].values())
    window = max(1, threads) * TASKS_PER_THREAD
    file_of: dict[Future[Any], int] = {}

    def submitted(file: int) -> Future[Any]:
        # A key of its own, so that what a dead client left behind is not taken for it.
        future: Future[Any] = client.submit(answers, plan.units_of_file(file), pure=False, priority=-file)
        file_of[future] = file
        return future

    done = 0
    with listener(progress) as told:
        first = [submitted(file) for file in itertools.islice(missing, window)]
        queue: Any = as_completed(first, with_results=True)  # type: ignore[no-untyped-call]
        for future, answered in queue:
            file = file_of.pop(future)
            plan.keep(file, out, answered)
            future.release()
            done += 1
            if told is not None:
                told(done, plan.files, f"file {file}")
            for more in itertools.islice(missing, 1):
                queue.add(submitted(more))
    return _sweep(plan, out, threads=1)
