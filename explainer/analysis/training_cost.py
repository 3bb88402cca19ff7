"""What a training cost in floating point operations, in two ways that do not give the same."""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

SECONDS: Final = 3600.0
TERA: Final = 1e12


def hardware_flops(hours: float, devices: int, teraflops: float) -> float:
    """Time x devices x what one of them sustains (Vaswani et al. 2017, section 6.1).

    What the hardware could have done in that time, whether it did or not.
    """
    return hours * SECONDS * devices * teraflops * TERA


def counted_flops(parameters: float, tokens: float) -> float:
    """6 x parameters x tokens (Kaplan et al. 2020, arXiv:2001.08361, section 2.1).

    Forward one multiplication and one addition for each parameter and token, backward twice as
    many. Attention's own products are left out. In an encoder-decoder a source token meets the
    encoder and a target token the decoder: with as many of the one as of the other, every
    parameter is met once for each target token, so `tokens` are target tokens.
    """
    return 6.0 * parameters * tokens


def without_embedding(parameters: int, vocabulary: int, d_model: int) -> int:
    """The parameters without the one matrix that embeds and, transposed, gives the logits."""
    return parameters - vocabulary * d_model


def days_on(flops: float, devices: int, teraflops: float) -> float:
    """How long a machine would be busy with it, in days."""
    return flops / hardware_flops(24.0, devices, teraflops)


def cut_compounds(text: str) -> str:
    """Every hyphen inside a word becomes a word of its own: "rich-text" to "rich - text".

    As `get_ende_bleu.sh` of tensor2tensor does, which writes ##AT##-##AT## for the hyphen.
    """
    return re.sub(r"(\S)-(?=\S)", r"\1 - ", text)


def pareto_front(costs: ArrayLike, scores: ArrayLike) -> NDArray[np.bool_]:
    """Which points have no other that is at least as good and cheaper, or better and as cheap."""
    cost, score = (np.asarray(values, dtype=np.float64) for values in (costs, scores))
    cheaper = cost[None, :] <= cost[:, None]
    better = score[None, :] >= score[:, None]
    strictly = (cost[None, :] < cost[:, None]) | (score[None, :] > score[:, None])
    beaten: NDArray[np.bool_] = np.any(cheaper & better & strictly, axis=1)
    return np.logical_not(beaten)
