"""Samples on a LocalCluster of two processes: the same bytes as on one machine, whatever happens to the workers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet as parquet
import pytest
from test_many import LINE

import shinpan
import shinpan.cluster

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def pids(client: Any) -> dict[str, int]:
    found: dict[str, int] = client.run(os.getpid)
    return found


def test_the_journal_of_a_cluster_is_that_of_the_command_line_byte_for_byte(
    command_line: Callable[..., str], tmp_path: Path, client: Any
) -> None:
    command_line(*LINE, "--out", str(tmp_path / "told"), "--keep-journal")
    told = (tmp_path / "told.journal").read_bytes()
    calls: list[int] = []
    for part in [1, 7, 100]:
        journal = tmp_path / f"journal-{part}"
        sample = shinpan.cluster.sample(
            "4x4", 30, 7, budget=2000, settled=True, journal=journal, part=part, client=client, progress=calls.append
        )
        assert journal.read_bytes() == told
        assert len(sample.rows) == 30
    assert sum(calls) == 90


def test_a_worker_that_is_killed_loses_nothing_and_nothing_is_counted_twice(tmp_path: Path, client: Any) -> None:
    whole, journal = tmp_path / "whole", tmp_path / "journal"
    shinpan.sample("4x4", 200, 5, "j1989 aj2004", budget=1000, journal=whole)
    before = pids(client)
    victim = min(before.values())
    done = 0

    def kill(count: int) -> None:
        nonlocal done
        if done < 20 <= done + count:
            os.kill(victim, signal.SIGKILL)
        done += count

    shinpan.cluster.sample(
        "4x4", 200, 5, "j1989 aj2004", budget=1000, journal=journal, part=4, client=client, progress=kill
    )
    assert done == 200
    assert journal.read_bytes() == whole.read_bytes()
    client.wait_for_workers(2)
    assert victim not in pids(client).values()


#: A run that kills its scheduler once a part has come back, and prints how it ends.
LOSING = """
import os, signal, sys
import shinpan.cluster
from dask.distributed import Client

def kill(count, done=[]):
    if not done:
        os.kill(int(sys.argv[2]), signal.SIGKILL)
    done.append(count)
    print("judged", count, flush=True)

client = Client(scheduler_file=sys.argv[1], timeout=60)
try:
    shinpan.cluster.sample("4x4", 60, 6, "j1989 aj2004", budget=1000, journal=sys.argv[3], part=4, client=client, progress=kill)
except ConnectionError as error:
    print(error, flush=True)
