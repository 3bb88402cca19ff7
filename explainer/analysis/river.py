"""The residual stream of a stack as a river: how wide it is, what each sub-layer pours into it and
under which angle, and in a decoder the word that every state would write.

A dam takes one sub-layer's addition away, F(x) = 0; the sum and its norm stay where they are.

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
FinalNorm = tuple[Floats, Floats]  # gamma and beta that stand before a pre-norm model's projection
STACKS: Final = ("encoder", "decoder")


@dataclass(frozen=True)
class River:
    """One stack. `places[n]` is (layer, sub-layer) that made state n, state 0 what was embedded.

    `widths` (N, P) are |x|, `sums` |x + F(x)|, `additions` |F(x)| and `cosines` those of x and
    F(x), all (N - 1, P); the cosine of nothing is 0.
    """

    places: tuple[tuple[int, str], ...]
    widths: NDArray[np.float64]
    sums: NDArray[np.float64]
    additions: NDArray[np.float64]
    cosines: NDArray[np.float64]

    def law_difference(self) -> float:
        """How far |x + F(x)| is from what the law of cosines makes of the other three."""
        x, added = self.widths[:-1], self.additions
        expected = np.sqrt(x**2 + added**2 + 2 * x * added * self.cosines)
        return float(np.abs(expected - self.sums).max())


@dataclass(frozen=True)
class Rivers:
    """Both stacks of one pass, and the words of the decoder."""

    encoder: River
    decoder: River
    words: Lens

    def of(self, stack: str) -> River:
        return self.encoder if stack == "encoder" else self.decoder


def rivers(
    trace: Mapping[str, Floats],
    norm: str,
    matrix_VD: Floats,
    wanted_T: Sequence[int],
    last: FinalNorm | None = None,
) -> Rivers:
    """Read one traced pass; `norm` is "post" or "pre", and a pre-norm model's `last` norm is what
    its states pass on their way to a word.
    """
    encoder, decoder = (stream(trace, stack, norm) for stack in STACKS)
    states_NTD = decoder.states.astype(np.float32)
    if last is not None:
        states_NTD = through_final_norm(states_NTD, *last)
    return Rivers(_river(encoder), _river(decoder), lens(states_NTD, matrix_VD, wanted_T))


def _river(stream: Stream) -> River:
    before, added = stream.states[:-1], stream.updates
    lengths = stream.norms()[:-1] * stream.update_norms()
    dots = (before * added).sum(axis=-1)
    cosines = np.divide(dots, lengths, out=np.zeros_like(dots), where=lengths > 0)
    return River(stream.places, stream.norms(), stream.sum_norms(), stream.update_norms(), cosines)


def dammed(sublayers: Iterable[SublayerId]) -> tuple[Intervention, ...]:
    """What has to be done to a pass so that these sub-layers add nothing."""
    return tuple(_dam(*sublayer) for sublayer in sublayers)


def _dam(stack: str, layer: int, part: str) -> Intervention:
    if part == "ffn":
        return Intervention("ffn", stack, layer)
    return Intervention("attention", "cross" if part == "cross_attn" else stack, layer)
