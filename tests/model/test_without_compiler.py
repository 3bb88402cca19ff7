"""What learns in a server does so without PyTorch's compiler, which is never used there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import torch

from explainer.model.device import COMPILER, without_compiler
from tests.conftest import ROOT

ALONE = """
import sys
from pathlib import Path
from explainer.analysis.one_file import difference, parts, trace_part
from explainer.analysis.torch_twin import torch_difference
from explainer.analysis.weight_gradients import train_on
from explainer.engine import Translator
from explainer.training.toy import Stepper, Settings, problem_of

model = Translator.load(Path(sys.argv[1])).model
assert difference(model, [5, 6, 7, 3], [2, 5, 6]) < 1
assert torch_difference(model, [5, 6, 7, 3], [2, 5, 6]) < 1
for part in parts():
    assert trace_part(model, part.id, [5, 6, 7, 3], [2, 8, 9, 3])
assert train_on(model, [((5, 6, 3), (8, 3))], [], 2, 0.1, 0.1, 1.0).losses.all()
assert Stepper(Settings(), problem_of(Settings())).step()
print(*[name for name in ("sympy", "torch._dynamo") if name in sys.modules])
"""


@pytest.mark.slow
def test_nothing_a_page_asks_for_brings_it(tiny_model_folder: Path) -> None:
    """With it came sympy: 115 MB in every server that had shown such a page once."""
    command = [sys.executable, "-c", ALONE, str(tiny_model_folder)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == []


def test_who_is_still_inside_keeps_it_out_when_another_leaves() -> None:
    was = sys.modules.get(COMPILER)
    first, second = without_compiler(), without_compiler()
    with second:
        with first:
            stands_in = sys.modules[COMPILER]
        assert sys.modules[COMPILER] is stands_in
        stands_in.graph_break()
        assert vars(torch).get("_dynamo") is stands_in
    assert sys.modules.get(COMPILER) is was
