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

#: Variables of the environment in which a scheduler and its workers spend least on themselves: they sample no call stacks, and look at their
#: event loops twice a second instead of fifty times. What they compute does not change.
ENVIRONMENT: Final = {
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "500ms",
}

#: Tasks that a scheduler knows at a time for each thread of a worker: enough that none waits, few enough that the scheduler's memory does not
#: grow with the sweep.
TASKS_PER_THREAD = 4

#: How often a task may lose its worker. A worker that takes its machine down with a task would take one after the other.
MOST_LOSSES = 3


def _submitted(client: Client, plan: Plan, files: list[int]) -> list[tuple[int, Future[Any]]]:
    """``client.map`` over the units of files."""
    units = [plan.units_of_file(file) for file in files]
    # A key of its own, so that what a dead client left behind is not taken for it.
    futures: list[Any] = client.map(answers, units, pure=False, retries=MOST_LOSSES, priority=-files[0] if files else 0)
    return list(zip(files, futures))


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
    """
    missing: Iterator[int] = (file for file in range(plan.files) if not plan.has_answers(file, out))
    threads = sum(worker["nthreads"] for worker in client.scheduler_info(n_workers=-1)["workers"].values())
    window = max(1, threads) * TASKS_PER_THREAD
    done = 0
    with listener(progress) as told:
        first = _submitted(client, plan, list(itertools.islice(missing, window)))
        file_of = {future: file for file, future in first}
        queue: Any = as_completed(list(file_of))  # type: ignore[no-untyped-call]
        for future in queue:
            file = file_of.pop(future)
            plan.keep(file, out, future.result())
            future.release()
            done += 1
            if told is not None:
                told(done, plan.files, f"file {file}")
            for more, another in _submitted(client, plan, list(itertools.islice(missing, 1))):
                file_of[another] = more
                queue.add(another)
    return _sweep(plan, out, threads=1)
