"""Gradients by depth and the logit lens against torch; counts and norms against float64 too."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from explainer.analysis.feed_forward import (
    feed_forward,
    shuffle_difference,
    singular_values,
    unit_numbers,
)
from explainer.analysis.gradients import depth_gradients, fresh_gradients
from explainer.analysis.logit_lens import lens, through_final_norm
from explainer.analysis.normalisation import (
    batch_norm,
    batch_norm_count,
    layer_norm,
    layer_norm_count,
    normalisation_count,
)
from explainer.analysis.residual import add_name, norm_input, stream
from explainer.analysis.stack import BASE, BIG, counts_by_part, parts, sizes_of, total
from explainer.analysis.textbook import Attention, sinusoids, textbook_decoder
from explainer.data.samples import default_sentence
from explainer.engine import Translator
from explainer.model import causal_mask, padding_mask
from explainer.model.ids import BOS
from explainer.model.names import SUBLAYERS
from tests.analysis.small_model import FOREIGN, SOURCE, TARGET, arrays, made, recorded


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
@pytest.mark.parametrize("more", [{}, FOREIGN])
def test_the_lens_at_the_end_is_the_models_prediction(norm: str, more: dict[str, Any]) -> None:
    model = made(norm, **more)
    trace = recorded(model)
    states = stream(trace, "decoder", norm).states.astype(np.float32)
    if norm == "pre":
        last = model.decoder_norm
        states = through_final_norm(states, last.weight.numpy(), last.bias.numpy())
    matrix = model.output_matrix.numpy()
    bias = None if model.output_bias is None else model.output_bias.numpy()
    found = lens(states, matrix, TARGET, bias_V=bias)
    steps = np.arange(len(TARGET))
    assert found.probs[-1] == pytest.approx(trace["probs"][steps, list(TARGET)], abs=1e-6)
    assert found.top_ids[-1].tolist() == np.argsort(-trace["probs"], axis=1)[:, :5].tolist()
    middle = model.project(torch.tensor(states[4])).double()
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
    memory, matrix = recorded(model)["memory"], model.matrix.numpy()
    found = textbook_decoder(
        arrays(model, "decoder"), matrix, (matrix, None), memory, sinusoids(6, 16), 3, 4
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


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("positions", ["sinusoidal", "learned"])
@pytest.mark.parametrize("more", [{}, FOREIGN])
def test_the_formulas_count_a_real_model_part_by_part(norm, positions, more):
    model = made(norm, positions, **more)
    sizes = sizes_of(model.config.to_dict())
    own = counts_by_part({name: value.numel() for name, value in model.named_parameters()})
    assert own == {name: part.total for name, part in parts(sizes).items()}
    assert total(sizes) == model.n_parameters()


@pytest.mark.parametrize(
    ("sizes", "millions", "published", "off"),
    [(BASE, 63.08, 65_000_000, 0.03), (BIG, 214.24, 213_000_000, 0.01)],
)
def test_the_papers_models_come_close(sizes, millions, published, off):
    """Worked by hand: base 18.944 + 6 x 3.152384 + 6 x 4.204032 million; table 3 of the paper."""
    assert total(sizes) / 1e6 == pytest.approx(millions, abs=0.01)
    assert total(sizes) == pytest.approx(published, rel=off)


def test_torch_counts_the_papers_layers_alike() -> None:
    encoder = torch.nn.TransformerEncoderLayer(512, 8, 2048)
    decoder = torch.nn.TransformerDecoderLayer(512, 8, 2048)
    layers = [sum(p.numel() for p in layer.parameters()) for layer in (encoder, decoder)]
    assert total(BASE) == 37_000 * 512 + 6 * sum(layers)


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_the_stream_ends_where_the_stack_ends(norm: str, stack: str) -> None:
    trace = recorded(made(norm))
    found = stream(trace, stack, norm)
    sublayers = {"encoder": 2 * 2, "decoder": 3 * 3}[stack]
    assert found.states.shape[0] == len(found.places) == sublayers + 1
    assert found.sums - found.states[:-1] == pytest.approx(found.updates, abs=1e-6)
    if norm == "post":
        end = trace["memory" if stack == "encoder" else "output"]
        assert found.states[-1] == pytest.approx(end, abs=1e-7)
    last = torch.tensor(found.states[-1])
    assert found.norms()[-1] == pytest.approx(last.norm(dim=-1).numpy(), abs=1e-9)
    assert add_name("decoder", 1, "cross_attn") == "decoder.1.add2"


def test_layer_norm_is_torchs_and_the_models() -> None:
    model = made()
    trace, norm = recorded(model), model.encoder[1].add2.norm
    x = trace["encoder.1.add2.sum"]
    found = layer_norm(x, norm.weight.numpy(), norm.bias.numpy())
    again = F.layer_norm(
        torch.tensor(x).double(), (16,), norm.weight.double(), norm.bias.double()
    ).numpy()
    assert found.out == pytest.approx(again, abs=1e-12)
    assert found.out == pytest.approx(trace["encoder.1.add2.norm"], abs=1e-5)
    assert found.deviation[2, 0] == pytest.approx(x[2].astype(float).std(), abs=1e-12)


def test_batch_norm_is_torchs_and_dies_with_one_position() -> None:
    x = np.random.default_rng(0).standard_normal((6, 5))
    again = F.batch_norm(torch.tensor(x), None, None, training=True).numpy()
    assert batch_norm(x).out == pytest.approx(again, abs=1e-12)
    assert not batch_norm(x[4:5]).out.any()


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_the_norm_takes_what_its_name_says(norm: str) -> None:
    model = made(norm)
    trace = recorded(model)
    for stack, layers in (("encoder", model.encoder), ("decoder", model.decoder)):
        for layer, module in enumerate(layers):
            for number, part in enumerate(SUBLAYERS[stack], start=1):
                gets = torch.tensor(trace[norm_input(stack, layer, part, norm)])
                made_of = getattr(module, f"add{number}").norm(gets).numpy()
                assert made_of == pytest.approx(
                    trace[f"{stack}.{layer}.add{number}.norm"], abs=1e-5
                )


def test_how_many_numbers_the_norms_keep() -> None:
    """Curriculum 4.3: 2k + 1, 4k, 2k; the last two as torch keeps them (one counter more)."""
    k = 12
    batch = torch.nn.BatchNorm1d(k).state_dict()
    counter = batch.pop("num_batches_tracked").numel()
    assert batch_norm_count(k) == sum(v.numel() for v in batch.values()) == 48
    assert layer_norm_count(k) == sum(p.numel() for p in torch.nn.LayerNorm(k).parameters()) == 24
    assert normalisation_count(k) == 2 * k + counter == 25


@pytest.mark.parametrize("activation", ["relu", "swish"])
def test_feed_forward_is_the_models_and_its_jacobian_autograds(activation: str) -> None:
    model = made(activation=activation)
    trace = recorded(model)
    part = feed_forward(arrays(model, "encoder"), 1, activation)
    x = trace["encoder.1.add1.norm"]
    assert part.pre(x) == pytest.approx(trace["encoder.1.ffn.pre"], abs=1e-5)
    assert part.out(x) == pytest.approx(trace["encoder.1.ffn.out"], abs=1e-5)
    unit = unit_numbers(part, x[3], 5)
    assert unit.pre == pytest.approx(unit.product + unit.bias)
    assert unit.act == pytest.approx(float(trace["encoder.1.ffn.act"][3, 5]), abs=1e-6)
    column = model.encoder[1].ffn.contract.weight[:, 5].norm()
    assert unit.contribution == pytest.approx(abs(unit.act) * float(column), abs=1e-6)
    part = feed_forward(arrays(model, "decoder"), 1, activation)
    x = recorded(model)["decoder.1.add2.norm"][1]
    again = torch.autograd.functional.jacobian(model.decoder[1].ffn, torch.tensor(x)).numpy()
    found = part.jacobian(x)
    assert found == pytest.approx(again, abs=1e-5)
    without, with_it = singular_values(found)
    assert without == pytest.approx(np.linalg.svd(again, compute_uv=False), abs=1e-5)
    summed = np.linalg.svd(np.eye(16) + again, compute_uv=False)
    assert with_it == pytest.approx(summed, abs=1e-5)


def test_shuffled_positions_give_shuffled_outputs_to_the_last_bit() -> None:
    model = made()
    part = feed_forward(arrays(model, "encoder"), 0)
    x = recorded(model)["encoder.0.add1.norm"]
    assert shuffle_difference(part, x, [3, 0, 4, 1, 2]) == 0.0
    assert np.abs(part.out(x[[3, 0, 4, 1, 2]]) - part.out(x)).max() > 0.01
