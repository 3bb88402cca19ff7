"""The one place that chooses where the model runs."""

import pytest
import torch

from explainer.model import choose_device
from explainer.model.device import FEW_ROWS, threads_for


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
