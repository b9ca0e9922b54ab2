"""Samples, lists of positions and comparisons with other libraries, spread over a Dask cluster: a LocalCluster, dask-jobqueue for Slurm, Kubernetes.

    from dask.distributed import Client
    import shinpan.cluster

    client = Client(n_workers=4, threads_per_worker=1)
    sample = shinpan.cluster.sample("5x5", 1000, 1, budget=20000, client=client, journal="5x5.journal")

Positions go out in parts, a text for each, and verdicts come back, five bytes for each rule set. The journal is written here as parts come
back: a worker that is lost is replaced by the scheduler, what it was judging is judged again, and no verdict is written twice. In the end
the journal has the bytes of `shinpan sample --keep-journal`, whatever the number of workers and the order of their answers (but for what
`each`, a time, leaves undecided, which depends on machines). A worker with another version of shinpan is refused.
"""

from __future__ import annotations

import itertools
import os
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from . import _shinpan
from ._boards import Board, Rules, rules_text
from ._many import Advance, Prisoners, Sample, Table, begun, boards_of, journal_let_go
from ._verdicts import Outcome, rule_sets

__all__ = ["Difference", "WrongWorker", "compare", "judge_many", "sample"]

#: Parts that are on their way at a time, for each thread of the cluster: enough that no worker waits for the next.
_AHEAD = 3


class WrongWorker(RuntimeError):
    """A worker has another version of shinpan, or other clauses: its verdicts are not to be mixed with others."""


def _identity() -> tuple[str, str]:
    return _shinpan.identity()


def _found() -> tuple[str, str]:
    """On a worker: what it has."""
    return _shinpan.identity()


def _checked(found: tuple[str, str], wanted: tuple[str, str], where: str) -> None:
    """Refuses a worker of another version."""
    if tuple(found) != tuple(wanted):
        raise WrongWorker(
            f"{where} has shinpan {found[0]} (clauses {found[1][:12]}), not {wanted[0]} (clauses {wanted[1][:12]}): "
            "install the same version on all workers"
        )


def _checks_itself(wanted: tuple[str, str]) -> None:
    """On a worker, which may have come after the others were asked."""
    from distributed import get_worker

    try:
        where = str(get_worker().address)
    except ValueError:
        where = "this process"
    _checked(_found(), wanted, where)


def _is_wanted() -> bool:
    """On a worker: whether somebody still waits for what this thread works on. A task that has been cancelled is not ended by Dask: it
    has to end itself."""
    from distributed import get_worker
    from distributed.worker import thread_state

    try:
        task = get_worker().state.tasks.get(thread_state.key)
    except (AttributeError, ValueError):
        return True
    return task is not None and task.state not in ("cancelled", "released", "forgotten")


class _NotWanted(RuntimeError):
    """The run was ended while this part was worked on."""


def _each(boards: list[str]) -> Iterator[str]:
    for board in boards:
        if not _is_wanted():
            raise _NotWanted("the run has ended")
        yield board


def _part(wanted: tuple[str, str], boards: list[str], asked: dict[str, Any]) -> bytes:
    """On a worker: the verdicts on some positions."""
    _checks_itself(wanted)
    return b"".join(_shinpan.judge_part(boards=[board], **asked) for board in _each(boards))


def _scored(wanted: tuple[str, str], boards: list[str], score: Callable[[str], float]) -> list[float]:
    """On a worker: what a library of others says of some positions."""
    _checks_itself(wanted)
    return [_number(score(board), board) for board in _each(boards)]


def _number(found: Any, board: str) -> float:
    """A score as it was given: 0.9 is not 0."""
    try:
        number = float(found)
    except (TypeError, ValueError):
        raise TypeError(f"{board}: the score is {found!r}, and no number") from None
    return int(number) if number.is_integer() else number


def _spread(
    client: Any, work: Callable[..., Any], parts: Iterable[list[Any]], arguments: Callable[[list[Any]], tuple[Any, ...]]
) -> Generator[tuple[list[Any], Any]]:
    """What `work` says of each part, in the order in which answers come. Only so many are on their way at a time."""
    from distributed import as_completed

    wanted = _identity()
    left = iter(parts)
    of: dict[str, list[Any]] = {}
    coming = None
    try:
        if not client.nthreads():
            warnings.warn("the cluster has no worker yet: waiting for one", stacklevel=4)
        client.wait_for_workers(1)
        for where, found in client.run(_found).items():
            _checked(found, wanted, where)
        coming = as_completed()

        def send() -> None:
            for part in itertools.islice(left, 1):
                # What was asked before is asked anew: `pure` would have the cluster remember it.
                future = client.submit(work, wanted, *arguments(part), pure=False)
                of[future.key] = part
                coming.add(future)

        for _ in range(_AHEAD * max(sum(client.nthreads().values()), 1)):
            send()
        for future in coming:
            answer = future.result()
            yield of.pop(future.key), answer
            future.release()
            send()
    except Exception as error:
        if client.status == "running":
            raise
        raise ConnectionError(
            f"the scheduler is lost ({type(error).__name__}); with a journal, another run goes on with resume=True"
        ) from error
    finally:
        # After an error, an interrupt, or if nobody wants the rest.
        if of and coming is not None and client.status == "running":
            client.cancel(list(coming.futures), force=True)


def _parts(places: list[Any], size: int) -> Iterator[list[Any]]:
    if size < 1:
        raise ValueError("part: write a number of positions from 1 up")
    return (places[at : at + size] for at in range(0, len(places), size))


