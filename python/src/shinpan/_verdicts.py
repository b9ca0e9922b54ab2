"""One position: verdicts, what they rest on, the value of the game, proofs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, SupportsIndex, overload

from . import _shinpan
from ._boards import Board, Rules, board_text, rules_text

Kind = Literal["margin", "no-result", "undecided"]


@dataclass(frozen=True)
class RuleSet:
    """A text with one reading for each of its choices."""

    #: As it is written, `j1989:enable=none`.
    id: str
    #: Id of the text, `j1989`.
    text: str
    #: How each choice is read.
    readings: dict[str, str]
    #: All ways to read each choice, the default first.
    choices: dict[str, tuple[str, ...]] = field(repr=False)
    #: The margin counts stones on the board (area) and not prisoners (territory).
    counts_stones: bool = field(repr=False)


def rule_sets(rules: Rules = None) -> list[RuleSet]:
    """The rule sets of a list of names; without one all, in default readings.

    >>> [rules.id for rules in rule_sets("j1989:enable=none aj2004")]
    ['j1989:enable=none', 'aj2004']
    >>> rule_sets("japanese")
    Traceback (most recent call last):
    ...
    ValueError: `japanese` ...
    """
    found = []
    for name, text, choices, counts_stones in _shinpan.rule_sets(rules_text(rules)):
        readings = {key: value for key, value, _ in choices}
        found.append(RuleSet(name, text, readings, {key: tuple(all) for key, _, all in choices}, counts_stones))
    return found


@dataclass(frozen=True)
class Outcome:
    """A result, Black minus White in points, without komi and earlier prisoners.

    >>> str(Outcome("margin", -3, -3)), Outcome("margin", -3, -3).margin, str(Outcome("undecided", -1, 4))
    ('W+3', -3, 'undecided [-1,4]')

    Points are added and taken away, of what is no margin in both bounds; `int` is the margin, and a ValueError where there is none:

    >>> Outcome("margin", 7, 7) - Outcome("margin", 9, 9), Outcome("undecided", -1, 4) + 2, int(Outcome("margin", -3, -3))
    (Outcome(kind='margin', lo=-2, hi=-2), Outcome(kind='undecided', lo=1, hi=6), -3)
    """

    #: `margin`; `no-result`: only an endless cycle keeps the players from conceding; `undecided`: the limits ran out.
    kind: Kind
    #: The least it can be.
    lo: int
    #: The most it can be.
    hi: int

    @property
    def margin(self) -> int | None:
        """The margin, where there is one."""
        return self.lo if self.kind == "margin" else None

    def __int__(self) -> int:
        if self.kind != "margin":
            raise ValueError(f"{self} is no margin; its bounds are `lo` and `hi`")
        return self.lo

    def __neg__(self) -> Outcome:
        return Outcome(self.kind, -self.hi, -self.lo)

    def __add__(self, other: Outcome | int) -> Outcome:
        if isinstance(other, int):
            return Outcome(self.kind, self.lo + other, self.hi + other)
        if not isinstance(other, Outcome):
            return NotImplemented
        kinds = (self.kind, other.kind)
        kind: Kind = "undecided" if "undecided" in kinds else "no-result" if "no-result" in kinds else "margin"
        return Outcome(kind, self.lo + other.lo, self.hi + other.hi)

    __radd__ = __add__

    def __sub__(self, other: Outcome | int) -> Outcome:
        return self + -other

    def __rsub__(self, other: int) -> Outcome:
        return -self + other

    def __str__(self) -> str:
        if self.kind != "margin":
            return f"{self.kind.replace('-', ' ')} [{self.lo},{self.hi}]"
        return "draw" if self.lo == 0 else f"B+{self.lo}" if self.lo > 0 else f"W+{-self.lo}"


@dataclass(frozen=True)
class StringStatus:
    """What a rule set says of a string."""

    #: `black` or `white`.
    player: str
    #: Coordinates.
    stones: tuple[str, ...]
    #: `alive`, `seki`, `dead` or `undecided`.
    life: str
    #: By which term of the text.
    by: str


@dataclass(frozen=True)
class Claim:
    """An item of the sum that makes the margin."""

    #: Id of the clause that it rests on; None of a position of a large board that was judged at sight and counts by none.
    clause: str | None
    #: Whose points: `black` or `white`.
    player: str
    #: What is counted.
    what: str
    #: Coordinates; none of points that are not on the board.
    points: tuple[str, ...]
    #: How many points.
    value: int


@dataclass(frozen=True)
class LineMove:
    """A move of a line of play that shows something."""

    #: `black` or `white`.
    player: str
    #: A coordinate, `pass` or `pass for the ko at ...`.
    move: str
    #: The position after it.
    after: str
    #: The clauses that let it be made or keep the opponent from an answer, each with the fact.
    rules: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Step:
    """A clause applied on the way to a verdict."""

    #: Id of the clause.
    clause: str
    #: Its name.
    title: str
    #: What it says, paraphrased.
    paraphrase: str
    #: The reading in force, `KEY=VALUE`, where it has one.
    reading: str | None
    #: What it was applied to.
    fact: str
    #: Play that shows it; empty if none is needed.
    line: tuple[LineMove, ...]


@dataclass(frozen=True)
class _Limits:
    """How far questions go."""

    budget: int | None
    time: float | None
    memory: int | None


@dataclass(frozen=True)
class _Kept:
    """What was found of a verdict, as it is pickled: all but its trace and its picture, which are found again."""

    _board: str
    _rules: str
    _outcome: tuple[Kind, int, int]
    _json: str
    _text: str
    _limits: _Limits

    def board(self) -> str:
        return self._board

    def rules(self) -> str:
        return self._rules

    def outcome(self) -> tuple[Kind, int, int]:
        return self._outcome

    def json(self) -> str:
        return self._json

    def text(self) -> str:
        return self._text

    @cached_property
    def again(self) -> _shinpan.Judgement:
        """The verdict itself, found once more within the same limits."""
        limits = self._limits
        return _shinpan.judge(self._board, self._rules, limits.budget, limits.time, limits.memory)[0]


def _unpickled(kept: _Kept) -> Verdict:
    return Verdict(kept, kept._limits)


class Verdict:
    """What a rule set says of a position. `judge` makes them. They can be pickled; where they are read, their traces and pictures are
    found again when they are asked for.

    >>> verdict = judge(".XX/XX./OO.", "j1989")[0]
    >>> verdict
    Verdict('.XX/XX./OO.', 'j1989', B+7)
    >>> verdict.outcome.margin, verdict.statuses["A1"], verdict.points["A1"]
    (7, 'dead', 'black territory')
    >>> [(claim.value, claim.clause) for claim in verdict.claims]
    [(4, 'j1989.10.1'), (1, 'j1989.8.territory'), (2, 'j1989.8.territory')]
    >>> verdict.trace[0].clause
    'j1989.7.1'
    """

    def __init__(self, judgement: _shinpan.Judgement | _Kept, limits: _Limits) -> None:
        self._judgement = judgement
        self._limits = limits

    def __reduce__(self) -> tuple[Callable[[_Kept], Verdict], tuple[_Kept]]:
        found = self._judgement
        parts = (found.board(), found.rules(), found.outcome(), found.json(), found.text())
        return _unpickled, (_Kept(*parts, self._limits),)

    @property
    def _found(self) -> _shinpan.Judgement:
        return self._judgement.again if isinstance(self._judgement, _Kept) else self._judgement

    @cached_property
    def board(self) -> str:
        """The position, as text."""
        return self._judgement.board()

    @cached_property
    def rules(self) -> str:
        """The rule set."""
        return self._judgement.rules()

    @cached_property
    def outcome(self) -> Outcome:
        """The result."""
        return Outcome(*self._judgement.outcome())

    @cached_property
    def _json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._judgement.json())
        return found

    @cached_property
    def strings(self) -> tuple[StringStatus, ...]:
        """The strings with their lives, Black's first; none where the text defines no status."""
        strings = self._json.get("strings") or []
        return tuple(StringStatus(s["player"], tuple(s["stones"]), s["life"], s["by"]) for s in strings)

    @cached_property
    def points(self) -> dict[str, str]:
        """What becomes of each point, by coordinate: `black territory`, `dame`, `white eye in seki`, `stone` (a living stone
        stands there), `undecided`; empty where the text defines no status."""
        return dict(self._json.get("points") or {})

    @cached_property
    def statuses(self) -> dict[str, str]:
        """By coordinate: of a stone its life (`alive`, `seki`, `dead`, `undecided`), of an empty point what becomes of it
        (`points`); empty where the text defines no status."""
        lives = {stone: string.life for string in self.strings for stone in string.stones}
        return {point: lives.get(point, status) for point, status in self.points.items()}

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """The items that sum to the margin; none where the outcome is no margin."""
        claims = self._json.get("claims") or []
        return tuple(Claim(c["clause"], c["player"], c["what"], tuple(c["points"]), c["value"]) for c in claims)

    @cached_property
    def remarks(self) -> tuple[str, ...]:
        """What people should know besides."""
        return tuple(self._json.get("remarks") or [])

    @cached_property
    def _why(self) -> tuple[str, str]:
        return self._found.why(self._limits.budget, self._limits.time, self._limits.memory)

    @cached_property
    def trace(self) -> tuple[Step, ...]:
        """By which clauses, with lines of play that show what has to be shown. Found when it is asked for, within the limits of the
        verdict; nothing of a position of a large board that was judged at sight."""
        return tuple(
            Step(
                step["clause"],
                step["title"],
                step["paraphrase"],
                step["reading"],
                step["fact"],
                tuple(
                    LineMove(
                        m["player"], m["move"], m["after"], tuple((rule["clause"], rule["fact"]) for rule in m["rules"])
                    )
                    for m in step["line"]
                ),
            )
            for step in json.loads(self._why[0])
        )

    def why(self) -> str:
        """The trace as text."""
        return self._why[1]

    def svg(self) -> str:
        """A picture of the board with the statuses and the count."""
        return _shinpan.picture([self._found])

    def __str__(self) -> str:
        return self._judgement.text()

    def __repr__(self) -> str:
        return f"Verdict({self.board!r}, {self.rules!r}, {self.outcome})"

    def _repr_html_(self) -> str:
        return Verdicts([self])._repr_html_()


