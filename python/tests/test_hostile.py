"""No input ends the interpreter: whatever comes in, what comes out is an answer or one of the exceptions that are said."""

from __future__ import annotations

import errno
import os
import random
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy
import pytest

import shinpan
from shinpan import _shinpan

BOARD = "XX.O/XXOO/..O."
RECORD = "(;GM[1]FF[4]SZ[3]KM[0.5]RU[Japanese];B[bb];W[ba];B[];W[])"


def altered(text: str, chance: random.Random) -> str:
    """The text with some characters put in, taken out or exchanged."""
    letters = list(text)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(letters) + 1)
        match chance.randrange(3):
            case 0:
                letters.insert(at, chance.choice("XO./$|\n ()[];BW09\0\u25cf\U0001f600"))
            case 1:
                del letters[at : at + chance.randint(1, 5)]
            case _:
                chance.shuffle(letters)
    return "".join(letters)


def test_altered_boards_are_judged_or_refused() -> None:
    chance = random.Random(1)
    judged = 0
    for _ in range(300):
        try:
            judged += len(shinpan.judge(altered(BOARD, chance), "j1989 aga-area", budget=50))
        except ValueError as error:
            assert str(error)
    assert 0 < judged < 600


def test_altered_records_are_replayed_or_refused() -> None:
    chance = random.Random(2)
    replayed = 0
    for _ in range(300):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                replayed += len(shinpan.replay(altered(RECORD, chance).encode(), "j1989 tromp-taylor").games)
        except ValueError as error:
            assert str(error).startswith("record:")
    assert 0 < replayed < 600


def test_altered_proofs_are_refused() -> None:
    chance = random.Random(3)
    proof = shinpan.prove(".XX/XX./OO.", "j1989")
    for _ in range(100):
        wrong = altered(proof, chance)
        if wrong != proof:
            with pytest.raises(ValueError):
                shinpan.check_proof(wrong)


def test_arrays_of_every_kind_are_judged_or_refused() -> None:
    chance = numpy.random.default_rng(4)
    for shape in [(0, 0), (1, 1), (1, 19), (19, 19), (20, 20), (3,), (2, 2, 2)]:
        for kind in [numpy.int8, numpy.int64, numpy.uint8, numpy.float64, bool, object]:
            array = chance.integers(-1, 2, shape).astype(kind)
            try:
                shinpan.judge(array, "aga-area")
            except (ValueError, TypeError) as error:
                assert str(error)


def test_a_list_of_rule_sets_may_be_anything() -> None:
    chance = random.Random(5)
    for _ in range(200):
        try:
            shinpan.rule_sets(altered("j1989:enable=none,aj2004", chance))
        except ValueError as error:
            assert str(error)


def test_a_number_that_is_too_large_is_refused_and_not_made_room_for() -> None:
    with pytest.raises(ValueError, match="no legal position of 3x3 has exactly 10000000000000 empty points"):
        shinpan.sample("3x3", 1, 1, "tromp-taylor", empty=10**13)


def test_what_a_message_quotes_does_nothing_and_has_an_end() -> None:
    asks: list[Callable[[str], object]] = [
        shinpan.rule_sets,
        shinpan.judge,
        lambda text: shinpan.replay("(;SZ[3]" + text, "j1989"),
        shinpan.check_proof,
    ]
    for ask in asks:
        with pytest.raises(ValueError) as raised:
            ask("\x1b[31m\u202e" + "x" * 100_000)
        said = str(raised.value)
        assert len(said) < 3000 and said.isprintable()


def test_one_board_is_no_list_of_boards() -> None:
    with pytest.raises(TypeError, match=r"write \[board\]"):
        shinpan.judge_many("...", "j1989")
    with pytest.raises(TypeError, match=r"position 1 \(from 0\): a board is text"):
        shinpan.judge_many(["...", None], "j1989")  # type: ignore[list-item]


def test_a_record_is_read_from_a_regular_file_only(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in [pipe, Path("/dev/zero"), tmp_path]:
        with pytest.raises(ValueError, match="is no regular file"):
            shinpan.replay(path, "j1989")


def test_an_error_of_the_system_has_its_number(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as raised:
        shinpan.sample("2x2", 2, 1, "aga-area", journal=tmp_path / "no" / "journal")
    assert raised.value.errno == errno.ENOENT


def test_a_run_that_was_ended_lets_its_journal_go_while_its_traceback_is_kept(tmp_path: Path) -> None:
    journal = tmp_path / "journal"

    def stop(_: int) -> None:
        raise LookupError("enough")

    try:
        shinpan.sample("4x4", 40, 3, "j1989", budget=1000, journal=journal, threads=1, progress=stop)
    except LookupError as error:
        # As a notebook keeps the last one.
        assert error.__traceback__ is not None
        assert len(shinpan.sample("4x4", 40, 3, "j1989", budget=1000, journal=journal, resume=True).rows) == 40
    else:
        pytest.fail("it was not stopped")


def test_an_outcome_that_a_board_cannot_have_is_refused() -> None:
    drawn = _shinpan.Sample("3x3", 2, 1, "aga-area")
    for margin in [100, 19, -19]:
        with pytest.raises(ValueError, match="an outcome that its board cannot have"):
            drawn.add([0], b"\0" + 2 * margin.to_bytes(2, "little", signed=True))
    drawn.add([0], b"\0" + 2 * (9).to_bytes(2, "little"))
    assert drawn.missing() == [1]


#: Judges with no room for the stack of one more thread.
NO_THREAD = """
import resource, shinpan
pages = int(open("/proc/self/statm").read().split()[0])
resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + (1 << 19),) * 2)
try:
    shinpan.judge(".X./...", "aga-area")
except OSError as error:
    print(error.errno, error)
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the size of the process is read from /proc")
def test_without_a_thread_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    ran = subprocess.run([sys.executable, "-c", NO_THREAD], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert ran.stdout.startswith(str(errno.EAGAIN)) and "no thread can be started" in ran.stdout, ran.stderr
