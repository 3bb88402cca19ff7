"""Costs of decoding against torch's own counter, and both ways against each other."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils.flop_counter import FlopCounterMode

from explainer.analysis.decode_costs import (
    PARTS,
    cache_bytes,
    copies,
    encoder_operations,
    measure,
    operations,
    step_operations,
)
from explainer.analysis.stack import sizes_of
from explainer.decoding import DecodeOptions, decode, sample_steps
from explainer.model.cache import CachedDecoder, DecoderWeights, PrefixDecoder
from tests.analysis.small_model import SOURCE, made

FED = (2, 11, 8, 25, 14, 9)
ZERO = torch.zeros(1, dtype=torch.long)


@pytest.fixture(scope="module", params=["post", "pre"])
def weights(request: Any) -> DecoderWeights:
    return DecoderWeights(made(request.param))


def counted(work: Any) -> int:
    """Multiply-adds as torch counts them; the plain kernel shows attention's products to it."""
    with torch.inference_mode(), sdpa_kernel(SDPBackend.MATH):
        counter = FlopCounterMode(display=False)
        with counter:
            work()
    assert counter.get_total_flops() % 2 == 0
    return counter.get_total_flops() // 2


@pytest.mark.parametrize("cached", [True, False])
def test_every_step_costs_what_torch_counts(weights: DecoderWeights, cached: bool) -> None:
    sizes = sizes_of(weights.model.config.to_dict())
    src_BS = torch.tensor([SOURCE])
    made_here: list[Any] = []
    kind = CachedDecoder if cached else PrefixDecoder
    total = counted(lambda: made_here.append(kind(weights, src_BS)))
    expected = operations(sizes, len(SOURCE), len(FED), cached)
    for step, piece in enumerate(FED):
        total += counted(lambda piece=piece: made_here[0](torch.tensor([piece]), ZERO))
        assert expected[step] == total


def test_the_encoder_alone_and_the_parts(weights: DecoderWeights) -> None:
    sizes = sizes_of(weights.model.config.to_dict())
    found = counted(lambda: weights.model.encode(torch.tensor([SOURCE])))
    assert encoder_operations(sizes, len(SOURCE)) == found
    for cached in (True, False):
        assert tuple(step_operations(sizes, 5, 3, cached)) == PARTS
    later = step_operations(sizes, 5, 3, cached=True)
    assert later["cross_keys"] == 0 < step_operations(sizes, 5, 1, cached=True)["cross_keys"]
    with pytest.raises(ValueError, match="no step 0"):
        step_operations(sizes, 5, 0, cached=True)


def test_the_cache_holds_the_bytes_said(weights: DecoderWeights) -> None:
    sizes = sizes_of(weights.model.config.to_dict())
    with torch.inference_mode():
        decoder = CachedDecoder(weights, torch.tensor([SOURCE]))
        for piece in FED:
            decoder(torch.tensor([piece]), ZERO)
    own = sum(layer.own[:, : len(FED)].nbytes for layer in decoder.layers if layer.own is not None)
    cross = sum(layer.cross_k.nbytes + layer.cross_v.nbytes for layer in decoder.layers)
    assert (cache_bytes(sizes, len(FED)), cache_bytes(sizes, len(SOURCE))) == (own, cross)


def test_both_ways_give_the_same_numbers_and_times_grow(weights: DecoderWeights) -> None:
    found = measure(weights, SOURCE, FED, repeats=2)
    assert 0 <= found.difference < 1e-4
    for seconds in (found.cached, found.uncached):
        assert seconds.shape == (2, len(FED)) and found.repeats == 2
        assert (np.diff(seconds, axis=1) > 0).all() and (seconds > 0).all()
    assert found.typical(True) == pytest.approx(found.cached.mean(axis=0))  # of two, the median
    with pytest.raises(ValueError, match="0 repetitions"):
        measure(weights, SOURCE, FED, repeats=0)


def test_copies_of_a_sentence_are_drawn_as_alone(weights: DecoderWeights) -> None:
    options = DecodeOptions(method="sample", max_length=6)
    search = sample_steps(copies(weights, SOURCE), 5, options, seeds=range(5))
    while True:
        try:
            next(search)
        except StopIteration as end:
            together = [hypotheses[0] for hypotheses in end.value]
            break
    assert len({h.ids for h in together}) > 1
    for seed, found in enumerate(together):
        with torch.inference_mode():
            alone = CachedDecoder(weights, torch.tensor([SOURCE]))
            one = decode(alone, 1, DecodeOptions(method="sample", max_length=6, seed=seed))
        assert one.hypotheses[0][0].ids == found.ids
        assert one.hypotheses[0][0].total == pytest.approx(found.total, abs=1e-4)