class Verdicts(tuple[Verdict, ...]):
    """Verdicts on one position, in the order of the rule sets; one is named by its rule set as well.

    >>> judge("XX.O/XXOO/..O.", "j1989 aj2004")["j1989"].outcome
    Outcome(kind='margin', lo=-12, hi=-12)
    """

    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Verdict: ...

    @overload
    def __getitem__(self, key: slice, /) -> Verdicts: ...

    @overload
    def __getitem__(self, key: str, /) -> Verdict: ...

    def __getitem__(self, key: SupportsIndex | slice | str, /) -> Verdict | Verdicts:
        if isinstance(key, str):
            for verdict in self:
                if verdict.rules == key:
                    return verdict
            raise KeyError(f"`{key}` is none of {', '.join(verdict.rules for verdict in self)}")
        if isinstance(key, slice):
            return Verdicts(super().__getitem__(key))
        return super().__getitem__(key)

    def svg(self) -> str:
        """One picture of all boards."""
        return _shinpan.picture([verdict._found for verdict in self])

    def __str__(self) -> str:
        return "\n\n".join(str(verdict) for verdict in self)

    def __repr__(self) -> str:
        return f"Verdicts({list(self)!r})"

    def _repr_html_(self) -> str:
        return self.svg()


def judge(
    board: Board,
    rules: Rules = None,
    *,
    budget: int | None = None,
    time: float | None = None,
    memory: int | None = None,
) -> Verdicts:
    """Judges a final position under each rule set, as `shinpan judge` does: boards of up to 64 points by a search, larger ones at sight.

    `budget` is the most states explored for one question (4,000,000), `time` the most seconds for all rule sets together, `memory` the
    most bytes of the process meanwhile. What they leave open is undecided, between two bounds. Ctrl-C ends the search.

    A ValueError says what is wrong with the board or with a name, in the words of the command line.

    >>> [str(verdict.outcome) for verdict in judge(".XX/XX./OO.", "j1989 ms-japanese")]
    ['B+7', 'B+7']
    >>> judge("X.O/XZO")
    Traceback (most recent call last):
    ...
    ValueError: line 1, column 6: unknown character `Z`: ...
    """
    found = _shinpan.judge(board_text(board), rules_text(rules), budget, time, memory)
    limits = _Limits(budget, time, memory)
    return Verdicts(Verdict(judgement, limits) for judgement in found)


