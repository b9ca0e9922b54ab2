"""The page of the book says what the package says."""

from __future__ import annotations

import doctest
import re

from conftest import ROOT

PAGE = ROOT / "docs" / "src" / "python.md"


def test_the_sessions_of_the_page_run() -> None:
    sessions = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    assert len(sessions) >= 5
    test = doctest.DocTestParser().get_doctest("\n".join(sessions), {}, PAGE.name, str(PAGE), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(test).failed == 0
