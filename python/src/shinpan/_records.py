"""Recorded games."""

from __future__ import annotations

import json
import os
import stat
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import _shinpan
from ._boards import Rules, rules_text


@dataclass(frozen=True)
class Replay:
    """A record under one rule set."""

    #: The rule set, without who passed first.
    rules: str
    #: `B+3`, `no result [..]`, ...; None as long as there is no result.
    result: str | None
    #: The phase of the game at the end, in the text's words.
    phase: str
    #: The position at the end.
    position: str
    #: For each action what is said of it: `judgement` (accepted, refused, outside), `clause`, `fact`, `consequences`.
    steps: tuple[dict[str, Any], ...] = field(repr=False)
    #: All of it, as `shinpan replay --format json` writes it.
    data: dict[str, Any] = field(repr=False)


@dataclass(frozen=True)
class Replays:
    """A record under several rule sets."""

    #: What was done: `player`, `action`, `line`, `column`.
    actions: tuple[dict[str, Any], ...] = field(repr=False)
    #: By rule set.
    games: tuple[Replay, ...]
    #: All of it, as `shinpan replay --format json` writes it.
    data: dict[str, Any] = field(repr=False)

    def __getitem__(self, rules: str) -> Replay:
        for game in self.games:
            if game.rules == rules:
                return game
        raise KeyError(f"`{rules}` is none of {', '.join(game.rules for game in self.games)}")


def _names_a_file(text: str) -> bool:
    """Whether text can only be meant as the name of a file: one line that is no SGF, and no script, whose lines have two words."""
    if "\n" in text or "(" in text:
        return False
    return bool(text) and (not any(c.isspace() for c in text) or Path(text).suffix.lower() == ".sgf")


def replay(
    record: str | bytes | os.PathLike[str],
    rules: Rules = None,
    *,
    game: int | None = None,
    line: Iterable[int] = (),
    best_play: bool = False,
    budget: int | None = None,
    time: float | None = None,
    memory: int | None = None,
) -> Replays:
    """Plays a recorded game step by step under each rule set, as `shinpan replay` does.

    `record` is SGF or a script of actions, as text or bytes, or a path to a file with it: a `Path`, or text that can only be the name of a
    file (`"game.sgf"`), which is a FileNotFoundError if there is none. `game` is which one of several in an SGF file, from 1; `line` which variation to take where it branches. With `best_play` what the text leaves to the players and the record does not
    show is answered by exhaustive analysis, within the limits. Who passed first is read from the game.

    >>> games = replay("(;GM[1]FF[4]SZ[3];B[bb];W[bb])", "j1989")
    >>> games["j1989"].steps[1]["judgement"], games["j1989"].steps[1]["clause"]
    ('refused', 'j1989.3')
    """
    if isinstance(record, str) and _names_a_file(record):
        if not Path(record).is_file():
            raise FileNotFoundError(f"there is no file `{record}`; a record is SGF or a script as text, or a path to a file with it")
        record = Path(record)
    if isinstance(record, os.PathLike):
        name = os.fspath(record)
        if not stat.S_ISREG(os.stat(record).st_mode):
            raise ValueError(f"`{name}` is no regular file: read it, and give what it holds")
        with Path(record).open("rb") as file:
            # A byte more than is read of a record: then it says so.
            content = file.read((64 << 20) + 1)
    else:
        name, content = "record", record.encode() if isinstance(record, str) else record
    text, said = _shinpan.replay(name, content, rules_text(rules), game, list(line), best_play, budget, time, memory)
    for warning in said:
        warnings.warn(warning, stacklevel=2)
    data: dict[str, Any] = json.loads(text)
    games = tuple(Replay(g["rules"], g["result"], g["phase"], g["position"], tuple(g["steps"]), g) for g in data["games"])
    return Replays(tuple(data["actions"]), games, data)
