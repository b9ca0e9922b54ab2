"""What the package costs beside the command line, as ratios measured in one run.

    python python/benches/ratios.py PROGRAM

PROGRAM is `shinpan` built in the same profile as the package. Each pair is measured in turn, `ROUNDS` times; the median is what counts.
Processor time is compared where the work is the same, so that other work on the machine matters little; time on the clock where it is
about a wait.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import shinpan
import shinpan.cluster
from shinpan import _shinpan

ROUNDS = 3


def seconds(work: Callable[[], Any]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def processor(work: Callable[[], Any], who: int) -> float:
    """Processor seconds of this process or of its children."""

    def used() -> float:
        found = resource.getrusage(who)
        return found.ru_utime + found.ru_stime

    started = used()
    work()
    return used() - started


def median(times: list[float]) -> float:
    return statistics.median(times)


def many(program: str) -> None:
    """10,000 positions of 3x4 under two rule sets: judge_many, and `shinpan sample --from`."""
    rules = "ms-chinese,tromp-taylor"
    boards = shinpan.sample("3x4", 10_000, 1, "aga-area").boards
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "boards"
        file.write_text("\n".join(boards))
        command = [program, "sample", "3x4", "--from", str(file), "--rules", rules, "--format", "json"]
        here, there = [], []
        for _ in range(ROUNDS):
            here.append(processor(lambda: shinpan.judge_many(boards, rules), resource.RUSAGE_SELF))
            run = lambda: subprocess.run(command, check=True, capture_output=True)  # noqa: E731
            there.append(processor(run, resource.RUSAGE_CHILDREN))
    print(f"judge_many, 10,000 positions of 3x4: {median(here):.2f} s; command line {median(there):.2f} s;", end=" ")
    print(f"ratio {median(here) / median(there):.2f}")


def one() -> None:
    """A call of judge on 3x3 under one rule set, beside the verdict by itself, and beside judging in a row without a call for each."""
    boards = shinpan.sample("3x3", 1000, 1, "aga-area").boards
    for rules in ["ms-chinese", "tromp-taylor"]:
        calls, alone = [], []
        for _ in range(ROUNDS):
            calls.append(processor(lambda: [shinpan.judge(board, rules) for board in boards], resource.RUSAGE_SELF))
            alone.append(processor(lambda: _shinpan.judge_many(boards, rules, threads=1), resource.RUSAGE_SELF))
        beyond = (median(calls) - median(alone)) / len(boards)
        print(f"judge on 3x3 under {rules}: {1e6 * median(calls) / len(boards):.0f} us a call,", end=" ")
        print(f"{1e6 * median(alone) / len(boards):.0f} us the verdict; {1e6 * beyond:.0f} us beyond it")


def cluster() -> None:
    """A sample of 5x5 on one and on two worker processes, and the bytes that go to a worker and come back."""
    import cloudpickle
    from dask.distributed import Client, LocalCluster

    arguments: dict[str, Any] = {"budget": 2_000}
    rules, many = "j1989 ms-japanese", 200
    times: dict[int, list[float]] = {1: [], 2: []}
    busiest: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(ROUNDS):
        for workers, taken in times.items():
            with (
                LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as local,
                Client(local) as client,
            ):
                client.run(lambda: __import__("shinpan"))
                before = client.run(time.process_time)
                # So many that starting does not count, in parts so small that no worker waits long for the last one of another.
                run = lambda: shinpan.cluster.sample("5x5", many, 1, rules, client=client, part=4, **arguments)  # noqa: E731
                taken.append(seconds(run))
                after = client.run(time.process_time)
                busiest[workers].append(max(after[worker] - before[worker] for worker in after))
    print(f"{many} positions of 5x5: one worker {median(times[1]):.1f} s, two {median(times[2]):.1f} s;", end=" ")
    print(f"{median(times[1]) / median(times[2]):.2f} times as fast;", end=" ")
    print(f"processor time of the busiest worker {median(busiest[1]):.2f} s and {median(busiest[2]):.2f} s,", end=" ")
    print(f"ratio {median(busiest[1]) / median(busiest[2]):.2f}")
    print(f"{median(busiest[1]) / many:.2f} processor seconds a position")
    sample = _shinpan.Sample("5x5", 8, 1, rules)
    places = list(range(8))
    asked = {"size": "5x5", "list": rules, "settled": False, "states": 2_000, "each": None, "memory": None}
    out = len(cloudpickle.dumps((_shinpan.identity(), sample.boards(places), asked))) / 8
    back = 5 * len(sample.rules())
    print(f"bytes a position in parts of 8: {out:.0f} out, {back} back")


if __name__ == "__main__":
    many(sys.argv[1])
    one()
    cluster()
