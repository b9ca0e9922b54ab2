"""No input ends the interpreter: whatever comes in, what comes out is an answer or one of the exceptions that are said."""

from __future__ import annotations

import random
import warnings

import numpy
import pytest

import shinpan

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
