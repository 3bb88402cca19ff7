"""The model against PyTorch's own, and what must not change when it must not."""

from typing import Any

import pytest
import torch
from torch import Tensor, nn

from explainer.model import ModelConfig, Trace, Transformer, causal_mask, padding_mask
from explainer.model.attention import FUSED_FROM, MultiHeadAttention
from explainer.model.dropout import Dropout
from explainer.model.embedding import sinusoidal_positions
from tests.analysis.small_model import made

V, D, H, F = 60, 32, 4, 48


def make(norm: str = "post", **sizes: Any) -> Transformer:
    """In float64, to train."""
    sizes = {"vocab_size": V, "d_model": D, "n_heads": H, "d_ff": F, "max_positions": 256, **sizes}
    return made(norm, **sizes).double().requires_grad_()


def ids(*shape: int) -> Tensor:
    return torch.randint(4, V, shape, generator=torch.Generator().manual_seed(1))


def copy_attention(target: Any, source: MultiHeadAttention) -> None:
    parts = (source.q_proj, source.k_proj, source.v_proj)
    target.in_proj_weight.copy_(torch.cat([p.weight for p in parts]))
    target.in_proj_bias.copy_(torch.cat([p.bias for p in parts]))
    target.out_proj.load_state_dict(source.out_proj.state_dict())


def torch_twin(model: Any) -> nn.Transformer:
    """nn.Transformer with our weights; its extra final norms of post-norm become identities."""
    config, pre = model.config, model.config.norm == "pre"
    layer = nn.TransformerEncoderLayer(D, H, F, dropout=0.0, batch_first=True, norm_first=pre)
    encoder = nn.TransformerEncoder(
        layer, config.n_encoder_layers, nn.LayerNorm(D), enable_nested_tensor=False
    )
    twin = nn.Transformer(
        D,
        H,
        num_decoder_layers=config.n_decoder_layers,
        dim_feedforward=F,
        dropout=0.0,
        batch_first=True,
        norm_first=pre,
        custom_encoder=encoder,
    )
    # Training mode with dropout 0: the plain arithmetic, not PyTorch's fused inference path.
    twin = twin.double().train()
    with torch.no_grad():
        for ours, theirs in zip(model.encoder, twin.encoder.layers, strict=True):
            copy_attention(theirs.self_attn, ours.self_attn)
            copy_common(ours, theirs, ("add1", "add2"))
        for ours, theirs in zip(model.decoder, twin.decoder.layers, strict=True):
            copy_attention(theirs.self_attn, ours.self_attn)
            copy_attention(theirs.multihead_attn, ours.cross_attn)
            copy_common(ours, theirs, ("add1", "add2", "add3"))
    if config.norm == "pre":
        twin.encoder.norm.load_state_dict(model.encoder_norm.state_dict())
        twin.decoder.norm.load_state_dict(model.decoder_norm.state_dict())
    else:
        twin.encoder.norm, twin.decoder.norm = nn.Identity(), nn.Identity()
    return twin


def copy_common(ours: Any, theirs: Any, adds: tuple[str, ...]) -> None:
    theirs.linear1.load_state_dict(ours.ffn.expand.state_dict())
    theirs.linear2.load_state_dict(ours.ffn.contract.state_dict())
    for number, add in enumerate(adds, start=1):
        getattr(theirs, f"norm{number}").load_state_dict(getattr(ours, add).norm.state_dict())


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_equals_torch_transformer_with_copied_weights(norm: str) -> None:
    model = make(norm)
    src, tgt = ids(3, 9), ids(3, 6)
    src[0, 5:], src[1, 7:] = 0, 0
    with torch.no_grad():
        positions = sinusoidal_positions(9, D).double()
        embed = lambda x: model.matrix[x] * D**0.5 + positions[: x.shape[1]]  # noqa: E731
        expected = (
            torch_twin(model)(
                embed(src),
                embed(tgt),
                tgt_mask=~causal_mask(6)[0, 0],
                src_key_padding_mask=src == 0,
                memory_key_padding_mask=src == 0,
            )
            @ model.matrix.T
        )
        actual = model(src, tgt)
    assert torch.allclose(actual, expected, atol=1e-12), (actual - expected).abs().max()


