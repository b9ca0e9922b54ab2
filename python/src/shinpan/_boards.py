"""Boards in the forms in which people and programs have them, and lists of rule sets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, TypeAlias

from . import _shinpan


class _Array(Protocol):
    """An array of whole numbers, rows x columns: NumPy's, for example."""

    @property
    def shape(self) -> tuple[int, ...]: ...

    @property
    def dtype(self) -> Any: ...

    def tolist(self) -> Any: ...


class _SgfmillBoard(Protocol):
    """A board of the library sgfmill: square, rows counted from below."""

    side: int

    def get(self, row: int, col: int) -> str | None: ...


#: A position: text in any form that the command line reads, an array (1 black, -1 white, 0 empty), or a board of sgfmill.
Board: TypeAlias = "str | _Array | _SgfmillBoard"

#: Names of rule sets: one text as for `--rules`, or several names. None: all, in default readings.
Rules: TypeAlias = "str | Iterable[str] | None"


def rules_text(rules: Rules) -> str | None:
    """The names as one text."""
    if rules is None or isinstance(rules, str):
        return rules
    return " ".join(rules)


def board_text(board: Board) -> str:
    """The position as canonical text: rows from the top, X black, O white, . empty, / between rows.

    `board` is text in any form that the command line reads (one line, rows on lines, a `$$` diagram, what GNU Go, KataGo and Pachi print),
    an array of whole numbers with a row for each row from the top (1 black, -1 white, 0 empty; NumPy's int8, for example), or a board
    of sgfmill. A ValueError says what is wrong with it, and where.

    >>> board_text('''
    ... $$ -------
    ... $$ | X . |
    ... $$ | . O |
    ... $$ -------''')
    'X./.O'
    >>> import numpy
    >>> board_text(numpy.array([[1, 0, -1], [1, 1, -1]], dtype=numpy.int8))
    'X.O/XXO'
    >>> board_text("XO/OX")
    Traceback (most recent call last):
    ...
    ValueError: illegal position: the black string of A2 has no liberty
    """
    return _shinpan.board(board)[0] if isinstance(board, str) else _written(board)


def unread(board: Board) -> str:
    """The position as a text that has yet to be read."""
    return board if isinstance(board, str) else _written(board)


def _written(board: Any) -> str:
    if hasattr(board, "shape") and hasattr(board, "dtype") and hasattr(board, "tolist"):
        return _of_array(board)
    if hasattr(board, "side") and hasattr(board, "get"):
        return _of_sgfmill(board)
    raise TypeError(f"a board is text, an array or a board of sgfmill, not {type(board).__name__}")


#: The number of each content for the extension.
_CELLS = {0: 0, 1: 1, -1: 2}


def _of_array(array: _Array) -> str:
    if len(array.shape) != 2:
        raise ValueError(f"a board is an array of rows x columns; this one has the shape {tuple(array.shape)}")
    if getattr(array.dtype, "kind", "i") != "i":
        raise TypeError(f"a board is an array of signed whole numbers (int8), not of {array.dtype}")
    rows, cols = array.shape
    cells = bytearray()
    for row, values in enumerate(array.tolist()):
        for col, value in enumerate(values):
            if value not in _CELLS:
                raise ValueError(f"[{row}, {col}] is {value}: write 1 for black, -1 for white, 0 for empty")
            cells.append(_CELLS[value])
    return _shinpan.board_of_cells(rows, cols, bytes(cells))


def _of_sgfmill(board: _SgfmillBoard) -> str:
    of = {None: 0, "b": 1, "w": 2}
    rows = range(board.side - 1, -1, -1)
    return _shinpan.board_of_cells(
        board.side, board.side, bytes(of[board.get(row, col)] for row in rows for col in range(board.side))
    )
