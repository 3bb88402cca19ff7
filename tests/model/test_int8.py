"""Weights in int8: how far a number moves at most, what stays as it is, what is refused."""

from pathlib import Path

import pytest
import torch
from safetensors.torch import load, save
from torch.testing import assert_close

from explainer.model.int8 import LEVELS, SCALE, quantized, restore
from explainer.model.store import (
    CheckpointError,
    history_steps,
    load_checkpoint,
    load_step,
    read_card,
    save_checkpoint,
)
from explainer.tokenizer import Tokenizer
from tests.conftest import ROOT


def test_no_number_moves_by_more_than_half_a_level() -> None:
    torch.manual_seed(0)
    weights = {"w": torch.randn(5, 70) * torch.logspace(-6, 6, 5)[:, None], "b": torch.randn(9)}
    weights["w"][2, 1:] = 0  # a row of one number, and one of none
    weights["zero"] = torch.zeros(2, 3)
    stored = quantized(weights)
    assert {name: tensor.dtype for name, tensor in stored.items()} == {
        "w": torch.int8,
        "w" + SCALE: torch.float32,
        "b": torch.float16,
        "zero": torch.int8,
        "zero" + SCALE: torch.float32,
    }
    again = restore(load(save(stored)))
    assert set(again) == set(weights) and {t.dtype for t in again.values()} == {torch.float32}
    level = weights["w"].abs().amax(dim=1, keepdim=True) / LEVELS
    assert ((again["w"] - weights["w"]).abs() <= level * (0.5 + 1e-5)).all()
    # The largest of a row is itself again, and so is what was nothing.
    assert torch.allclose(again["w"].abs().amax(dim=1), weights["w"].abs().amax(dim=1), rtol=1e-6)
    assert torch.equal(again["zero"], weights["zero"])
    assert torch.equal(again["b"], weights["b"].half().float())


def test_what_was_not_quantized_stays_and_a_parameter_may_be_called_scale() -> None:
    weights = {"w": torch.randn(3, 4).half(), f"norm{SCALE}": torch.ones(4).half()}
    again = restore(weights)
    assert set(again) == set(weights)
    assert all(torch.equal(again[name], tensor.float()) for name, tensor in weights.items())


def test_int8_without_its_scales_is_no_weights(tiny_model_folder: Path, tmp_path: Path) -> None:
    found = load_checkpoint(tiny_model_folder)
    stored = quantized(found.model.state_dict())
    del stored["matrix" + SCALE]
    folder = tmp_path / "m"
    (folder / "history").mkdir(parents=True)
    (folder / "history" / "00000007.safetensors").write_bytes(save(stored))
    weights = dict(found.model.state_dict())
    save_checkpoint(folder, found.model.config, weights, found.tokenizer, {"name": "m"})
    assert load_checkpoint(folder).model.config == found.model.config
    with pytest.raises(CheckpointError, match="00000007"):
        load_checkpoint(folder, step=7)


def test_the_shipped_states_take_a_quarter_of_the_room_and_can_be_used() -> None:
    folder = ROOT / "pretrained" / "ko-en"
    card = read_card(folder)
    files = sorted((folder / "history").iterdir())
    assert len(history_steps(card)) == len(files) == 8
    numbers = card["parameters"]
    assert all(numbers < file.stat().st_size < 1.1 * numbers for file in files)
    assert sum(file.stat().st_size for file in files) <= 60e6
    early, last = (load_checkpoint(folder, step=step).model for step in (0, 8000))
    assert not torch.allclose(early.matrix, last.matrix, atol=0.1)
    assert Tokenizer(load_checkpoint(folder, step=0).tokenizer).vocab_size == len(early.matrix)


def test_a_network_at_a_step_leaves_the_finished_one_as_it_is() -> None:
    folder = ROOT / "pretrained" / "ko-en"
    card, finished = read_card(folder), load_checkpoint(folder).network
    before = {name: tensor.clone() for name, tensor in finished.state_dict().items()}
    state, expected = load_step(finished, folder, card, 8000), load_checkpoint(folder, step=8000)
    assert_close(state.state_dict(), expected.network.state_dict(), rtol=0, atol=0)
    assert_close(finished.state_dict(), before, rtol=0, atol=0)
    assert not state.training and not any(each.requires_grad for each in state.parameters())
    with pytest.raises(CheckpointError):
        load_step(finished, folder, card, 7)
