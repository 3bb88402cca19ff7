"""Any chapter's folder can be taken away, and the app runs with the rest."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

SCRIPT = Path(__file__).with_name("one_less.py")


@pytest.mark.slow
def test_the_app_runs_without_a_chapter_and_without_nearly_all(
    models_folder: Path, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, SCRIPT, tmp_path],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "EXPLAINER_PRETRAINED": str(models_folder), "OMP_NUM_THREADS": "1"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("fine") == 4
