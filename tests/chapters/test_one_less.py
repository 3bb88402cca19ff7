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
def test_the_app_runs_without_chapters(models_folder: Path, tmp_path: Path) -> None:
    here = {**os.environ, "EXPLAINER_PRETRAINED": str(models_folder), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, str(SCRIPT), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=here)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("fine") == 4
