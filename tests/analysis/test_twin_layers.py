"""PyTorch's layers beside ours: every weight has one place, what is forgotten has its effect."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from explainer.analysis.one_file import with_weights
from explainer.analysis.one_file_faults import outcomes
from explainer.analysis.torch_twin import as_torch
from explainer.analysis.twin_layers import FORGOTTEN, TwinPass, slots, twin_pass
from explainer.engine import Translation, Translator


@pytest.fixture(scope="module")
def trained(ko_en_folder: Path) -> Translator:
    return Translator.load(ko_en_folder)


@pytest.fixture(scope="module")
def done(trained: Translator) -> Translation:
    return trained.translate("우리는 지난주에 새 차를 샀다.")


def passed(trained: Translator, done: Translation, forgotten: str) -> TwinPass:
    return twin_pass(trained.model, done.source.ids, done.predicted, forgotten)


def test_every_weight_of_ours_lies_in_one_place_and_fills_pytorch_s(trained: Translator) -> None:
    program = with_weights(trained.model)
    theirs, ours = as_torch(program).state_dict(), program.state_dict()
    filled = {
        name: np.zeros(len(value), int) for name, value in theirs.items() if "bias" not in name
    }
    for stack in ("encoder", "decoder"):
        for layer in range(trained.config.n_encoder_layers):
            for slot in slots(trained.model, stack, layer, "nothing"):
                weight, end = ours[slot.ours], slot.first + slot.shape[0]
                assert torch.equal(theirs[slot.theirs][slot.first : end], weight)
                assert (tuple(weight.shape), slot.difference) == (slot.shape, 0)
                assert slot.rows == len(theirs[slot.theirs])
                few = np.atleast_2d(weight.numpy())[:12, :12]
                assert np.array_equal(slot.corner, few) and np.array_equal(slot.their_corner, few)
                filled[slot.theirs][slot.first : end] += 1
    assert all((rows == 1).all() for rows in filled.values())


def test_all_said_both_agree_after_every_layer(trained: Translator, done: Translation) -> None:
    right = passed(trained, done, "nothing")
    layers = trained.config.n_encoder_layers
    ends = [f"encoder.{i}.add2.norm" for i in range(layers)]
    ends += [*(f"decoder.{i}.add3.norm" for i in range(layers)), "logits"]
    assert right.sizes == pytest.approx([np.abs(done.trace[end]).max() for end in ends], rel=1e-5)
    assert len(right.differences) == len(ends) and not right.error
    assert all(0 < apart < 1e-4 for apart in right.differences)
    assert right.loss == pytest.approx(-np.log(done.predicted_probs.astype(float)).mean(), abs=1e-4)
    assert right.likely == tuple(done.trace["logits"].argmax(axis=-1))


@pytest.mark.parametrize("forgotten", FORGOTTEN[1:])
def test_what_is_forgotten_shows_from_where_it_acts(
    trained: Translator, done: Translation, forgotten: str
) -> None:
    """Mask and last LayerNorm leave the encoder's layers as they are."""
    wrong, layers = passed(trained, done, forgotten), trained.config.n_encoder_layers
    acts_late = forgotten in ("mask", "norm")
    assert all((apart < 1e-4) == acts_late for apart in wrong.differences[:layers])
    assert not any(apart < 0.1 for apart in wrong.differences[layers:])
    assert bool(wrong.error) == (forgotten == "axis")
    assert np.isnan(wrong.loss) == (forgotten in ("mask", "axis"))


def test_the_order_of_keras_is_the_mistake_of_keys_and_values_exchanged(
    trained: Translator, done: Translation
) -> None:
    _, swapped = outcomes(trained.model, "swapped", done.source.ids, done.predicted)
    assert passed(trained, done, "order").loss == pytest.approx(swapped.loss, rel=1e-4)
    places = {slot.ours: slot.first for slot in slots(trained.model, "decoder", 0, "order")}
    width = trained.config.d_model
    assert places["decoder.0.cross_attn.v_proj.weight"] == width
    assert places["decoder.0.cross_attn.k_proj.weight"] == 2 * width
