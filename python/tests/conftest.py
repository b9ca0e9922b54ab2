"""The command line beside which the package is held."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def command_line() -> Callable[..., str]:
    """Runs `shinpan` (SHINPAN_PROGRAM, or the one that was built for tests) and gives what it prints; it must succeed."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    program = Path(os.environ.get("SHINPAN_PROGRAM", target / "debug" / "shinpan"))
    if not program.exists():
        pytest.fail(f"{program} is missing: cargo build --locked, or name a program with SHINPAN_PROGRAM")

    def run(*arguments: str) -> str:
        ran = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    return run
