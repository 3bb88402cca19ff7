"""The incomplete decoder of a textbook's sample code, run with a real model's weights.

Its only attention takes keys and values from the memory; a second attention, feed-forward, norms
and residuals are missing. It shows what those are for.

Shape suffixes: S source tokens, D d_model, H heads, E d_head, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from explainer.model.embedding import sinusoidal_positions
from explainer.model.ids import BOS

Floats = NDArray[np.floating]
EOS: Final = 3


def textbook_decoder(
    decoder: Mapping[str, Floats],
    matrix_VD: Floats,
    output: tuple[Floats, Floats | None],
    memory_SD: Floats,
    positions_TD: Floats,
    n_layers: int,
    n_heads: int,
) -> tuple[int, ...]:
    """Decode greedily and return the ids, EOS included if it was reached.

    `decoder` holds the parameters of all decoder layers ("0.cross_attn.q_proj.weight"), `output`
    the matrix of the logits, mostly the same as the embedding's, and a bias or none. Target
    positions do not see each other, so each step needs the last token only. At most one step per
    row of `positions_TD`.
    """
    output_VD, bias_V = output
    layers = [Attention(decoder, f"{i}.cross_attn", memory_SD, n_heads) for i in range(n_layers)]
    ids: list[int] = []
    last = BOS
    for position_D in positions_TD:
        x_D = np.sqrt(matrix_VD.shape[1]) * matrix_VD[last] + position_D
        for attend in layers:
            x_D = attend(x_D)
        logits_V = output_VD @ x_D
        last = int((logits_V if bias_V is None else logits_V + bias_V).argmax())
        ids.append(last)
        if last == EOS:
            break
    return tuple(ids)


def sinusoids(length: int, d_model: int) -> Floats:
    """Return the model's own positional encoding, (length, d_model)."""
    table: Floats = sinusoidal_positions(length, d_model).numpy()
    return table


class Attention:
    """Multi-head attention of one query over the memory, whose keys and values are cached."""

    def __init__(
        self, weights: Mapping[str, Floats], name: str, memory_SD: Floats, n_heads: int
    ) -> None:
        self.weights, self.name, self.n_heads = weights, name, n_heads
        heads = (len(memory_SD), n_heads, -1)
        self.k_SHE = self._linear("k_proj", memory_SD).reshape(heads)
        self.v_SHE = self._linear("v_proj", memory_SD).reshape(heads)

    def _linear(self, part: str, value: Floats) -> Floats:
        name = f"{self.name}.{part}"
        return value @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]

    def __call__(self, x_D: Floats) -> Floats:
        """Return the output (D,)."""
        q_HE = self._linear("q_proj", x_D).reshape(self.n_heads, -1)
        scores_HS = np.einsum("he,she->hs", q_HE, self.k_SHE) / np.sqrt(q_HE.shape[-1])
        raised_HS = np.exp(scores_HS - scores_HS.max(axis=-1, keepdims=True))
        weights_HS = raised_HS / raised_HS.sum(axis=-1, keepdims=True)
        concat_D = np.einsum("hs,she->he", weights_HS, self.v_SHE).reshape(-1)
        return self._linear("out_proj", concat_D)