@dataclass(frozen=True)
class Move:
    """A move and what the game comes to after it."""

    #: A coordinate, or `pass`.
    move: str
    #: What best play comes to after it.
    value: Outcome
    #: No move is better.
    best: bool


@dataclass(frozen=True)
class Value:
    """What best play comes to from a position under a rule set."""

    #: The rule set, without who passed first: the game shows that.
    rules: str
    #: Black minus White.
    value: Outcome
    #: It took a search with the history of the game.
    history: bool
    #: Every move, a pass last.
    moves: tuple[Move, ...]
    #: A line of best play, where the value is decided without such a search: who moves (B or W), the move, the position after it.
    line: tuple[tuple[str, str, str], ...] | None

    @property
    def best(self) -> tuple[str, ...]:
        """The best moves."""
        return tuple(move.move for move in self.moves if move.best)


def value(
    board: Board,
    to_move: Literal["B", "W"] = "B",
    rules: Rules = None,
    *,
    budget: int | None = None,
    time: float | None = None,
    memory: int | None = None,
    threads: int | None = None,
) -> list[Value]:
    """What best play comes to from a position, with this player to move and no history, as `shinpan value` finds it.

    The game is solved from every position of the board: up to 16 points, and as long as `table` takes. Without `rules` it is asked of
    the rule sets that are practical on the board. `time` is the most seconds for a search with the history.

    >>> [(found.rules, str(found.value), found.best) for found in value("...", "B", "tromp-taylor")]
    [('tromp-taylor', 'B+3', ('B1',))]
    """
    found = _shinpan.value(board_text(board), to_move, rules_text(rules), budget, time, memory, threads)
    return [
        Value(
            name,
            Outcome(*parts),
            history,
            tuple(Move(move, Outcome(*value), best) for move, value, _, best in moves),
            None if line is None else tuple(line),
        )
        for name, parts, _, history, moves, line in found
    ]


