"""Gradients by depth, the logit lens and the textbook's decoder against torch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from explainer.analysis.gradients import depth_gradients, fresh_gradients
from explainer.analysis.logit_lens import lens, through_final_norm
from explainer.analysis.residual import stream
from explainer.analysis.textbook import Attention, sinusoids, textbook_decoder
from explainer.data.samples import default_sentence
from explainer.engine import Translator
from explainer.model import causal_mask, padding_mask
from explainer.model.ids import BOS
from tests.analysis.small_model import SOURCE, TARGET, arrays, made, recorded


def by_hand(model: Any, residuals: bool) -> tuple[float, torch.Tensor, torch.Tensor]:
    """Loss and gradients at both embeddings, the post-norm layers written out again."""
    src, tgt = torch.tensor([SOURCE]), torch.tensor([[BOS, *TARGET[:-1]]])
    mask, causal = padding_mask(src), causal_mask(tgt.shape[1])
    start_s = model.encoder_embedding(src, model.matrix).requires_grad_()
    start_t = model.decoder_embedding(tgt, model.matrix).requires_grad_()

    def add(x: torch.Tensor, out: torch.Tensor, module: torch.nn.Module) -> torch.Tensor:
        return module.norm(x + out if residuals else out)  # type: ignore[operator]

    x = start_s
    for layer in model.encoder:
        x = add(x, layer.self_attn(x, x, mask), layer.add1)
        x = add(x, layer.ffn(x), layer.add2)
    y = start_t
    for layer in model.decoder:
        y = add(y, layer.self_attn(y, y, causal), layer.add1)
        y = add(y, layer.cross_attn(y, x, mask), layer.add2)
        y = add(y, layer.ffn(y), layer.add3)
    loss = F.cross_entropy(F.linear(y, model.matrix)[0], torch.tensor(TARGET))
    loss.backward()
    assert start_s.grad is not None and start_t.grad is not None
    return float(loss.detach()), start_s.grad.norm(), start_t.grad.norm()


@pytest.mark.parametrize("residuals", [True, False])
def test_gradients_are_those_of_the_layers_written_out(residuals: bool) -> None:
    model = made()
    found = depth_gradients(model, SOURCE, TARGET, residuals)
    loss, source, target = by_hand(model, residuals)
    assert found.loss == pytest.approx(loss, rel=1e-5)
    assert found.encoder[0] == pytest.approx(float(source), rel=1e-4)
    assert found.decoder[0] == pytest.approx(float(target), rel=1e-4)
    assert len(found.encoder) == 3 and len(found.decoder) == 4
    assert all(p.grad is None and not p.requires_grad for p in model.parameters())


def test_a_deep_untrained_decoder_loses_its_gradient_without_residuals() -> None:
    kept, lost = (fresh_gradients("post", 6, residuals).decoder for residuals in (True, False))
    assert kept[0] / kept[-1] > 1e-3
    assert lost[0] / lost[-1] < 1e-16


def test_post_norm_favours_the_upper_layers_and_pre_norm_does_not() -> None:
    """Xiong et al. 2020: the reason for warming the learning rate up."""
    post, pre = (fresh_gradients(norm, 6).decoder for norm in ("post", "pre"))
    assert post[-1] / post[1] > 3
    assert 0.3 < pre[-1] / pre[1] < 1.5
    assert fresh_gradients("post", 6).decoder.tolist() == post.tolist()


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_the_lens_at_the_end_is_the_models_prediction(norm: str) -> None:
    model = made(norm)
    trace = recorded(model)
    states = stream(trace, "decoder", norm).states.astype(np.float32)
    if norm == "pre":
        last = model.decoder_norm
        states = through_final_norm(states, last.weight.numpy(), last.bias.numpy())
    matrix = model.matrix.numpy()
    found = lens(states, matrix, TARGET)
    steps = np.arange(len(TARGET))
    assert found.probs[-1] == pytest.approx(trace["probs"][steps, list(TARGET)], abs=1e-6)
    assert found.top_ids[-1].tolist() == np.argsort(-trace["probs"], axis=1)[:, :5].tolist()
    middle = F.linear(torch.tensor(states[4]).double(), torch.tensor(matrix).double())
    logs = middle.log_softmax(dim=-1)
    assert np.exp(found.logits[4] - found.log_sums[4]) == pytest.approx(found.probs[4])
    assert found.probs[4] == pytest.approx(logs.exp()[steps, list(TARGET)].numpy(), abs=1e-6)


def test_the_textbooks_attention_is_the_models_cross_attention() -> None:
    model = made()
    trace, decoder = recorded(model), arrays(model, "decoder")
    x = trace["decoder.1.add1.norm"][2]
    found = Attention(decoder, "1.cross_attn", trace["memory"], 4)(x)
    assert found == pytest.approx(trace["decoder.1.cross_attn.out"][2], abs=1e-5)


def test_the_textbooks_decoder_is_only_cross_attention() -> None:
    model = made()
    for layer in model.decoder:  # sharp attention: else every step would write the same token
        layer.cross_attn.q_proj.weight.data *= 12
        layer.cross_attn.out_proj.weight.data *= 3
    memory = recorded(model)["memory"]
    found = textbook_decoder(
        arrays(model, "decoder"), model.matrix.numpy(), memory, sinusoids(6, 16), 3, 4
    )
    ids = [BOS]
    mask = torch.ones(1, 1, 1, len(memory), dtype=torch.bool)
    while len(ids) <= 6 and ids[-1] != 3:
        x = model.decoder_embedding(torch.tensor([ids]), model.matrix)
        for layer in model.decoder:
            x = layer.cross_attn(x, torch.tensor(memory)[None], mask)
        ids.append(int(F.linear(x, model.matrix)[0, -1].argmax()))
    assert found == tuple(ids[1:])
    assert len(set(found)) > 2


def test_the_shipped_model_reads_its_answer_layer_by_layer(ko_en_folder: Path) -> None:
    """On the default sentence the last layers know what the embedding does not."""
    translator = Translator.load(ko_en_folder)
    done = translator.translate(default_sentence("ko"))
    found = stream(done.trace, "decoder", translator.config.norm)
    ends = [0, *(n for n, (_, part) in enumerate(found.places) if part == "ffn")]
    states = found.states[ends].astype(np.float32)
    read = lens(states, translator.matrix, done.predicted)
    losses = -np.log(read.probs).mean(axis=1)
    assert losses[-1] < losses[-2] < losses[0]
