"""A decoder as a textbook's sample code has it, run with a real model's weights.

Its first and only attention takes keys and values from the memory; cross-attention as a part of
its own, feed-forward, norm and residual are left out. Only to show what they were for.

Shape suffixes: S source pieces, D d_model, H heads, E d_head, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from explainer.model.embedding import sinusoidal_positions

Floats = NDArray[np.floating]
BOS: Final = 2  # as in explainer.tokenizer, which this layer does not know
EOS: Final = 3


def textbook_decoder(
    decoder: Mapping[str, Floats],
    matrix_VD: Floats,
    memory_SD: Floats,
    positions_TD: Floats,
    n_layers: int,
    n_heads: int,
) -> tuple[int, ...]:
    """Greedy search: the ids written, EOS included when it was reached. `decoder` holds the
    parameters of all decoder layers ("0.cross_attn.q_proj.weight").

    A position sees no other position of the target, so each step needs the last piece alone. One
    step for each row of `positions_TD`.
    """
    ids: list[int] = []
    last = BOS
    for position_D in positions_TD:
        x_D = np.sqrt(matrix_VD.shape[1]) * matrix_VD[last] + position_D
        for layer in range(n_layers):
            x_D = attend(decoder, f"{layer}.cross_attn", x_D, memory_SD, n_heads)
        last = int((matrix_VD @ x_D).argmax())
        ids.append(last)
        if last == EOS:
            break
    return tuple(ids)


def sinusoids(length: int, d_model: int) -> Floats:
    """The model's own table of positions, (length, d_model)."""
    table: Floats = sinusoidal_positions(length, d_model).numpy()
    return table


def attend(
    weights: Mapping[str, Floats], name: str, x_D: Floats, memory_SD: Floats, n_heads: int
) -> Floats:
    """Multi-head attention of one query over the memory, (D,)."""

    def linear(part: str, value: Floats) -> Floats:
        return value @ weights[f"{name}.{part}.weight"].T + weights[f"{name}.{part}.bias"]

    q_HE = linear("q_proj", x_D).reshape(n_heads, -1)
    k_SHE = linear("k_proj", memory_SD).reshape(len(memory_SD), n_heads, -1)
    v_SHE = linear("v_proj", memory_SD).reshape(len(memory_SD), n_heads, -1)
    scores_HS = np.einsum("he,she->hs", q_HE, k_SHE) / np.sqrt(q_HE.shape[-1])
    raised_HS = np.exp(scores_HS - scores_HS.max(axis=-1, keepdims=True))
    weights_HS = raised_HS / raised_HS.sum(axis=-1, keepdims=True)
    concat_D = np.einsum("hs,she->he", weights_HS, v_SHE).reshape(-1)
    return linear("out_proj", concat_D)
