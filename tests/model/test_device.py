"""The one place that chooses where the model runs, and no compiler on the way."""

import subprocess
import sys
from pathlib import Path

import pytest
import torch

from explainer.model import choose_device
from explainer.model.device import COMPILER, FEW_ROWS, threads_for, without_compiler
from tests.conftest import ROOT


def test_default_is_cuda_if_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EXPLAINER_DEVICE", raising=False)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    assert choose_device() == torch.device("cuda")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert choose_device() == torch.device("cpu")


def test_the_variable_overrides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setenv("EXPLAINER_DEVICE", "cpu")
    assert choose_device() == torch.device("cpu")
    monkeypatch.setenv("EXPLAINER_DEVICE", "abacus")
    with pytest.raises(ValueError, match="EXPLAINER_DEVICE='abacus'"):
        choose_device()


def test_few_rows_run_on_one_thread_and_the_number_comes_back() -> None:
    before = torch.get_num_threads()
    try:
        torch.set_num_threads(2)
        with threads_for(FEW_ROWS):
            assert torch.get_num_threads() == 1
        assert torch.get_num_threads() == 2
        with threads_for(FEW_ROWS + 1):
            assert torch.get_num_threads() == 2
        with pytest.raises(KeyError), threads_for(1):
            raise KeyError
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)


@pytest.mark.parametrize("device", ["meta", "cuda:99"])
def test_a_device_without_numbers_is_none(monkeypatch: pytest.MonkeyPatch, device: str) -> None:
    monkeypatch.setenv("EXPLAINER_DEVICE", device)
    with pytest.raises(ValueError, match=f"EXPLAINER_DEVICE='{device}' is not a device"):
        choose_device()


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
