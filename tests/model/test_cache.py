"""Decoding with kept keys and values gives what the whole forward pass gives."""

from typing import Any

import pytest
import torch

from explainer.model import Transformer
from explainer.model.cache import FIRST_CAPACITY, CachedDecoder, DecoderWeights, decoder_for
from explainer.model.products import FEW_ROWS
from tests.analysis.small_model import FOREIGN, made
from tests.model.stepping import assert_steps_equal

V = 50


def make(**variant: Any) -> Transformer:
    return made(vocab_size=V, d_model=32, max_positions=256, **variant)


def sources() -> torch.Tensor:
    src = torch.randint(4, V, (3, 7), generator=torch.Generator().manual_seed(2))
    src[0, 4:], src[2, 6:] = 0, 0
    return src


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("positions", ["sinusoidal", "learned"])
@pytest.mark.parametrize("more", [{}, FOREIGN])
def test_cached_equals_uncached_with_rows_that_split_reorder_and_stop(norm, positions, more):
    model, src = make(norm=norm, positions=positions, **more), sources()
    with torch.inference_mode():
        assert_steps_equal(CachedDecoder(DecoderWeights(model), src), model, src, V)


def test_first_call_may_already_split_rows_and_steps_outgrow_the_first_room() -> None:
    model, src = make(), sources()
    with torch.inference_mode():
        decoder = CachedDecoder(DecoderWeights(model), src)
        cached = decoder(torch.tensor([2, 2, 2]), torch.tensor([2, 2, 0]))
        whole = model(src[[2, 2, 0]], torch.full((3, 1), 2))[:, -1].log_softmax(-1)
    assert torch.allclose(cached, whole, atol=1e-5)
    assert torch.allclose(cached[0], cached[1], atol=1e-6)
    steps = 2 * FIRST_CAPACITY + 3
    tokens = torch.randint(4, V, (3, steps), generator=torch.Generator().manual_seed(4))
    with torch.inference_mode():
        decoder = CachedDecoder(DecoderWeights(model), src)
        stepped = [decoder(tokens[:, step], torch.arange(3)) for step in range(steps)]
        whole = model(src, tokens).log_softmax(-1)
    assert torch.allclose(torch.stack(stepped, dim=1), whole, atol=1e-5)


def test_without_the_causal_mask_every_step_computes_the_prefix_again() -> None:
    """Earlier positions see later ones: a step equals the whole prefix run without the mask."""
    model = made(causal=False)
    src_BS = torch.tensor([[5, 6, 7, 3], [8, 9, 3, 0]])
    with torch.inference_mode():
        step = decoder_for(DecoderWeights(model), src_BS)
        step(torch.tensor([2, 2]), torch.tensor([0, 1]))
        found = step(torch.tensor([11, 12, 13]), torch.tensor([1, 1, 0]))
        whole = model(src_BS[[1, 1, 0]], torch.tensor([[2, 11], [2, 12], [2, 13]]))
    assert torch.allclose(found, whole[:, -1].log_softmax(dim=-1), atol=1e-5)
    changed = model(src_BS[:1], torch.tensor([[2, 11]]))[:, 0]
    assert not torch.allclose(model(src_BS[:1], torch.tensor([[2, 12]]))[:, 0], changed)


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_the_weights_are_laid_out_anew_and_stay_what_they_are(norm: str) -> None:
    """The model computes with what the decoder holds: nothing else would see a wrong order."""
    model, untouched = make(norm=norm), make(norm=norm)
    held = DecoderWeights(model)
    before = dict(untouched.named_parameters())
    for name, parameter in model.named_parameters():
        assert torch.equal(parameter, before[name]), name
        assert parameter.shape == before[name].shape and not parameter.is_inference()
    attention = model.decoder_layers()[0].self_attn
    qkv_DN = held.layers[0].self_qkv.weight_DN
    for place, linear in enumerate((attention.q_proj, attention.k_proj, attention.v_proj)):
        part = linear.weight.t()
        assert part.data_ptr() == qkv_DN[:, place * part.shape[1] :].data_ptr()
        assert torch.equal(part, qkv_DN.split(part.shape[1], dim=1)[place])
    begun = torch.full((3, 1), 2)
    assert torch.allclose(model(sources(), begun), untouched(sources(), begun), atol=1e-5)


def test_the_copies_for_many_rows_can_go_and_come_again() -> None:
    weights, rows = DecoderWeights(make()), sources().repeat(FEW_ROWS, 1)
    linear = weights.layers[0].self_qkv

    def first() -> torch.Tensor:
        count = torch.arange(rows.shape[0])
        return CachedDecoder(weights, rows)(torch.full_like(count, 2), count)

    with torch.inference_mode():
        before = first()
        assert "blocks" in vars(linear.many_rows)
        weights.release()
        assert not any("blocks" in vars(part.many_rows) for part in (linear, weights.projection))
        assert torch.equal(first(), before)
