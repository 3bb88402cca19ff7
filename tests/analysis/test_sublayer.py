"""The recomputation of one attention against PyTorch's own, and the way of every single cell."""

import math
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from explainer.analysis import multi_head, sublayer
from explainer.analysis.cell import HeadTensors
from explainer.analysis.cell_steps import STAGES, CellIndex, cell_steps, out_channel, projection
from explainer.model.names import trace_names
from tests.analysis.small_model import made, recorded

D, H, E = 16, 4, 4
ATTENTIONS = (
    *("encoder.0.self_attn", "encoder.1.self_attn", "decoder.0.self_attn", "decoder.1.self_attn"),
    *("decoder.0.cross_attn", "decoder.1.cross_attn"),
)
CROSS = "decoder.1.cross_attn"
Arrays = dict[str, np.ndarray]


MODEL = made()
TRACE = recorded(MODEL)


def parameters(prefix: str) -> Arrays:
    state = MODEL.get_submodule(prefix).state_dict()
    return {name: tensor.numpy() for name, tensor in state.items()}


def pytorch(prefix: str) -> Any:
    """nn.MultiheadAttention in float64 with the same weights."""
    ours, theirs = parameters(prefix), nn.MultiheadAttention(D, H, batch_first=True).double()
    stacked = {
        part: np.concatenate([ours[f"{name}_proj.{part}"] for name in "qkv"])
        for part in ("weight", "bias")
    }
    with torch.no_grad():
        theirs.in_proj_weight.copy_(torch.from_numpy(stacked["weight"]))
        theirs.in_proj_bias.copy_(torch.from_numpy(stacked["bias"]))
        theirs.out_proj.weight.copy_(torch.from_numpy(ours["out_proj.weight"]))
        theirs.out_proj.bias.copy_(torch.from_numpy(ours["out_proj.bias"]))
    return theirs.eval()


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_the_inputs_are_those_of_the_registry_of_names(norm: str) -> None:
    model = made(norm)
    trace = recorded(model)
    parents = {entry.name: entry.parents for entry in trace_names(model.config)}
    for prefix in ATTENTIONS:
        expected = (*parents[f"{prefix}.q"], *parents[f"{prefix}.v"])
        assert sublayer.inputs_of(trace, prefix) == expected
    with pytest.raises(KeyError):
        sublayer.inputs_of(trace, "encoder.9.self_attn")


@pytest.mark.parametrize("prefix", ATTENTIONS)
def test_it_is_pytorchs_attention_with_the_same_weights(prefix: str) -> None:
    again = sublayer.recompute(TRACE, prefix, parameters(prefix))
    x, memory = torch.from_numpy(again.x)[None], torch.from_numpy(again.memory)[None]
    hidden = torch.from_numpy(~again.mask[0])
    out, weights = pytorch(prefix)(x, memory, memory, attn_mask=hidden, average_attn_weights=False)
    assert again.out == pytest.approx(out[0].detach().numpy(), abs=1e-12)
    assert again.weights == pytest.approx(weights[0].detach().numpy(), abs=1e-12)
    assert again.difference(TRACE, prefix) < 1e-5


@pytest.mark.parametrize("part", sublayer.PARTS)
def test_one_wrong_number_is_found(part: str) -> None:
    wrong = TRACE[f"{CROSS}.{part}"].copy()
    wrong.flat[3] += 0.5
    again = sublayer.recompute(TRACE, CROSS, parameters(CROSS))
    found = again.difference(TRACE | {f"{CROSS}.{part}": wrong}, CROSS)
    assert found == pytest.approx(0.5, abs=1e-4)
    assert again.largest >= np.abs(again.scores).max()


@pytest.mark.parametrize("prefix", ATTENTIONS)
def test_split_and_join_are_the_models(prefix: str) -> None:
    """(B, S, H) -> (B, N, S, K) and back: the recorded concatenation, number for number."""
    heads, concat = TRACE[f"{prefix}.heads"], TRACE[f"{prefix}.concat"]
    assert np.array_equal(sublayer.join(heads), concat)
    assert np.array_equal(sublayer.split(concat, H), heads)
    assert heads.shape == (H, len(concat), E)
    assert np.array_equal(concat[2, E : 2 * E], heads[1, 2])
    assert not np.array_equal(heads.reshape(len(concat), D), concat)  # a reshape alone is wrong


def test_keys_and_values_of_the_query_side_are_another_attention() -> None:
    again = sublayer.recompute(TRACE, CROSS, parameters(CROSS))
    x = torch.from_numpy(again.x)[None]
    theirs = pytorch(CROSS)
    theirs.out_proj.weight.data = torch.eye(D, dtype=torch.float64)
    theirs.out_proj.bias.data.zero_()
    expected = sublayer.split(theirs(x, x, x)[0][0].detach().numpy(), H)
    for head in range(H):
        found = sublayer.output_with_query_side_keys(again, parameters(CROSS), head)
        assert found == pytest.approx(expected[head], abs=1e-12)
        assert np.abs(found - again.heads[head]).max() > 1e-3


