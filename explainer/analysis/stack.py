"""Parameter counts of a Transformer's parts, computed from its sizes.

Widths are those of arXiv:1706.03762, section 3; every linear map has a bias except the output,
which is the transposed embedding matrix (section 3.4).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from explainer.model import names

SUBLAYERS: Final = names.SUBLAYERS
# One sub-layer of a model: stack, layer from 0, name in SUBLAYERS.
SublayerId = tuple[str, int, str]


@dataclass(frozen=True)
class Sizes:
    """Sizes of a model; `positions` is the length of a learned position table, 0 for sinusoids.

    `matrices`: 1 for both embeddings and the output, or 3; `output_bias`: added to the logits.
    """

    vocab_size: int
    d_model: int
    n_heads: int
    d_ff: int
    n_encoder_layers: int
    n_decoder_layers: int
    norm: str = "post"
    positions: int = 0
    matrices: int = 1
    output_bias: bool = False

    def layers(self, stack: str) -> int:
        """Return the number of layers of a stack."""
        return self.n_encoder_layers if stack == "encoder" else self.n_decoder_layers


# Table 3 of the paper; "about 37000" tokens (section 5.1).
BASE: Final = Sizes(37_000, 512, 8, 2048, 6, 6)
BIG: Final = Sizes(37_000, 1024, 16, 4096, 6, 6)


def sizes_of(card: Mapping[str, Any]) -> Sizes:
    """Read the sizes from a model's card (its "model" part)."""
    learned = card["max_positions"] if card["positions"] == "learned" else 0
    names = ("vocab_size", "d_model", "n_heads", "d_ff", "n_encoder_layers", "n_decoder_layers")
    return Sizes(
        **{name: card[name] for name in names},
        norm=card["norm"],
        positions=learned,
        matrices=1 if card["tied"] else 3,
        output_bias=card["output_bias"],
    )


def attention_parameters(d_model: int) -> int:
    """Count W_Q, W_K, W_V, W_O with their biases; independent of the number of heads."""
    return 4 * d_model * (d_model + 1)


def ffn_parameters(d_model: int, d_ff: int) -> int:
    """Count W1, W2 and both biases."""
    return d_model * d_ff + d_ff + d_ff * d_model + d_model


def norm_parameters(d_model: int) -> int:
    """Count gamma and beta."""
    return 2 * d_model


@dataclass(frozen=True)
class Part:
    """A kind of part with `each` parameters, occurring `times` in the model."""

    name: str
    each: int
    times: int

    @property
    def total(self) -> int:
        return self.each * self.times


def parts(sizes: Sizes) -> dict[str, Part]:
    """Return all parts by name, in order: "matrix", "encoder.self_attn", "encoder.norm", ..."""
    d_model = sizes.d_model
    each = {
        "self_attn": attention_parameters(d_model),
        "cross_attn": attention_parameters(d_model),
        "ffn": ffn_parameters(d_model, sizes.d_ff),
    }
    in_order = [Part("matrix", sizes.vocab_size * d_model, sizes.matrices)]
    if sizes.output_bias:
        in_order.append(Part("output_bias", sizes.vocab_size, 1))
    for stack, sublayers in SUBLAYERS.items():
        layers = sizes.layers(stack)
        if sizes.positions:
            in_order.append(Part(f"{stack}.positions", sizes.positions * d_model, 1))
        in_order += [Part(f"{stack}.{name}", each[name], layers) for name in sublayers]
        norms = len(sublayers) * layers + (sizes.norm == "pre")
        in_order.append(Part(f"{stack}.norm", norm_parameters(d_model), norms))
    return {part.name: part for part in in_order}


def total(sizes: Sizes) -> int:
    """Return the number of parameters of a model of these sizes."""
    return sum(part.total for part in parts(sizes).values())


def counts_by_part(counts: Mapping[str, int]) -> dict[str, int]:
    """Sum a model's parameter counts, given by parameter name, by the same part names."""
    totals: dict[str, int] = {}
    for name, count in counts.items():
        part = _part_of(name)
        totals[part] = totals.get(part, 0) + count
    return totals


def _part_of(name: str) -> str:
    """Map a parameter to its part: `decoder.2.ffn.expand.bias` to decoder.ffn."""
    first, *rest = name.split(".")
    if first in ("matrix", "untied", "output_bias"):
        return "matrix" if first == "untied" else first
    stack, _, kind = first.partition("_")
    if kind:  # encoder_norm.weight, encoder_embedding.positions.table
        return f"{stack}.{'norm' if kind == 'norm' else 'positions'}"
    sublayer = rest[1]
    return f"{stack}.{'norm' if sublayer.startswith('add') else sublayer}"
