"""Sweeps on a cluster on this machine whose parts are killed.

Every process is started here, and ended by its number.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

import shoeproof

pytest.importorskip("distributed")

import distributed

import shoeproof.dask

PLAN = """
format = 1
ask = "approximate"
analyses = ["plain-blackjack"]
units-per-file = 2
shoes = { depths = ["25%", "50%"], number = 40, seed = 5 }
"""

#: A client in a process of its own, because it waits for a scheduler that is killed.
CLIENT = """
import sys
import distributed, shoeproof, shoeproof.dask
address, plan, out = sys.argv[1:]
with distributed.Client(address, timeout="60s") as client:
    shoeproof.dask.sweep(client, shoeproof.Plan.load(plan), out)
"""

#: One whose first file of answers kills the process of whoever computes it.
DEADLY = """
import os, signal
import shoeproof._plans
def answers(units):
    if units[0] == first:
        os.kill(os.getpid(), signal.SIGKILL)
    return shoeproof._plans.answers(units)

import distributed, shoeproof, shoeproof.dask, sys
address, plan, out = sys.argv[1:]
first = shoeproof.Plan.load(plan).units_of_file(0)[0]
shoeproof.dask.answers = answers
with distributed.Client(address, timeout="60s") as client:
    try:
        shoeproof.dask.sweep(client, shoeproof.Plan.load(plan), out)
    except distributed.scheduler.KilledWorker:
        sys.exit(7)
"""


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Cluster:
    """A scheduler and three workers of one thread."""

    def __init__(self, home: Path) -> None:
        self.address = f"tcp://127.0.0.1:{free_port()}"
        self.log = (home / "cluster.log").open("ab")
        self.scheduler = self.start("scheduler", "--host", self.address, "--no-dashboard")
        worker = ("worker", self.address, "--nthreads", "1", "--no-dashboard", "--memory-limit", "0")
        worker = (*worker, "--local-directory", str(home / "scratch"))
        # Without a nanny, so that a worker that is killed stays dead.
        self.workers = [self.start(*worker, "--no-nanny", "--death-timeout", "60") for _ in range(3)]

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]]
        return subprocess.Popen(command, stdout=self.log, stderr=self.log, env=os.environ | shoeproof.dask.ENVIRONMENT)

    def __enter__(self) -> Cluster:
        with distributed.Client(self.address, timeout="120s") as client:
            client.wait_for_workers(3, timeout=120)
        return self

    def __exit__(self, *_: object) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
        self.log.close()


def files(out: Path) -> int:
    return len(list(out.glob("units/*/*.jsonl")))


def wait_for(number: int, out: Path, process: subprocess.Popen[bytes]) -> None:
    begun = time.monotonic()
    while files(out) < number:
        assert time.monotonic() - begun < 180, "nothing is computed"
        assert process.poll() is None, "it ended"
        time.sleep(0.01)


def results(out: Path) -> list[bytes]:
    return [(out / name).read_bytes() for name in ("result.csv", "result.jsonl")]


@pytest.fixture(scope="module")
def sequential(tmp_path_factory):
    out = tmp_path_factory.mktemp("sequential")
    done = shoeproof.sweep(shoeproof.Plan(PLAN), out, threads=1)
    assert (done.computed, done.failures) == (80, {})
    return results(out)


def client(cluster: Cluster, tmp_path: Path, program: str = CLIENT) -> subprocess.Popen[bytes]:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN)
    command = [sys.executable, "-c", program, cluster.address, str(plan), str(tmp_path / "out")]
    return subprocess.Popen(command, stdout=cluster.log, stderr=cluster.log)


def test_a_worker_is_killed(sequential, tmp_path):
    out = tmp_path / "out"
    with Cluster(tmp_path) as cluster:
        process = client(cluster, tmp_path)
        wait_for(4, out, process)
        os.kill(cluster.workers[0].pid, signal.SIGKILL)
        assert files(out) < 40, "it was over before the worker was killed"
        assert process.wait(timeout=240) == 0
    assert results(out) == sequential


def test_the_scheduler_is_killed_and_the_sweep_goes_on(sequential, tmp_path):
    out = tmp_path / "out"
    with Cluster(tmp_path) as cluster:
        process = client(cluster, tmp_path)
        wait_for(4, out, process)
        os.kill(cluster.scheduler.pid, signal.SIGKILL)
        process.kill()
        process.wait()
        kept = files(out)
        assert 4 <= kept < 40
        assert not (out / "result.csv").exists()
    # A file that was damaged meanwhile is computed again.
    damaged = min(out.glob("units/*/*.jsonl"))
    damaged.write_bytes(damaged.read_bytes()[:-9])
    with Cluster(tmp_path) as cluster:
        assert client(cluster, tmp_path).wait(timeout=240) == 0
    assert results(out) == sequential


def test_a_task_that_kills_its_workers_ends_the_sweep(tmp_path):
    # Every worker there is may be lost before the scheduler gives the task up.
    assert shoeproof.dask.MOST_LOSSES + 1 == 3
    with Cluster(tmp_path) as cluster:
        assert client(cluster, tmp_path, DEADLY).wait(timeout=120) == 7
        assert [worker.wait(timeout=10) for worker in cluster.workers] == [-signal.SIGKILL] * 3
    assert not (tmp_path / "out" / "result.csv").exists()


def test_the_example_of_the_page_runs(sequential, tmp_path, monkeypatch):
    page = (Path(__file__).parents[2] / "docs" / "python.md").read_text()
    (block,) = [
        one for one in re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL) if "distributed" in one
    ]
    monkeypatch.chdir(tmp_path)
    with Cluster(tmp_path) as cluster:
        exec(block.replace("tcp://scheduler:8786", cluster.address), {"plan": shoeproof.Plan(PLAN)})
        # The one that the example leaves open.
        distributed.default_client().close()
    assert results(tmp_path / "out") == sequential
