"""Costs of decoding against torch's own counter."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils.flop_counter import FlopCounterMode

from explainer.analysis.decode_costs import (
    cache_bytes,
    encoder_operations,
    operations,
    step_operations,
)
from explainer.analysis.stack import sizes_of
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
    for step, token in enumerate(FED):
        total += counted(lambda token=token: made_here[0](torch.tensor([token]), ZERO))
        assert expected[step] == total


def test_the_encoder_alone_and_the_parts(weights: DecoderWeights) -> None:
    sizes = sizes_of(weights.model.config.to_dict())
    found = counted(lambda: weights.model.encode(torch.tensor([SOURCE])))
    assert encoder_operations(sizes, len(SOURCE)) == found
    later = step_operations(sizes, 5, 3, cached=True)
    assert later["cross_keys"] == 0 < step_operations(sizes, 5, 1, cached=True)["cross_keys"]
    with pytest.raises(ValueError, match="no step 0"):
        step_operations(sizes, 5, 0, cached=True)


def test_the_cache_holds_the_bytes_said(weights: DecoderWeights) -> None:
    sizes = sizes_of(weights.model.config.to_dict())
    with torch.inference_mode():
        decoder = CachedDecoder(weights, torch.tensor([SOURCE]))
        for token in FED:
            decoder(torch.tensor([token]), ZERO)
    own = sum(layer.own[: len(FED)].nbytes for layer in decoder.layers if layer.own is not None)
    cross = sum(layer.cross_k.nbytes + layer.cross_v.nbytes for layer in decoder.layers)
    assert (cache_bytes(sizes, len(FED)), cache_bytes(sizes, len(SOURCE))) == (own, cross)