# The client still tries to find its scheduler.
os._exit(0)
"""


def test_a_run_whose_scheduler_is_killed_goes_on_from_its_journal(tmp_path: Path) -> None:
    whole, journal, address = tmp_path / "whole", tmp_path / "journal", tmp_path / "scheduler.json"
    shinpan.sample("4x4", 60, 6, "j1989 aj2004", budget=1000, journal=whole)

    def start(what: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", "--scheduler-file", str(address)]
        # Elsewhere than beside the sources of the package, which have no extension.
        return subprocess.Popen([*command, "--no-dashboard", *options], stderr=subprocess.DEVNULL, cwd=tmp_path)

    scheduler = start("scheduler", "--port", "0", "--host", "127.0.0.1")
    worker = start("worker", "--nthreads", "1", "--no-nanny")
    try:
        command = [sys.executable, "-c", LOSING, str(address), str(scheduler.pid), str(journal)]
        ran = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=200, cwd=tmp_path
        )
    finally:
        for process in (worker, scheduler):
            process.kill()
            process.wait()
    assert ran.stdout, ran.stderr
    *judged, last = ran.stdout.splitlines()
    assert last.startswith("the scheduler is lost") and last.endswith("another run goes on with resume=True")
    done = sum(int(line.removeprefix("judged ")) for line in judged)
    assert 0 < done < 60
    assert journal.read_bytes().count(b"\n") == 1 + 2 * done
    # Another engine, the same bytes: the rest is judged here.
    shinpan.sample("4x4", 60, 6, "j1989 aj2004", budget=1000, journal=journal, resume=True)
    assert journal.read_bytes() == whole.read_bytes()


def test_a_worker_of_another_version_is_refused(
    tmp_path: Path, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    version, clauses = shinpan.identity()
    monkeypatch.setattr(shinpan.cluster, "_identity", lambda: ("0.0.0", clauses))
    with pytest.raises(shinpan.cluster.WrongWorker, match=f"tcp://.* has shinpan {version} .*, not 0.0.0"):
        shinpan.cluster.sample("2x2", 5, 1, "aga-area", client=client)
    # One that comes later is refused by the part that it is given.
    with pytest.raises(shinpan.cluster.WrongWorker):
        shinpan.cluster._part((version, "of other clauses"), ["../.."], {"size": "2x2", "list": "aga-area"})


def test_a_position_that_exhausts_its_time_is_undecided_and_the_others_are_not(client: Any) -> None:
    sample = shinpan.cluster.sample("5x5", 4, 2, "j1989 aga-area", each=0.05, part=1, client=client)
    assert all(row.outcomes["aga-area"].kind == "margin" for row in sample.rows)
    assert "undecided" in {row.outcomes["j1989"].kind for row in sample.rows}


def test_many_are_judged_as_in_one_process(client: Any, tmp_path: Path) -> None:
    boards = [*shinpan.sample("3x3", 30, 5, "aga-area").boards, "....", ".XO."]
    here = pyarrow.table(shinpan.judge_many(boards, "j1989 aj2004")).to_pylist()
    assert pyarrow.table(shinpan.cluster.judge_many(boards, "j1989 aj2004", part=5, client=client)).to_pylist() == here
    for at in range(2):
        parquet.write_table(pyarrow.table({"position": boards[16 * at : 16 * (at + 1)]}), tmp_path / f"{at}.parquet")
    table = shinpan.cluster.judge_many(tmp_path, "j1989 aj2004", part=100, client=client)
    assert pyarrow.table(table).to_pylist() == here
    with pytest.raises(ValueError, match=r"position 1 \(from 0\)"):
        shinpan.cluster.judge_many(["....", ".Z."], client=client)


def count_stones(board: str) -> int:
    """A library of others, which counts stones and no territory."""
    return board.count("X") - board.count("O")


def test_a_library_of_others_is_compared_with_a_text(client: Any) -> None:
    boards = shinpan.sample("2x3", 40, 5, "aga-area").boards
    differences = shinpan.cluster.compare(boards, "aga-area", count_stones, part=5, client=client)
    expected = []
    for at, board in enumerate(boards):
        outcome = shinpan.judge(board, "aga-area")[0].outcome
        if outcome.margin != count_stones(board):
            expected.append(shinpan.cluster.Difference(at, board, outcome, count_stones(board)))
    assert differences == expected and expected


def half(board: str) -> float:
    """A library of others that is always half a point off."""
    return count_stones(board) + 0.5


def test_half_a_point_is_a_difference_and_what_is_no_number_is_refused(client: Any) -> None:
    found = shinpan.cluster.compare(["..", ".O"], "aga-area", half, client=client)
    assert [(difference.place, difference.score) for difference in found] == [(0, 0.5), (1, -0.5)]
    with pytest.raises(TypeError, match="the score is None, and no number"):
        shinpan.cluster.compare([".O"], "aga-area", lambda board: None, client=client)  # type: ignore[arg-type, return-value]


def test_a_run_that_is_ended_ends_on_the_workers_too(client: Any) -> None:
    def stop(_: int) -> None:
        raise LookupError("enough")

    # Parts that would take minutes each; the first of them is small enough to come back.
    boards = ["....", *shinpan.sample("5x5", 2000, 1, "aga-area").boards]
    with pytest.raises(LookupError):
        shinpan.cluster.judge_many(boards, "j1989", budget=50_000, part=1000, client=client, progress=stop)

    def busy(dask_worker: Any) -> int:
        return int(dask_worker.state.executing_count)

    until = time.monotonic() + 120
    while sum(client.run(busy).values()) > 0:
        assert time.monotonic() < until, "a worker goes on"
        time.sleep(0.2)


def test_waiting_for_a_worker_is_said() -> None:
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        timer = threading.Timer(2, lambda: cluster.scale(1))
        timer.start()
        with pytest.warns(UserWarning, match="no worker yet"):
            assert len(shinpan.cluster.judge_many([".O"], "aga-area", client=client)) == 1
