"""The notebook runs from top to bottom, and says what the reports say."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import polars
import pytest
from conftest import ROOT

import shinpan

NOTEBOOK = ROOT / "python" / "notebooks" / "divergence.ipynb"


@pytest.fixture(scope="module")
def ran() -> Any:
    """The notebook with its outputs; with SHINPAN_NOTEBOOK they are kept in that file, to be looked at."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(NOTEBOOK.parent)}}).execute()
    if "SHINPAN_NOTEBOOK" in os.environ:
        nbformat.write(notebook, Path(os.environ["SHINPAN_NOTEBOOK"]))
    return notebook


def outputs(notebook: Any, kind: str) -> list[Any]:
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [out.data[kind] for cell in cells for out in cell.outputs if "data" in out and kind in out.data]


def test_the_notebook_draws_two_plots_and_a_position(ran: Any) -> None:
    assert len(outputs(ran, "image/png")) == 2
    (board,) = [html for html in outputs(ran, "text/html") if "<svg" in html]
    assert "j1989: " in board and "ms-japanese: " in board
    printed = "".join(out.text for cell in ran.cells for out in cell.get("outputs", []) if out.output_type == "stream")
    assert "j1989.7.1" in printed and "ms.dead" in printed


def test_the_notebook_is_kept_without_outputs() -> None:
    for cell in nbformat.read(NOTEBOOK, as_version=4).cells:
        assert cell.cell_type != "code" or (cell.outputs == [] and cell.execution_count is None)


def test_a_table_diverges_where_the_report_says() -> None:
    """Numbers of positions and smallest ones of every pair, as published in reports/3x3."""
    report = json.loads((ROOT / "reports" / "3x3" / "diverge.json").read_text())
    frame = polars.DataFrame(shinpan.table("3x3", prisoners="level"))
    pairs = report["pairs"]
    assert len(pairs) == 36
    for pair in pairs:
        a, b = pair["rule-sets"]
        diverging = frame.filter(polars.col(a).ne_missing(polars.col(b)))
        assert diverging.height == pair["diverge"]["positions"], (a, b)
        if diverging.height:
            smallest = diverging.sort(polars.col("black") + polars.col("white"), "position").row(0, named=True)
            assert smallest["position"] == pair["smallest"]["position"], (a, b)