@pytest.mark.parametrize("prefix", ATTENTIONS)
def test_every_stage_follows_from_the_one_before(prefix: str) -> None:
    weights = parameters(prefix)
    recorded = sublayer.recompute(TRACE, prefix, weights)
    _, rows, keys = TRACE[f"{prefix}.weights"].shape
    for place in (CellIndex(0, 0, 0), CellIndex(2, rows - 1, 1), CellIndex(H - 1, 1, keys - 1)):
        steps = cell_steps(TRACE, prefix, place)
        head, row, column = place.head, place.row, place.column
        assert steps.products.sum() == pytest.approx(steps.dot, abs=1e-9)
        assert steps.dot / math.sqrt(E) == pytest.approx(steps.score, abs=1e-5)
        assert steps.is_allowed == bool(recorded.mask[head, row, column])
        expected = math.exp(steps.score) / steps.denominator if steps.is_allowed else 0.0
        assert steps.weight == pytest.approx(expected, abs=1e-6)
        assert steps.numerator / steps.denominator == pytest.approx(expected, abs=1e-9)
        gathered = steps.weights @ steps.values
        assert gathered == pytest.approx(steps.head_out, abs=1e-5)
        assert steps.contribution == pytest.approx(
            steps.weights[column] * steps.values[column], abs=1e-12
        )
        assert np.array_equal(steps.concat[steps.first : steps.first + E], steps.head_out)
        out = out_channel(steps, weights)
        assert out.this_head + out.other_heads + out.bias == pytest.approx(
            steps.out[out.channel], abs=1e-5
        )
        for name, vector, own in (("q", steps.x, steps.q), ("k", steps.memory, steps.k)):
            made_of = projection(vector, weights, f"{name}_proj", steps.first + 3)
            assert made_of.total + made_of.bias == pytest.approx(own[3], abs=1e-5)
        dim = steps.strongest_dimension()
        assert abs(steps.products[dim]) == np.abs(steps.products).max()
    assert len(STAGES) == 10


def test_the_formula_counts_what_pytorch_and_the_model_have() -> None:
    """3 p (d + 1) L + d (p L + 1)."""
    theirs = sum(p.numel() for p in nn.MultiheadAttention(512, 8).parameters())
    assert multi_head.attention_parameters(8, 64, 512) == theirs == 1_050_624
    assert multi_head.attention_parameters(1, 512, 512) == theirs
    for prefix in ATTENTIONS:
        own = sum(p.numel() for p in MODEL.get_submodule(prefix).parameters())
        assert (
            multi_head.attention_parameters(H, E, D)
            == own
            == multi_head.parameter_count(parameters(prefix))
        )


def test_narrow_heads_cost_what_one_wide_head_costs() -> None:
    """512 = 8 x 64, counted by hand for 10 tokens that look at 9."""
    one, many, wide = (
        multi_head.cost(10, 9, 1, 512, 512),
        multi_head.cost(10, 9, 8, 64, 512),
        multi_head.cost(10, 9, 8, 512, 512),
    )
    assert many.project == (10 + 9 + 9) * 512 * 512
    assert (many.scores, many.values, many.out) == (10 * 9 * 512, 10 * 9 * 512, 10 * 512 * 512)
    assert many.total == one.total and wide.total == 8 * one.total
    assert (one.exponents, many.exponents) == (90, 720)


def test_what_a_head_fetches_for_a_row() -> None:
    """The largest weight, and its part of the lengths |w v|, written out."""
    rng = np.random.default_rng(2)
    q, k, v = rng.normal(size=(3, 4, 5))
    scores = q @ k.T / math.sqrt(5)
    weights = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
    found = multi_head.strongest_key(HeadTensors(q, k, v, scores, scores, weights), 2)
    lengths = [weights[2, key] * math.sqrt(sum(x * x for x in v[key])) for key in range(4)]
    assert found.key == max(range(4), key=lambda key: weights[2, key])
    assert found.weight == weights[2].max()
    assert found.share == pytest.approx(lengths[found.key] / sum(lengths), abs=1e-6)


def test_what_a_head_looks_at() -> None:
    weights = np.array([[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.0, 0.2, 0.8]])
    found = multi_head.head_fact(weights, np.tril(np.ones((3, 3), dtype=bool)))
    assert (found.row, found.column, found.weight) == (2, 2, 0.8)  # row 0 has no choice
    entropy = -(0.2 * math.log(0.2) + 0.8 * math.log(0.8)) / math.log(3)
    assert found.evenness == pytest.approx((1.0 + entropy) / 2)
    even = multi_head.head_fact(np.full((2, 4), 0.25), np.ones((2, 4), dtype=bool))
    assert even.evenness == pytest.approx(1.0)
    alone = multi_head.head_fact(np.ones((1, 1)), np.ones((1, 1), dtype=bool))
    assert (alone.row, alone.column, alone.weight, alone.evenness) == (0, 0, 1.0, 0.0)


def test_a_head_sees_all_of_the_input() -> None:
    weights, x = parameters(CROSS), sublayer.recompute(TRACE, CROSS, parameters(CROSS)).x[1]
    whole, sliced = multi_head.query_from_slice(x, weights, 2, E)
    assert whole == pytest.approx(TRACE[f"{CROSS}.q"][2, 1], abs=1e-5)
    own = weights["q_proj.weight"][2 * E : 3 * E, 2 * E : 3 * E] @ x[2 * E : 3 * E]
    assert sliced == pytest.approx(own + weights["q_proj.bias"][2 * E : 3 * E])
    assert np.abs(sliced - whole).max() > 0.01
