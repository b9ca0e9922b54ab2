"""Verdicts, and the forms in which boards and errors come."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import numpy
import pytest
from conftest import ROOT

import shinpan
from shinpan import _shinpan

BOARD = "XX.O/XXOO/..O."


def test_the_version_is_that_of_the_program(command_line: Callable[..., str]) -> None:
    assert f"shinpan {shinpan.__version__}\n" == command_line("--version")


def test_verdicts_are_those_of_the_command_line(command_line: Callable[..., str]) -> None:
    for board in [BOARD, ".XX/XX./OO.", ".XO.", "X.O/.../OX."]:
        told = json.loads(command_line("judge", board, "--format", "json"))["verdicts"]
        verdicts = shinpan.judge(board)
        assert [json.loads(verdict._judgement.json()) for verdict in verdicts] == told
        assert [str(verdict.outcome) for verdict in verdicts] == [v._found.result() for v in verdicts]
        for verdict, said in zip(verdicts, told, strict=True):
            assert verdict.rules == said["rules"]
            assert {point for string in verdict.strings for point in string.stones} <= set(verdict.statuses)
            if verdict.outcome.margin is not None:
                signs = {"black": 1, "white": -1}
                assert sum(signs[c.player] * c.value for c in verdict.claims) == verdict.outcome.margin


def test_the_trace_is_that_of_the_command_line(command_line: Callable[..., str]) -> None:
    board = ".XX/XX./OO."
    told = json.loads(command_line("judge", board, "--rules", "j1989", "--trace", "--format", "json"))["verdicts"]
    trace = shinpan.judge(board, "j1989")[0].trace
    assert [(s.clause, s.fact, len(s.line)) for s in trace] == [
        (s["clause"], s["fact"], len(s["line"])) for s in told[0]["trace"]
    ]
    assert any(step.line for step in trace)


def test_pictures_are_those_of_the_command_line(command_line: Callable[..., str]) -> None:
    rules = "j1989,j1997:first=white,ms-chinese"
    verdicts = shinpan.judge("XXO/XO./.X.", rules)
    told = command_line("judge", "XXO/XO./.X.", "--rules", rules, "--format", "svg")
    assert verdicts.svg() == verdicts._repr_html_() == told
    one = verdicts["ms-chinese"]
    assert ElementTree.fromstring(one.svg()).tag.endswith("svg") and one._repr_html_() == one.svg()
    assert "ms-chinese" in str(one) and repr(one) == f"Verdict('XXO/XO./.X.', 'ms-chinese', {one.outcome})"


def test_the_status_of_a_stone_is_its_life_and_of_a_point_what_becomes_of_it() -> None:
    verdict = shinpan.judge(".XX/XX./OO.", "j1989")[0]
    assert verdict.statuses == {
        "A3": "black territory", "B3": "alive", "C3": "alive",
        "A2": "alive", "B2": "alive", "C2": "black territory",
        "A1": "dead", "B1": "dead", "C1": "black territory",
    }  # fmt: skip
    assert verdict.points["A1"] == "black territory"
    # A text whose result is that of best play gives no status.
    assert shinpan.judge(".XO.", "j1997:first=black")[0].statuses == {}


def test_boards_come_as_text_diagram_array_and_sgfmill_board() -> None:
    assert shinpan.board_text("X . O\nX X O") == "X.O/XXO"
    array = numpy.zeros((3, 3), dtype=numpy.int8)
    array[0, 1], array[2, 0] = 1, -1
    assert shinpan.board_text(array) == ".X./.../O.."
    assert shinpan.judge(array, "aga-area")[0].board == ".X./.../O.."
    boards = pytest.importorskip("sgfmill.boards")
    board = boards.Board(3)
    board.play(2, 1, "b")
    board.play(0, 0, "w")
    assert shinpan.board_text(board) == ".X./.../O.."


@pytest.mark.parametrize(
    ("board", "said"),
    [
        ("X.O/XZO", "line 1, column 6: unknown character `Z`"),
        ("XO/OX", "illegal position: the black string of A2 has no liberty"),
        ("", "the diagram is empty"),
        ("X.O/XX", "row 2 has 2 points, but row 1 has 3"),
        ("\0\ud7ff/" * 50, "unknown character"),
        (numpy.array([[1, -1], [-1, 1]], dtype=numpy.int8), "illegal position: the black string of A2 has no liberty"),
        (numpy.array([[0, 2]], dtype=numpy.int8), r"\[0, 1\] is 2: write 1 for black, -1 for white, 0 for empty"),
        (numpy.zeros((2, 2, 2), dtype=numpy.int8), "rows x columns"),
        (numpy.zeros((0, 3), dtype=numpy.int8), "out of range"),
        (numpy.zeros((20, 3), dtype=numpy.int8), "out of range"),
    ],
)
def test_a_bad_board_is_a_value_error_that_says_where(board: shinpan.Board, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        shinpan.judge(board)


def test_other_bad_input_is_an_exception_with_the_text_of_the_command_line() -> None:
    with pytest.raises(ValueError, match="did you mean"):
        shinpan.judge(BOARD, "j1898")
    with pytest.raises(ValueError, match="a budget is a number of states from 1 up"):
        shinpan.judge(BOARD, budget=0)
    for wrong in [0, -1, float("nan"), float("inf")]:
        with pytest.raises(ValueError, match="a time is a number of seconds above 0"):
            shinpan.judge(BOARD, time=wrong)
    with pytest.raises(TypeError, match="a board is text, an array or a board of sgfmill, not int"):
        shinpan.judge(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="signed whole numbers"):
        shinpan.judge(numpy.zeros((2, 2)))
    with pytest.raises(KeyError, match="none of j1989"):
        shinpan.judge(BOARD, "j1989")["aj2004"]
    with pytest.raises(ValueError, match="whole boards are judged up to 16 points"):
        shinpan.table("5x5")
    with pytest.raises(ValueError, match="write 1 to 256|number from 1 to 256"):
        shinpan.judge_many([BOARD], threads=0)
    with pytest.raises(ValueError, match="is no convention"):
        shinpan.judge_many([BOARD], prisoners="some")  # type: ignore[arg-type]


def test_a_large_board_is_judged_at_sight() -> None:
    wall = "/".join([".X.XO.O.."[:9]] * 9)
    verdicts = shinpan.judge(wall)
    assert len(verdicts) == len(shinpan.rule_sets())
    for verdict in verdicts:
        assert verdict.outcome.kind in ("margin", "undecided")
        assert verdict._repr_html_() == verdict.svg() and f"{verdict.rules}: " in verdict.svg()
    counted = shinpan.judge(wall, "aga-area")[0]
    assert counted.outcome.kind == "margin"
    assert {step.clause for step in counted.trace} >= {"aga.12.by-area"}


def test_what_the_limits_leave_open_is_undecided_between_bounds() -> None:
    outcome = shinpan.judge("...../...../..X../...../.....", "j1989", budget=10)[0].outcome
    assert outcome.kind == "undecided" and outcome.lo < outcome.hi and outcome.margin is None
    started = time.monotonic()
    verdicts = shinpan.judge("...../...../..X../...../.....", time=0.2)
    assert len(verdicts) == len(shinpan.rule_sets()) and time.monotonic() - started < 60


def test_a_panic_is_an_exception_and_the_interpreter_goes_on() -> None:
    with pytest.raises(shinpan.Defect, match=r"this is a defect of shinpan .*: on purpose \(.*lib\.rs"):
        _shinpan.defect("on purpose")
    assert str(shinpan.judge(BOARD, "j1989")[0].outcome) == "W+12"


def test_verdicts_are_pickled() -> None:
    for board, limits in [(BOARD, {}), ("...../" * 4 + ".....", {"budget": 100}), ("/".join(["." * 9] * 9), {})]:
        found = shinpan.judge(board, "j1989 tromp-taylor", **limits)
        read = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(found))))
        assert type(read) is shinpan.Verdicts and repr(read) == repr(found) and str(read) == str(found)
        for one, other in zip(read, found, strict=True):
            assert one.outcome == other.outcome and one.points == other.points and one.claims == other.claims
            assert one.strings == other.strings and one.trace == other.trace and one.remarks == other.remarks
        assert read._repr_html_() == found._repr_html_()
        assert repr(pickle.loads(pickle.dumps(read[0]))) == repr(found[0])


INTERRUPTED = """
import shinpan, sys
print("begun", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize(
    "call",
    [
        'shinpan.judge("...../...../..X../...../.....", "j1989", budget=10**12)',
        'shinpan.table("4x4", "j1989")',
        'shinpan.sample("5x5", 1000, 1, "j1989", budget=10**12)',
    ],
)
def test_ctrl_c_ends_a_search(call: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED.format(call=call)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    time.sleep(0.5)
    os.kill(process.pid, signal.SIGINT)
    assert process.stdout.read() == "interrupted\n"
    assert process.wait() == 0


def test_other_threads_run_during_a_search() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.01):
            ticks += 1

    other = threading.Thread(target=tick)
    other.start()
    shinpan.judge("...../...../..X../...../.....", "j1989", time=0.5)
    done.set()
    other.join()
    assert ticks > 5


def test_a_record_is_replayed_as_the_command_line_does(command_line: Callable[..., str]) -> None:
    record = ROOT / "docs" / "src" / "never.sgf"
    text = "(;GM[1]FF[4]SZ[3]KM[0];B[bb];W[bb];W[ba];B[];W[])"
    assert not record.exists()
    replayed = shinpan.replay(text)
    assert len(replayed.actions) == 5 and replayed["j1989"].steps[1]["judgement"] == "refused"
    assert {game.rules for game in replayed.games} >= {"j1989", "j1997", "tromp-taylor"}
    with pytest.raises(ValueError, match=r"record:1:\d+: "):
        shinpan.replay("(;GM[1]FF[4]SZ[3];B[zz")
    with pytest.raises(FileNotFoundError):
        shinpan.replay(record)
    with pytest.raises(ValueError, match="a game shows who passed first"):
        shinpan.replay(text, "j1997:first=black")


def test_a_record_is_also_read_by_the_name_of_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "(;GM[1]FF[4]SZ[3]KM[0];B[bb];W[bb];W[ba];B[];W[])"
    (tmp_path / "my game.sgf").write_text(text)
    monkeypatch.chdir(tmp_path)
    there = shinpan.replay("my game.sgf", "j1989")
    assert there.data == shinpan.replay(text, "j1989").data == shinpan.replay(tmp_path / "my game.sgf", "j1989").data
    for name in ["game.sgf", "no game.sgf", "game"]:
        with pytest.raises(FileNotFoundError, match=f"there is no file `{name}`; a record is SGF or a script"):
            shinpan.replay(name)
    # A script of one line is no name.
    assert len(shinpan.replay("size 3x3\nB B2", "j1989").actions) == 1
    with pytest.raises(ValueError, match="record:"):
        shinpan.replay("B B2")


def test_points_are_added_to_outcomes_and_taken_away() -> None:
    margin, open_ = shinpan.Outcome("margin", 7, 7), shinpan.Outcome("undecided", -1, 4)
    endless = shinpan.Outcome("no-result", -2, 3)
    assert (margin + 2, 2 + margin, margin - 2, 2 - margin, -margin) == tuple(
        shinpan.Outcome("margin", n, n) for n in (9, 9, 5, -5, -7)
    )
    assert margin - open_ == shinpan.Outcome("undecided", 3, 8) and -open_ == shinpan.Outcome("undecided", -4, 1)
    assert endless + margin == shinpan.Outcome("no-result", 5, 10) and (endless + open_).kind == "undecided"
    assert sum([margin, margin]) == shinpan.Outcome("margin", 14, 14) and int(margin) == 7
    with pytest.raises(ValueError, match=r"undecided \[-1,4\] is no margin"):
        int(open_)
    with pytest.raises(TypeError):
        margin + "2"  # type: ignore[operator]


def test_proofs_are_those_of_the_command_line_and_are_checked(command_line: Callable[..., str]) -> None:
    proof = shinpan.prove(BOARD, "j1989")
    assert proof == command_line("prove", BOARD, "--rules", "j1989")
    checked = shinpan.check_proof(proof)
    assert (checked.board, checked.rules, str(checked.outcome)) == (BOARD, "j1989", "W+12")
    with pytest.raises(shinpan.Rejected, match="rejected: "):
        shinpan.check_proof(proof.replace('"outcome":-12', '"outcome":-11'))
    with pytest.raises(ValueError, match="this is no proof"):
        shinpan.check_proof("{}")
    with pytest.raises(shinpan.NotProved, match="undecided"):
        shinpan.prove("...../...../..X../...../.....", "j1989", budget=10)
    with pytest.raises(ValueError, match="more than one rule set"):
        shinpan.prove(BOARD, "j1997")
    # A finished game of 9x9, seen region by region.
    board = ".OO.OO.X./OOXOO.OOO/XOXXOOOOX/XX.XXOXXX/.XXXXXXX./XX.XXXOXX/X...XOOXO/XXXXOO.OO/..XOO.O.."
    checked = shinpan.check_proof(shinpan.prove(board, "ms-japanese"))
    assert (checked.board, str(checked.outcome), checked.claims) == (board, "W+2", 12)


def test_values_are_those_of_the_command_line(command_line: Callable[..., str]) -> None:
    told = json.loads(command_line("value", "2x3", "--moves", "--format", "json"))["values"]
    found = shinpan.value(".../...")
    assert [value.rules for value in found] == list(told)
    for value in found:
        said = told[value.rules]
        assert list(value.best) == said["best"] and value.history == said["history"]
        if value.value.margin is not None:
            assert value.value.margin == said["value"]
        assert {move.move for move in value.moves} == set(said["moves"])
    with pytest.raises(ValueError, match="the game is solved on boards of up to 16 points"):
        shinpan.value("...../...../...../...../.....")
    with pytest.raises(ValueError, match="is no player"):
        shinpan.value(".../...", "white")  # type: ignore[arg-type]
