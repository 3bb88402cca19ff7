"""Cost of a decoding step with and without the KV cache: multiplications, bytes.

A multiplication is one multiply-add of a matrix product; norms, softmax and additions are
negligible and not counted. "With the cache" is `CachedDecoder`, "without" `PrefixDecoder`: both
encode the memory once, the second recomputes everything else for every position.

Shape suffix: T steps.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.stack import Sizes

BYTES: Final = 4  # of one float32


def step_operations(sizes: Sizes, source: int, step: int, cached: bool) -> dict[str, int]:
    """Count the multiplications of step `step` (from 1) by part, summed over decoder layers.

    `source` is the number of memory positions. Raises ValueError for a step or source below 1.
    """
    if step < 1 or source < 1:
        raise ValueError(f"no step {step} over {source} source tokens")
    width, layers = sizes.d_model, sizes.n_decoder_layers
    rows = 1 if cached else step  # positions computed
    keys = source if step == 1 or not cached else 0  # memory positions projected to k and v
    square = width * width
    layer = {
        "own_projections": 4 * rows * square,  # q, k, v and the output
        "own_attention": 2 * rows * step * width,  # q.k, then the sum of the v
        "cross_queries": 2 * rows * square,  # q and the output
        "cross_keys": 2 * keys * square,  # k and v of the memory
        "cross_attention": 2 * rows * source * width,
        "ffn": 2 * rows * width * sizes.d_ff,
    }
    counts = {name: layers * count for name, count in layer.items()}
    return {**counts, "vocabulary": width * sizes.vocab_size}  # the last position only


def encoder_operations(sizes: Sizes, source: int) -> int:
    """Count the multiplications of the encoder, which runs once per sentence."""
    width = sizes.d_model
    layer = 4 * source * width**2 + 2 * source**2 * width + 2 * source * width * sizes.d_ff
    return sizes.n_encoder_layers * layer


def operations(sizes: Sizes, source: int, steps: int, cached: bool) -> NDArray[np.int64]:
    """Count the cumulative multiplications at each step (T,), the encoder included."""
    each = [sum(step_operations(sizes, source, t, cached).values()) for t in range(1, steps + 1)]
    return encoder_operations(sizes, source) + np.cumsum(np.array(each, dtype=np.int64))


def cache_bytes(sizes: Sizes, positions: int) -> int:
    """Return the size of the keys and values of `positions` positions in all decoder layers."""
    return 2 * sizes.n_decoder_layers * positions * sizes.d_model * BYTES