def sample(
    size: str,
    n: int,
    seed: int,
    rules: Rules = None,
    *,
    client: Any,
    empty: int | None = None,
    settled: bool = False,
    budget: int | None = None,
    each: float | None = None,
    memory: int | None = None,
    journal: str | os.PathLike[str] | None = None,
    resume: bool = False,
    replace: bool = False,
    earlier: Iterable[str | os.PathLike[str]] = (),
    part: int = 8,
    progress: Advance | None = None,
) -> Sample:
    """`shinpan.sample` on the workers of `client`, a `dask.distributed.Client`: the same positions, verdicts and journal.

    `part` positions go to a worker at a time: as many as take some seconds. `progress` is called with the number of positions judged. An
    error of the cluster ends the run; with `resume=True` another one goes on with the journal.
    """
    drawn = begun(
        _shinpan.Sample(size, n, seed, rules_text(rules), empty, settled, budget, each, memory),
        journal,
        resume,
        replace,
        earlier,
    )
    asked = {
        "size": size,
        "list": " ".join(drawn.rules()),
        "settled": settled,
        "states": budget,
        "each": each,
        "memory": memory,
    }
    parts = _parts(drawn.missing(), part)
    with (
        journal_let_go(drawn),
        closing(_spread(client, _part, parts, lambda places: (drawn.boards(places), asked))) as answers,
    ):
        for places, packed in answers:
            drawn.add(places, packed)
            if progress is not None:
                progress(len(places))
        drawn.finish()
    return Sample(drawn)


def _listed(boards: Iterable[Board] | os.PathLike[str]) -> list[str]:
    """Boards as canonical texts; of a Parquet file or a folder of such files its column `position`."""
    if isinstance(boards, os.PathLike):
        from pyarrow import dataset

        column = dataset.dataset(os.fspath(boards), format="parquet").to_table(columns=["position"])["position"]
        texts = boards_of(column)
    else:
        texts = boards_of(boards)
    read = []
    for at, text in enumerate(texts):
        try:
            read.append(_shinpan.board(text)[0])
        except ValueError as error:
            raise ValueError(f"position {at} (from 0): {error}") from None
    return read


def _size(board: str) -> str:
    rows = board.split("/")
    return f"{len(rows)}x{len(rows[0])}"


def judge_many(
    boards: Iterable[Board] | os.PathLike[str],
    rules: Rules = None,
    *,
    client: Any,
    budget: int | None = None,
    each: float | None = None,
    memory: int | None = None,
    prisoners: Prisoners = "none",
    part: int = 64,
    progress: Advance | None = None,
) -> Table:
    """`shinpan.judge_many` on the workers of `client`. `boards` may be the path of a Parquet file or of a folder of such files with a
    column `position`, which pyarrow reads here. `progress` is called with the number of positions judged.
    """
    texts = _listed(boards)
    names = " ".join(found.id for found in rule_sets(rules))
    sizes: dict[str, list[int]] = {}
    for at, text in enumerate(texts):
        sizes.setdefault(_size(text), []).append(at)
    limits = {"list": names, "states": budget, "each": each, "memory": memory}
    parts = itertools.chain.from_iterable(_parts(places, part) for places in sizes.values())

    def arguments(places: list[int]) -> tuple[list[str], dict[str, Any]]:
        return [texts[at] for at in places], {"size": _size(texts[places[0]]), **limits}

    packed: list[bytes] = [b""] * len(texts)
    with closing(_spread(client, _part, parts, arguments)) as answers:
        for places, found in answers:
            width = len(found) // len(places)
            for n, at in enumerate(places):
                packed[at] = found[n * width : (n + 1) * width]
            if progress is not None:
                progress(len(places))
    return Table(_shinpan.columns_of(texts, names, b"".join(packed), prisoners))


@dataclass(frozen=True)
class Difference:
    """A position on which a library says another thing than the text."""

    #: Its place in the list, from 0.
    place: int
    #: The position.
    board: str
    #: What the text says.
    outcome: Outcome
    #: What the library says, as it says it.
    score: float


def compare(
    boards: Iterable[Board] | os.PathLike[str],
    rules: str,
    score: Callable[[str], float],
    *,
    client: Any,
    budget: int | None = None,
    each: float | None = None,
    memory: int | None = None,
    part: int = 64,
    progress: Advance | None = None,
) -> list[Difference]:
    """Holds a library of others against a text on the workers of `client`, as `shinpan check` does with an engine: where it gives
    another margin (Black minus White, without earlier prisoners) than the one rule set `rules`, in the order of the positions.

    `score` is called on workers with a position as text. A position that the text leaves without a margin differs only if a score is
    outside its bounds.
    """
    (text,) = _one(rules)
    texts = _listed(boards)
    judged = judge_many(
        texts, text, client=client, budget=budget, each=each, memory=memory, part=part, progress=progress
    )
    said = _shinpan.outcomes(judged._columns)
    differences = []
    parts = _parts(list(range(len(texts))), part)
    with closing(_spread(client, _scored, parts, lambda places: ([texts[at] for at in places], score))) as answers:
        for places, scores in answers:
            for at, found in zip(places, scores, strict=True):
                outcome = Outcome(*said[at][0])
                if not outcome.lo <= found <= outcome.hi:
                    differences.append(Difference(at, texts[at], outcome, found))
    return sorted(differences, key=lambda difference: difference.place)


def _one(rules: str) -> list[str]:
    """The one rule set that is named."""
    names = [found.id for found in rule_sets(rules)]
    if len(names) != 1:
        raise ValueError(f"`{rules}` is more than one rule set; name one: {' or '.join(f'`{name}`' for name in names)}")
    return names
