"""The examples of the docstrings run."""

from __future__ import annotations

import doctest
import importlib

import pytest

MODULES = ["shinpan", "shinpan._boards", "shinpan._verdicts", "shinpan._records", "shinpan._many"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert result.attempted > 0 and result.failed == 0
