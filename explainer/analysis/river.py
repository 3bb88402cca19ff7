"""Data for drawing the residual stream as a river: norms, updates, angles, logit lens.

A dam removes one sub-layer's update, F(x) = 0; the sum and its norm remain.

Shape suffixes: N states, P positions, T decoder steps, D d_model, V vocabulary, K candidates.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.interventions import Intervention
from explainer.analysis.logit_lens import Lens, lens, through_final_norm
from explainer.analysis.residual import Stream, stream
from explainer.analysis.stack import SublayerId

Floats = NDArray[np.floating]
FinalNorm = tuple[Floats, Floats]  # gamma and beta of a pre-norm model's final norm
STACKS: Final = ("encoder", "decoder")


@dataclass(frozen=True)
class River:
    """The residual stream of one stack.

    `places[n]` is the (layer, sub-layer) that produced state n; state 0 is the embedding.
    `widths` (N, P) are |x|; `sums` |x + F(x)|, `additions` |F(x)| and `cosines` between x and F(x)
    are all (N - 1, P); the cosine with a zero vector is 0.
    """

    places: tuple[tuple[int, str], ...]
    widths: NDArray[np.float64]
    sums: NDArray[np.float64]
    additions: NDArray[np.float64]
    cosines: NDArray[np.float64]

    def law_difference(self) -> float:
        """Return max | |x + F(x)| - its value by the law of cosines |."""
        x, added = self.widths[:-1], self.additions
        expected = np.sqrt(x**2 + added**2 + 2 * x * added * self.cosines)
        return float(np.abs(expected - self.sums).max())


@dataclass(frozen=True)
class Rivers:
    """Both stacks of one pass, and the logit lens of the decoder."""

    encoder: River
    decoder: River
    words: Lens

    def of(self, stack: str) -> River:
        """Return the river of a stack."""
        return self.encoder if stack == "encoder" else self.decoder


def rivers(
    trace: Mapping[str, Floats],
    norm: str,
    matrix_VD: Floats,
    wanted_T: Sequence[int],
    last: FinalNorm | None = None,
    bias_V: Floats | None = None,
) -> Rivers:
    """Compute both rivers from one traced pass.

    `norm` is "post" or "pre"; `last` is a pre-norm model's final norm, applied before the lens;
    matrix and bias, if there is one, make the logits.
    """
    encoder, decoder = (stream(trace, stack, norm) for stack in STACKS)
    states_NTD = decoder.states.astype(np.float32)
    if last is not None:
        states_NTD = through_final_norm(states_NTD, *last)
    words = lens(states_NTD, matrix_VD, wanted_T, bias_V=bias_V)
    return Rivers(_river(encoder), _river(decoder), words)


def _river(stream: Stream) -> River:
    before, added = stream.states[:-1], stream.updates
    lengths = stream.norms()[:-1] * stream.update_norms()
    dots = (before * added).sum(axis=-1)
    cosines = np.divide(dots, lengths, out=np.zeros_like(dots), where=lengths > 0)
    return River(stream.places, stream.norms(), stream.sum_norms(), stream.update_norms(), cosines)


def dammed(sublayers: Iterable[SublayerId]) -> tuple[Intervention, ...]:
    """Return the interventions that set these sub-layers' updates to 0."""
    return tuple(_dam(*sublayer) for sublayer in sublayers)


def _dam(stack: str, layer: int, part: str) -> Intervention:
    if part == "ffn":
        return Intervention("ffn", stack, layer)
    return Intervention("attention", "cross" if part == "cross_attn" else stack, layer)
