"""Interventions: each kind changes what it says and nothing before it."""

import math

import pytest
import torch
from torch import Tensor

from explainer.analysis.interventions import Intervention, edits
from explainer.engine.rerun import trace_pass
from explainer.model import Transformer
from tests.analysis.small_model import made

SRC, TGT = torch.tensor([[5, 6, 7, 8, 3]]), torch.tensor([[2, 9, 10, 11]])


@pytest.fixture(scope="module", params=["post", "pre"])
def model(request: pytest.FixtureRequest) -> Transformer:
    return made(request.param)


@pytest.fixture(scope="module")
def base(model: Transformer) -> dict[str, Tensor]:
    return trace_pass(model, SRC, TGT)


def changed(
    model: Transformer, base: dict[str, Tensor], *what: Intervention
) -> tuple[dict[str, Tensor], list[str]]:
    """The tensors of a run, and in order of computation the names of those that differ."""
    found = trace_pass(model, SRC, TGT, what)
    assert found.keys() == base.keys()
    return found, [name for name in base if not torch.equal(found[name], base[name])]


def test_no_intervention_is_the_base_bit_for_bit(model, base):
    assert edits(model.config, ()) == {}
    assert changed(model, base)[1] == []
    with torch.no_grad():
        assert torch.allclose(model(SRC, TGT), base["logits"], atol=1e-5)


@pytest.mark.parametrize(
    ("what", "first"),
    [
        (Intervention("head", "cross", 1, 2), "decoder.1.cross_attn.heads"),
        (Intervention("uniform", "encoder", 1), "encoder.1.self_attn.masked_scores"),
        (Intervention("attention", "decoder", 0), "decoder.0.self_attn.out"),
        (Intervention("ffn", "encoder", 0), "encoder.0.ffn.out"),
        (Intervention("residual", "decoder", 1), "decoder.1.add1.sum"),
        (Intervention("positions", "decoder"), "decoder.positions"),
        (Intervention("embedding_factor", "encoder"), "encoder.tokens"),
        (Intervention("scaling", "cross", 0, value=2.0), "decoder.0.cross_attn.scores"),
        (Intervention("unmask", "decoder", 0), "decoder.0.self_attn.mask"),
    ],
    ids=lambda value: getattr(value, "kind", ""),
)
def test_the_first_changed_tensor_is_the_one_named(model, base, what, first):
    assert changed(model, base, what)[1][0] == first


def test_uniform_weights_respect_the_mask(model: Transformer, base: dict[str, Tensor]) -> None:
    name = "decoder.1.self_attn.weights"
    found, _ = changed(model, base, Intervention("uniform", "decoder", 1, 3))
    expected = torch.tril(torch.ones(4, 4)) / torch.arange(1, 5)[:, None]
    assert torch.allclose(found[name][0, 3], expected)
    assert torch.equal(found[name][0, :3], base[name][0, :3])


def test_unmasked_weights_reach_the_future(model: Transformer, base: dict[str, Tensor]) -> None:
    name = "decoder.0.self_attn.weights"
    assert (base[name].triu(1) == 0).all()
    found, _ = changed(model, base, Intervention("unmask", "decoder"))
    assert (found[name] > 0).all()


def test_scaling_multiplies_the_scores(model: Transformer, base: dict[str, Tensor]) -> None:
    name = "encoder.0.self_attn"
    found, _ = changed(model, base, Intervention("scaling", "encoder", 0, 2, value=-0.5))
    assert torch.equal(found[f"{name}.scores"][:, 2], base[f"{name}.scores"][:, 2] * -0.5)
    assert torch.equal(found[f"{name}.scores"][:, :2], base[f"{name}.scores"][:, :2])


def test_a_sum_without_residual_is_the_sublayer_alone(model, base):
    found, _ = changed(model, base, Intervention("residual", layer=1))
    for stack, parts in {
        "encoder": ["self_attn", "ffn"],
        "decoder": ["self_attn", "cross_attn", "ffn"],
    }.items():
        for number, part in enumerate(parts, start=1):
            out = found[f"{stack}.1.{part}.out"]
            assert torch.equal(found[f"{stack}.1.add{number}.sum"], out)


@pytest.mark.parametrize("turned", [False, True])
def test_residual_and_sublayer_off_in_any_order(model, base, turned):
    what = [Intervention("residual", "encoder", 0), Intervention("ffn", "encoder", 0)]
    found, _ = changed(model, base, *(what[::-1] if turned else what))
    assert not found["encoder.0.add2.sum"].any()


def test_embedding_parts(model: Transformer, base: dict[str, Tensor]) -> None:
    what = Intervention("positions"), Intervention("embedding_factor", "decoder")
    found, _ = changed(model, base, *what)
    assert torch.equal(found["encoder.embed"], base["encoder.tokens"])
    plain = base["decoder.tokens"] / math.sqrt(16)
    assert torch.allclose(found["decoder.embed"], plain)


def test_no_stack_means_every_attention(model: Transformer, base: dict[str, Tensor]) -> None:
    assert set(edits(model.config, [Intervention("head")])) == {
        name for name in base if name.endswith(".heads")
    }
    assert set(edits(model.config, [Intervention("ffn", layer=0)])) == {
        "encoder.0.ffn.out",
        "decoder.0.ffn.out",
    }


def test_an_intervention_nobody_knows_is_an_error() -> None:
    for kind, values in (
        *(("heads", {}), ("", {}), ("head", {"stack": "cros"}), ("ffn", {"stack": "cross"})),
        *(("scaling", {"value": math.nan}), ("scaling", {"value": math.inf})),
    ):
        with pytest.raises(ValueError):
            Intervention(kind, **values)


@pytest.mark.parametrize(
    "what",
    [
        Intervention("head", "cross", 0, 4),
        Intervention("head", "cross", 3, 0),
        Intervention("ffn", "encoder", -2),
        Intervention("uniform", head=-2),
        Intervention("residual", layer=7),
    ],
)
def test_a_layer_or_head_the_model_does_not_have(model: Transformer, what: Intervention) -> None:
    with pytest.raises(ValueError, match="not in"):
        edits(model.config, [what])
