"""A formal reference for the rules of Go, for notebooks and clusters.

Rules documents are encoded as literal interpreters, clause by clause. This package asks them: `judge` a position, `judge_many`, a whole
board (`table`), a `sample` of a large one, a recorded game (`replay`), the `value` of the game, a proof of a verdict (`prove`). What the
search cannot decide within its limits is undecided between two bounds, never a guess.

>>> import shinpan
>>> for verdict in shinpan.judge(".XX/XX./OO.", "j1989,ms-chinese"):
...     print(verdict.rules, verdict.outcome)
j1989 B+7
ms-chinese B+9

Outcomes are Black minus White, in points, without komi and without prisoners from before the position.
"""

from ._boards import Board, board_text
from ._many import Sample, SampleRow, Table, judge_many, sample, table
from ._records import Replay, Replays, replay
from ._shinpan import Defect, NotProved, Rejected, identity
from ._verdicts import (
    Claim,
    LineMove,
    Move,
    Outcome,
    Proved,
    RuleSet,
    Step,
    StringStatus,
    Value,
    Verdict,
    Verdicts,
    check_proof,
    judge,
    prove,
    rule_sets,
    value,
)

__version__: str = identity()[0]

__all__ = [
    "Board",
    "Claim",
    "Defect",
    "LineMove",
    "Move",
    "NotProved",
    "Outcome",
    "Proved",
    "Rejected",
    "Replay",
    "Replays",
    "RuleSet",
    "Sample",
    "SampleRow",
    "Step",
    "StringStatus",
    "Table",
    "Value",
    "Verdict",
    "Verdicts",
    "__version__",
    "board_text",
    "check_proof",
    "identity",
    "judge",
    "judge_many",
    "prove",
    "replay",
    "rule_sets",
    "sample",
    "table",
    "value",
]