def test_the_future_does_not_reach_the_past() -> None:
    model = make()
    src, tgt = ids(1, 5), ids(1, 8)
    other = tgt.clone()
    other[0, 5:] = (other[0, 5:] + 7) % (V - 4) + 4
    with torch.no_grad():
        one, two = model(src, tgt), model(src, other)
    assert torch.equal(one[:, :5], two[:, :5])
    assert (one[:, 5:] - two[:, 5:]).abs().max() > 1e-3


def test_padding_changes_nothing() -> None:
    model = make()
    src, tgt = ids(1, 5), ids(1, 4)
    wide_src = torch.cat((src, torch.zeros(1, 6, dtype=torch.long)), dim=1)
    wide_tgt = torch.cat((tgt, torch.zeros(1, 3, dtype=torch.long)), dim=1)
    batch_src = torch.cat((wide_src, ids(1, 11)))
    batch_tgt = torch.cat((wide_tgt, ids(1, 7)))
    with torch.no_grad():
        alone, together = model(src, tgt), model(batch_src, batch_tgt)
    assert torch.allclose(alone, together[:1, :4], atol=1e-12)
    # The test can fail: without the mask the same padding does change the result.
    with torch.no_grad():
        everything = torch.ones_like(padding_mask(wide_src))
        memory = model.encode(wide_src, everything)
        unmasked = model.project(model.decode(tgt, memory, everything))
    assert (alone - unmasked).abs().max() > 1e-3


def test_one_matrix_serves_both_embeddings_and_the_output() -> None:
    model = make()
    shaped = [n for n, p in model.named_parameters() if tuple(p.shape) == (V, D)]
    assert shaped == ["matrix"]
    trace = Trace()
    with torch.no_grad():
        model(torch.tensor([[9, 3]]), torch.tensor([[9]]), trace)
    row = model.matrix[9] * D**0.5
    assert torch.equal(trace["encoder.tokens"][0, 0], row)
    assert torch.equal(trace["decoder.tokens"][0, 0], row)
    assert torch.allclose(trace["logits"], trace["output"] @ model.matrix.T, atol=1e-12)


def test_learned_positions_are_a_trained_table() -> None:
    model = make(positions="learned", max_positions=12)
    table = model.get_parameter("encoder_embedding.positions.table")
    assert table.shape == (12, D) and table.requires_grad
    with torch.no_grad():
        before = model(ids(1, 4), ids(1, 3))
        table[0] += 1
        assert not torch.allclose(before, model(ids(1, 4), ids(1, 3)))


def test_too_many_positions_is_an_error() -> None:
    with pytest.raises(ValueError, match="the model has 8"):
        make(max_positions=8)(ids(1, 9), ids(1, 3))


def test_dropout_stands_where_the_paper_has_it() -> None:
    """On each sub-layer's output and on both sums of embedding and position (section 5.4)."""
    names = {n for n, m in make().named_modules() if isinstance(m, Dropout)}
    expected = {"encoder_embedding.dropout", "decoder_embedding.dropout"}
    expected |= {f"encoder.{i}.add{j}.dropout" for i in range(2) for j in (1, 2)}
    expected |= {f"decoder.{i}.add{j}.dropout" for i in range(3) for j in (1, 2, 3)}
    assert names == expected
    model = make(dropout=0.4).train()
    torch.manual_seed(0)
    trace = Trace()
    model(ids(1, 6), ids(1, 5), trace)
    whole = trace["encoder.tokens"] + trace["encoder.positions"]
    kept = trace["encoder.embed"] != 0
    assert torch.allclose(trace["encoder.embed"][kept], whole[kept] / 0.6, rtol=1e-4)
    assert 0.4 < float(kept.double().mean()) < 0.8


def test_the_fused_path_of_training_equals_the_plain_one() -> None:
    model = make()
    src, tgt = ids(2, FUSED_FROM), ids(2, 5)
    with torch.no_grad():
        plain = model(src, tgt)
    fused = model(src, tgt)
    assert torch.allclose(plain, fused, atol=1e-12) and not torch.equal(plain, fused)


def test_sizes_that_do_not_fit() -> None:
    for sizes, message in (
        ({"n_heads": 5}, "not a multiple"),
        ({"d_model": 33, "n_heads": 3}, "must be even"),
        ({"d_ff": 0}, "d_ff"),
        ({"dropout": 1.0}, "dropout"),
        ({"norm": "both"}, "norm"),
        ({"positions": "rotary"}, "positions"),
    ):
        with pytest.raises(ValueError, match=message):
            ModelConfig(**{"vocab_size": V, "d_model": D, "n_heads": H, **sizes})  # type: ignore[arg-type]
