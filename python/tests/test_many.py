"""Many positions at a time, as columns."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import duckdb
import pandas
import polars
import pyarrow
import pytest

import shinpan


def test_a_table_has_the_outcomes_of_the_command_line(command_line: Callable[..., str]) -> None:
    rules = "j1989 j1997 aj2004 ms-japanese"
    told = [json.loads(line) for line in command_line("table", "2x3", "--rules", rules.replace(" ", ",")).splitlines()]
    calls: list[int] = []
    table = shinpan.table("2x3", rules, progress=calls.append)
    assert sum(calls) > 0 and len(table) == len(told) == 489
    found = pyarrow.table(table)
    assert found.schema.names == table.columns
    rows = found.to_pylist()
    for row, said in zip(rows, told, strict=True):
        outcomes = {key: value for key, value in said.items() if key in table.rules} or said["outcomes"]
        assert row["position"] == said.get("position", said.get("board"))
        assert row["black"] == row["position"].count("X") and row["white"] == row["position"].count("O")
        for name in table.rules:
            assert_same(row, name, outcomes[name])


def assert_same(row: dict[str, object], name: str, said: object) -> None:
    """A row says of a rule set what the command line writes."""
    if isinstance(said, dict):
        ((kind, bounds),) = said.items()
        assert row[name] is None and row[f"{name} kind"] == kind and [row[f"{name} lo"], row[f"{name} hi"]] == bounds
    else:
        assert row[f"{name} kind"] == "margin" and row[name] == row[f"{name} lo"] == row[f"{name} hi"] == said


def test_polars_takes_a_table_and_every_reading_is_made_anew() -> None:
    table = shinpan.table("2x2", "j1989 aj2004", prisoners="level")
    first, second = polars.DataFrame(table), polars.DataFrame(table)
    assert first.equals(second) and first.height == 57
    plain = polars.DataFrame(shinpan.table("2x2", "j1989 aj2004"))
    more = plain["black"] - plain["white"]
    assert (first["j1989"] == plain["j1989"] + more).all()


def test_duckdb_and_pandas_take_a_table() -> None:
    columns = table = shinpan.table("2x2", "j1989 j1997:first=black")
    outcomes = pyarrow.table(table)
    none = outcomes["j1997:first=black"].null_count
    found = duckdb.sql('SELECT count(*), count("j1997:first=black"), any_value("j1989 kind") FROM columns').fetchall()
    assert none > 0 and found == [(57, 57 - none, "margin")]
    # What pandas 3 takes by itself, older ones (of Python 3.10) take from pyarrow.
    frame = pandas.DataFrame.from_arrow(table) if hasattr(pandas.DataFrame, "from_arrow") else outcomes.to_pandas()
    assert list(frame.columns) == table.columns and frame["j1997:first=black"].isna().sum() == none


def test_pandas_takes_a_table_as_it_takes_anything() -> None:
    table = shinpan.table("2x2", "j1989 j1997:first=black")
    frame, rows = table.to_pandas(), pandas.DataFrame(table)
    assert frame.shape == rows.shape == (57, 12) and list(frame.columns) == list(rows.columns) == table.columns
    for name in table.columns:
        assert [None if pandas.isna(v) else v for v in frame[name]] == [None if pandas.isna(v) else v for v in rows[name]]
    assert table.to_polars().equals(polars.DataFrame(table))
    assert list(table.head(3)["j1989"]) == list(frame["j1989"][:3])
    assert len(table.head()) == 5 and len(table.head(0)) == 0 and len(table.head(1000)) == 57
    assert [row["position"] for row in table] == list(frame["position"])
    with pytest.raises(ValueError, match="-1 rows are asked for"):
        table.head(-1)


def test_many_are_judged_as_one_is_whatever_the_threads() -> None:
    boards = [*shinpan.sample("2x3", 12, 5, "aga-area").boards, "....", ".XO.", ".XX/XX./OO."]
    rows = pyarrow.table(shinpan.judge_many(boards, threads=1)).to_pylist()
    assert rows == pyarrow.table(shinpan.judge_many(boards, threads=2)).to_pylist()
    for board, row in zip(boards, rows, strict=True):
        assert row["position"] == board
        for verdict in shinpan.judge(board):
            assert (row[f"{verdict.rules} kind"], row[f"{verdict.rules} lo"], row[f"{verdict.rules} hi"]) == (
                verdict.outcome.kind,
                verdict.outcome.lo,
                verdict.outcome.hi,
            )


def test_boards_come_from_a_column_and_a_bad_one_is_named_by_its_place() -> None:
    column = pyarrow.array(["....", ".XO."])
    assert len(shinpan.judge_many(column, "aga-area")) == 2
    assert len(shinpan.judge_many(polars.Series(["....", ".XO."]), "aga-area")) == 2
    assert len(shinpan.judge_many([], "aga-area")) == pyarrow.table(shinpan.judge_many([])).num_rows == 0
    with pytest.raises(ValueError, match=r"position 1 \(from 0\): line 1, column 2: unknown character `Z`"):
        shinpan.judge_many(["....", ".ZO."])
    with pytest.raises(ValueError, match=r"position 0 \(from 0\): the board is 9x9"):
        shinpan.judge_many(["/".join(["." * 9] * 9)])


def test_what_progress_raises_ends_the_run() -> None:
    def stop(_: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        shinpan.sample("4x4", 500, 1, "j1989", progress=stop)


LINE = ["sample", "4x4", "--n", "30", "--seed", "7", "--budget", "2000", "--settled"]


def test_the_journal_of_a_sample_is_that_of_the_command_line_byte_for_byte(
    command_line: Callable[..., str], tmp_path: Path
) -> None:
    command_line(*LINE, "--threads", "2", "--out", str(tmp_path / "told"), "--format", "json", "--keep-journal")
    journal = tmp_path / "journal"
    sample = shinpan.sample("4x4", 30, 7, budget=2000, settled=True, journal=journal, threads=2)
    assert journal.read_bytes() == (tmp_path / "told.journal").read_bytes()
    report = json.loads((tmp_path / "told").read_text())
    assert [row.board for row in sample.rows] == [position["board"] for position in report["positions"]]
    assert [row.settled for row in sample.rows] == [position["settled"] for position in report["positions"]]
    columns = pyarrow.table(sample.table()).to_pylist()
    for row, position in zip(columns, report["positions"], strict=True):
        for name, outcome in zip(sample.rules, position["outcomes"], strict=True):
            assert_same(row, name, outcome)


def test_a_sample_begins_with_what_others_have_decided(tmp_path: Path) -> None:
    whole, part, journal = tmp_path / "whole", tmp_path / "part", tmp_path / "journal"
    shinpan.sample("4x4", 40, 3, "j1989 aj2004", budget=1000, journal=whole)
    shinpan.sample("4x4", 30, 3, "aj2004", budget=1000, journal=part)
    calls: list[int] = []
    shinpan.sample("4x4", 40, 3, "j1989 aj2004", budget=1000, journal=journal, earlier=[part], progress=calls.append)
    assert journal.read_bytes() == whole.read_bytes()
    # What is undecided is judged again.
    decided = part.read_text().count("outcome") - part.read_text().count("undecided")
    assert sum(calls) == 80 - decided < 80
    with pytest.raises(ValueError, match="another n: 40, not at most 30; nothing is taken from it"):
        shinpan.sample("4x4", 30, 3, "j1989", journal=tmp_path / "wrong", earlier=[whole])
    with pytest.raises(ValueError, match="are about a journal: name one"):
        shinpan.sample("4x4", 30, 3, "j1989", earlier=[part])
    with pytest.raises(TypeError, match=r"write earlier=\[journal\]"):
        shinpan.sample("4x4", 30, 3, "j1989", journal=tmp_path / "wrong", earlier=str(part))
    assert not (tmp_path / "wrong").exists()


def test_a_sample_that_was_stopped_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    shinpan.sample("4x4", 40, 3, "j1989 aj2004", budget=1000, journal=whole)

    def stop(_: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError):
        shinpan.sample("4x4", 40, 3, "j1989 aj2004", budget=1000, journal=part, threads=1, progress=stop)
    with pytest.raises(FileExistsError, match="resume=True"):
        shinpan.sample("4x4", 40, 3, "j1989 aj2004", budget=1000, journal=part)
    with pytest.raises(ValueError, match="is of another seed: 3, not 4"):
        shinpan.sample("4x4", 40, 4, "j1989 aj2004", budget=1000, journal=part, resume=True)
    # A last line without an end was being written when the process was killed.
    with part.open("a") as file:
        file.write('{"position":')
    shinpan.sample("4x4", 40, 3, "j1989 aj2004", budget=1000, journal=part, resume=True)
    assert part.read_bytes() == whole.read_bytes()
    with pytest.raises(ValueError, match="name one"):
        shinpan.sample("4x4", 40, 3, "j1989", resume=True)
    with pytest.raises(ValueError, match="draw 1 to 10000000"):
        shinpan.sample("4x4", 0, 3, "j1989")
    with pytest.raises(ValueError, match="no legal position of 2x2 has exactly 0 empty points"):
        shinpan.sample("2x2", 3, 3, "j1989", empty=0)
