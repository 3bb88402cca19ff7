"""Token embedding scaled by sqrt(d_model), plus positional encoding.

Shape suffixes: B sentences, S tokens, D d_model.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from explainer.model.config import ModelConfig
from explainer.model.dropout import Dropout
from explainer.model.trace import NO_TRACE, NoTrace


def sinusoidal_positions(length: int, d_model: int) -> Tensor:
    """Return PE[pos, 2i] = sin(pos / 10000^(2i/d)), PE[pos, 2i+1] = cos(same), (length, d_model).

    Section 3.5. Computed in float64, because 10000^(2i/d) loses precision in float32. Always there,
    also in a model whose weights are still to come.
    """
    positions = torch.arange(length, dtype=torch.float64, device="cpu")[:, None]
    exponents = torch.arange(0, d_model, 2, dtype=torch.float64, device="cpu") / d_model
    angles = positions / 10000.0**exponents
    table = torch.stack((angles.sin(), angles.cos()), dim=-1).flatten(-2)
    return table.to(torch.float32)


class SinusoidalPositions(nn.Module):
    """The paper's sinusoidal positional encoding, a constant table."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        table = sinusoidal_positions(config.max_positions, config.d_model)
        self.register_buffer("table", table, persistent=False)

    def forward(self, start: int, length: int) -> Tensor:
        table: Tensor = self.get_buffer("table")
        return table[start : start + length]


class LearnedPositions(nn.Module):
    """One trained vector per position (table 3, row E: nearly the same BLEU)."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.table = nn.Parameter(torch.empty(config.max_positions, config.d_model))
        nn.init.normal_(self.table, std=config.d_model**-0.5)

    def forward(self, start: int, length: int) -> Tensor:
        return self.table[start : start + length]


class NoPositions(nn.Module):
    """No positional encoding (zeros): the encoder sees its tokens as an unordered bag."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        zero = torch.zeros(1, config.d_model, device="cpu")
        self.register_buffer("zero", zero, persistent=False)

    def forward(self, start: int, length: int) -> Tensor:
        return self.get_buffer("zero").expand(length, -1)


POSITIONS: dict[str, type[nn.Module]] = {
    "sinusoidal": SinusoidalPositions,
    "learned": LearnedPositions,
    "none": NoPositions,
}


class Embedding(nn.Module):
    """Dropout(sqrt(d_model) E[id] + position) (sections 3.4, 3.5, 5.4).

    The matrix E is passed to each call: source embedding, target embedding and output projection
    share one parameter of the model.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.scale = math.sqrt(config.d_model)
        self.max_positions = config.max_positions
        self.positions = POSITIONS[config.positions](config)
        self.dropout = Dropout(config.dropout)

    def forward(
        self, ids_BS: Tensor, matrix_VD: Tensor, trace: NoTrace = NO_TRACE, start: int = 0
    ) -> Tensor:
        """Embed ids (B, S) as (B, S, D); raises ValueError beyond `max_positions`."""
        length = ids_BS.shape[1]
        if start + length > self.max_positions:
            raise ValueError(f"{start + length} positions, the model has {self.max_positions}")
        tokens_BSD = nn.functional.embedding(ids_BS, matrix_VD) * self.scale
        tokens_BSD = trace("tokens", tokens_BSD)
        positions_SD = self.positions(start, length).to(tokens_BSD.dtype)
        positions_BSD = trace("positions", positions_SD.expand_as(tokens_BSD))
        embed: Tensor = trace("embed", self.dropout(tokens_BSD + positions_BSD))
        return embed
