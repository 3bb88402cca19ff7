"""What one decoding step computes and what it finds in the cache: multiplications, bytes, seconds.

A multiplication here is one multiply-add of a matrix product; norms, softmax and additions are
small beside them and not counted. "With the cache" is `CachedDecoder`, "without" `PrefixDecoder`:
the memory is encoded once by both, all else the second computes again for every position.

Shape suffixes: R repetitions, T steps, V vocabulary.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray

from explainer.analysis.stack import Sizes
from explainer.model.cache import (
    CachedDecoder,
    Decoder,
    DecoderWeights,
    PrefixDecoder,
    decoder_for,
)

BYTES: Final = 4  # of one float32
PARTS: Final = (
    "own_projections",
    "own_attention",
    "cross_queries",
    "cross_keys",
    "cross_attention",
    "ffn",
    "vocabulary",
)


def step_operations(sizes: Sizes, source: int, step: int, cached: bool) -> dict[str, int]:
    """Multiplications of step `step` (1 is the first) by part, all decoder layers together.

    `source` are the positions of the memory. Raises ValueError for a step or source below 1.
    """
    if step < 1 or source < 1:
        raise ValueError(f"no step {step} over {source} source tokens")
    width, layers = sizes.d_model, sizes.n_decoder_layers
    rows = 1 if cached else step  # positions that go through the layers
    keys = source if step == 1 or not cached else 0  # memory positions that get new k and v
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
    return {**counts, "vocabulary": width * sizes.vocab_size}  # only the last position is asked


def encoder_operations(sizes: Sizes, source: int) -> int:
    """Multiplications of the encoder, done once a sentence."""
    width = sizes.d_model
    layer = 4 * source * width**2 + 2 * source**2 * width + 2 * source * width * sizes.d_ff
    return sizes.n_encoder_layers * layer


def operations(sizes: Sizes, source: int, steps: int, cached: bool) -> NDArray[np.int64]:
    """Multiplications up to and including each step (T,), the encoder counted with the first."""
    each = [sum(step_operations(sizes, source, t, cached).values()) for t in range(1, steps + 1)]
    return encoder_operations(sizes, source) + np.cumsum(np.array(each, dtype=np.int64))


def cache_bytes(sizes: Sizes, positions: int) -> int:
    """Keys and values of so many positions in all decoder layers."""
    return 2 * sizes.n_decoder_layers * positions * sizes.d_model * BYTES


@dataclass(frozen=True)
class Timing:
    """Seconds (R, T) from the beginning of the sentence to the end of each step.

    `difference` is the largest difference of a log-probability between the two ways.
    """

    cached: NDArray[np.float64]
    uncached: NDArray[np.float64]
    difference: float

    @property
    def repeats(self) -> int:
        return len(self.cached)

    def typical(self, cached: bool) -> NDArray[np.float64]:
        """The median over the repetitions, (T,)."""
        middle: NDArray[np.float64] = np.median(self.cached if cached else self.uncached, axis=0)
        return middle


def measure(
    weights: DecoderWeights, source: Sequence[int], fed: Sequence[int], repeats: int
) -> Timing:
    """Write the same output `repeats` times each way, in turns, after a first time that is not
    counted. Raises ValueError for less than one repetition.
    """
    if repeats < 1:
        raise ValueError(f"{repeats} repetitions measure nothing")
    src_BS = torch.tensor([list(source)], device=weights.device)
    seconds: dict[bool, list[list[float]]] = {True: [], False: []}
    log_probs: dict[bool, list[NDArray[np.float32]]] = {}
    with torch.inference_mode():
        for number in range(repeats + 1):
            for cached, make in ((True, CachedDecoder), (False, PrefixDecoder)):
                times, rows = _time_steps(lambda make=make: make(weights, src_BS), fed)  # type: ignore[misc]
                log_probs[cached] = rows
                if number:
                    seconds[cached].append(times)
    pairs = zip(log_probs[True], log_probs[False], strict=True)
    difference = max(float(np.abs(one - other).max()) for one, other in pairs)
    return Timing(np.array(seconds[True]), np.array(seconds[False]), difference)


def _time_steps(
    make: Callable[[], Decoder], fed: Sequence[int]
) -> tuple[list[float], list[NDArray[np.float32]]]:
    """Seconds until the end of each step, and each step's log-probabilities (V,)."""
    parents_R = torch.zeros(1, dtype=torch.long)
    seconds, rows = [], []
    started = time.perf_counter()
    decoder = make()
    for piece in fed:
        # Reading the numbers also waits for a device that works on its own.
        rows.append(decoder(torch.tensor([piece]), parents_R)[0].cpu().numpy())
        seconds.append(time.perf_counter() - started)
    return seconds, rows


def copies(weights: DecoderWeights, source: Sequence[int]) -> Decoder:
    """A step function for any number of outputs of one sentence, which is encoded once.

    For searches that count a sentence for every output: their first parents all mean this one.
    """
    with torch.inference_mode():
        decoder = decoder_for(weights, torch.tensor([list(source)], device=weights.device))
    begun = False

    def step(ids_R: torch.Tensor, parents_R: torch.Tensor) -> torch.Tensor:
        nonlocal begun
        with torch.inference_mode():
            log_probs = decoder(ids_R, parents_R if begun else torch.zeros_like(parents_R))
        begun = True
        return log_probs

    return step