@dataclass(frozen=True)
class Proved:
    """What a proof shows."""

    #: The position.
    board: str
    #: The rule set.
    rules: str
    #: What it says.
    outcome: Outcome
    #: Claims shown.
    claims: int
    #: States of all strategies.
    states: int


def prove(
    board: Board,
    rules: str,
    *,
    budget: int | None = None,
    time: float | None = None,
    memory: int | None = None,
) -> str:
    """The strategies that show a verdict, as `shinpan prove` writes them (JSON, specs/proof.md). Raises NotProved where the limits run out.

    >>> check_proof(prove("XX.O/XXOO/..O.", "j1989")).outcome.margin
    -12
    """
    return _shinpan.prove(board_text(board), rules, budget, time, memory)


def check_proof(proof: str) -> Proved:
    """Verifies a proof: the strategies are followed with the moves of the rule set alone. Raises Rejected if it does not show what it
    claims, and a ValueError if it is no proof.
    """
    board, rules, parts, _, claims, states = _shinpan.check_proof(proof)
    return Proved(board, rules, Outcome(*parts), claims, states)


def outcomes(parts: Iterable[tuple[Kind, int, int]]) -> tuple[Outcome, ...]:
    """Outcomes as the extension has them."""
    return tuple(Outcome(*part) for part in parts)
