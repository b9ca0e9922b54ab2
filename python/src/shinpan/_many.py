"""Many positions: lists, whole boards, samples."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from . import _shinpan
from ._boards import Board, Rules, rules_text, unread
from ._verdicts import Outcome, outcomes

#: Called now and then with the number of verdicts found since the last call: `tqdm(total=...).update`, for example.
Advance: TypeAlias = Callable[[int], object]

#: What is added to margins that count prisoners for those that a bare position does not show: nothing; those of a game in which both have
#: played equally many stones; those of a game in which Black has played one more.
Prisoners: TypeAlias = Literal["none", "level", "black-ahead"]


class Table:
    """Outcomes as columns: `position`, `class` (of a whole board: positions that are alike under its symmetries and the exchange of the
    colours), `black`, `white` (stones), and for each rule set ID: `ID`, the margin or null, `ID kind` (margin, no-result, undecided),
    `ID lo` and `ID hi`, the bounds.

    It is an Arrow table for whoever takes one by the Arrow C stream interface: `polars.DataFrame(table)`, `pyarrow.table(table)`,
    `pandas.DataFrame.from_arrow(table)`, DuckDB by way of these. Columns are made as they are read, and not copied. `to_pandas`,
    `to_polars` and `head` are short for that. Iterated over it gives its rows as dictionaries, so `pandas.DataFrame(table)` works too,
    row by row. All of these but `to_polars` need pyarrow.

    >>> [(row["position"], row["ms-chinese"]) for row in judge_many(["..X.O.", ".OO"], "ms-chinese")]
    [('..X.O.', 1), ('.OO', 0)]
    """

    def __init__(self, columns: _shinpan.Columns) -> None:
        self._columns = columns

    @property
    def rules(self) -> list[str]:
        """The rule sets."""
        return self._columns.rules()

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return self._columns.names()

    def __len__(self) -> int:
        return len(self._columns)

    def __repr__(self) -> str:
        return f"<shinpan.Table of {len(self)} positions under {', '.join(self.rules)}>"

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for batch in self._batches():
            yield from batch.to_pylist()

    def _batches(self) -> Any:
        """The rows, some at a time."""
        try:
            import pyarrow
        except ImportError as error:
            raise ImportError("rows of a table are read with pyarrow: pip install pyarrow") from error
        return pyarrow.RecordBatchReader.from_stream(self)

    def head(self, n: int = 5) -> Any:
        """The first rows, as a pandas data frame."""
        if n < 0:
            raise ValueError(f"{n} rows are asked for: write a number from 0 up")
        reader = self._batches()
        batches, rows = [], 0
        for batch in reader:
            batches.append(batch)
            rows += batch.num_rows
            if rows >= n:
                break
        import pyarrow

        return pyarrow.Table.from_batches(batches, reader.schema).slice(0, n).to_pandas()

    def to_pandas(self) -> Any:
        """All of it, as a pandas data frame."""
        return self._batches().read_all().to_pandas()

    def to_polars(self) -> Any:
        """All of it, as a Polars data frame."""
        try:
            import polars
        except ImportError as error:
            raise ImportError("Polars is not installed: pip install polars") from error
        return polars.DataFrame(self)

    def __arrow_c_schema__(self) -> object:
        return self._columns.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._columns.__arrow_c_stream__(requested_schema)


def boards_of(boards: Iterable[Board]) -> list[str]:
    """Boards as texts that have yet to be read."""
    if isinstance(boards, (str, bytes)):
        raise TypeError("one board is given where a list of boards is wanted: write [board]")
    listed: Iterable[Any] = boards.to_pylist() if hasattr(boards, "to_pylist") else boards
    read = []
    for at, board in enumerate(listed):
        try:
            read.append(unread(board))
        except (TypeError, ValueError) as error:
            raise type(error)(f"position {at} (from 0): {error}") from None
    return read


def judge_many(
    boards: Iterable[Board],
    rules: Rules = None,
    *,
    threads: int | None = None,
    budget: int | None = None,
    each: float | None = None,
    memory: int | None = None,
    prisoners: Prisoners = "none",
    progress: Advance | None = None,
) -> Table:
    """Judges positions of up to 64 points, of one size or of several, on `threads` threads (one a processor).

    `boards` are any number of boards, or a column of texts (Arrow, Polars, pandas), or a stack of arrays. Each is judged by itself:
    what a `budget` (states for one question) leaves undecided does not depend on the others. `each` is the most seconds for one verdict.
    A board that cannot be read is a ValueError with its place. Ctrl-C ends the run; `progress` is called with the number of verdicts
    found since its last call.

    >>> import pyarrow
    >>> table = pyarrow.table(judge_many([".X./XX./...", "...."], "j1989 ms-chinese"))
    >>> table["ms-chinese"].to_pylist()
    [9, 0]
    """
    found = _shinpan.judge_many(
        boards_of(boards), rules_text(rules), budget, each, memory, threads, progress, prisoners
    )
    return Table(found)


def table(
    size: str,
    rules: Rules = None,
    *,
    threads: int | None = None,
    budget: int | None = None,
    each: float | None = None,
    memory: int | None = None,
    prisoners: Prisoners = "none",
    progress: Advance | None = None,
) -> Table:
    """Judges every legal position of a board of up to 16 points: what `shinpan table` writes, in the order of the positions' texts.

    Boards of up to 12 points take seconds, 4x4 minutes. Without `rules` those are asked that are practical on the board; a warning names
    what is left out.

    >>> table("2x2", "j1989 aj2004")
    <shinpan.Table of 57 positions under j1989, aj2004>
    """
    names = rules_text(rules)
    if names is None:
        asked, left_out = _shinpan.practical(size)
        if left_out:
            warnings.warn(f"left out on {size}, as they need too much of a search: {' '.join(left_out)}", stacklevel=2)
        names = " ".join(asked)
    return Table(_shinpan.table(size, names, budget, each, memory, threads, progress, prisoners))


@dataclass(frozen=True)
class SampleRow:
    """What was found of a position of a sample."""

    #: The position.
    board: str
    #: By rule set, without earlier prisoners.
    outcomes: dict[str, Outcome]
    #: Whether players could sensibly stop there; None if that was not asked or is undecided.
    settled: bool | None


class Sample:
    """Positions drawn from a board, with what was found of them."""

    def __init__(self, drawn: _shinpan.Sample) -> None:
        self._drawn = drawn

    @property
    def rules(self) -> list[str]:
        """The rule sets."""
        return self._drawn.rules()

    @property
    def boards(self) -> list[str]:
        """The positions, as they were drawn."""
        return self._drawn.boards(list(range(len(self))))

    @property
    def rows(self) -> list[SampleRow]:
        """What was found of each."""
        rules = self.rules
        return [
            SampleRow(board, dict(zip(rules, outcomes(parts), strict=True)), settled)
            for board, parts, settled in self._drawn.rows()
        ]

    def table(self, prisoners: Prisoners = "none") -> Table:
        """The same as columns."""
        return Table(self._drawn.columns(prisoners))

    def __len__(self) -> int:
        return len(self._drawn)

    def __repr__(self) -> str:
        return f"<shinpan.Sample of {len(self)} positions under {', '.join(self.rules)}>"


@contextmanager
def journal_let_go(drawn: _shinpan.Sample) -> Iterator[None]:
    """Leaves the journal whatever ends the run: the traceback keeps the sample alive, and the next run wants to go on with the journal."""
    try:
        yield
    except BaseException:
        drawn.let_go()
        raise


def begun(
    drawn: _shinpan.Sample,
    journal: str | os.PathLike[str] | None,
    resume: bool,
    replace: bool,
    earlier: Iterable[str | os.PathLike[str]],
) -> _shinpan.Sample:
    """The sample with its journal, and what earlier ones have decided."""
    if isinstance(earlier, (str, bytes, os.PathLike)):
        raise TypeError("one journal is given where a list of journals is wanted: write earlier=[journal]")
    if resume and replace:
        raise ValueError("resume goes on with a journal, replace starts it anew: give one of them")
    if journal is not None:
        begin = "resume" if resume else "replace" if replace else "new"
        drawn.keep(os.fspath(journal), begin, [os.fspath(other) for other in earlier])
    elif resume or replace or list(earlier):
        raise ValueError("resume, replace and earlier are about a journal: name one")
    return drawn


def sample(
    size: str,
    n: int,
    seed: int,
    rules: Rules = None,
    *,
    empty: int | None = None,
    settled: bool = False,
    budget: int | None = None,
    each: float | None = None,
    memory: int | None = None,
    threads: int | None = None,
    journal: str | os.PathLike[str] | None = None,
    resume: bool = False,
    replace: bool = False,
    earlier: Iterable[str | os.PathLike[str]] = (),
    progress: Advance | None = None,
) -> Sample:
    """Judges `n` legal positions drawn uniformly from a board of up to 25 points: the positions that `shinpan sample --seed` draws.

    `empty` draws only positions with so many empty points; `settled` also asks whether players could sensibly stop. With `journal` what is
    found is kept in that file as it is found: a run that was stopped or killed goes on with `resume=True`, and in the end the file has
    the bytes of `shinpan sample --keep-journal`, whatever the number of threads and of runs. What the journals `earlier` of other samples
    of these positions, or of the first of them, have decided is taken over: under other rule sets, with another budget, or of fewer positions.

    >>> sample("5x5", 2, 1, "aga-area").boards == sample("5x5", 3, 1, "aga-area").boards[:2]
    True
    """
    drawn = begun(
        _shinpan.Sample(size, n, seed, rules_text(rules), empty, settled, budget, each, memory),
        journal,
        resume,
        replace,
        earlier,
    )
    with journal_let_go(drawn):
        drawn.judge(threads, progress)
        drawn.finish()
    return Sample(drawn)
