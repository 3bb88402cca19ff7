"""Model configuration: sizes and variants, validated on construction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, get_args

NormPlace = Literal["post", "pre"]
Positions = Literal["sinusoidal", "learned", "none"]
Activation = Literal["relu", "swish"]


@dataclass(frozen=True)
class ModelConfig:
    """Sizes of an encoder-decoder Transformer (arXiv:1706.03762, section 3, table 3).

    `norm="post"` is the paper: LayerNorm(x + Sublayer(x)), nothing after the stack. `norm="pre"` is
    x + Sublayer(LayerNorm(x)) with one LayerNorm after each stack. `causal=False` omits the
    decoder's causal mask and `positions="none"` the positional encoding, to show what a model
    learns without them. For models trained elsewhere there are other activations, `tied=False`
    (separate matrices for source, target and output) and `output_bias` (added to the logits).
    Raises ValueError for inconsistent sizes.
    """

    vocab_size: int
    d_model: int = 256
    n_heads: int = 8
    d_ff: int = 1024
    n_encoder_layers: int = 3
    n_decoder_layers: int = 3
    dropout: float = 0.1
    max_positions: int = 256
    norm: NormPlace = "post"
    positions: Positions = "sinusoidal"
    causal: bool = True
    activation: Activation = "relu"
    tied: bool = True
    output_bias: bool = False

    def __post_init__(self) -> None:
        sizes = (
            "vocab_size",
            "d_model",
            "n_heads",
            "d_ff",
            "n_encoder_layers",
            "n_decoder_layers",
            "max_positions",
        )
        for name in sizes:
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise ValueError(f"{name} must be a positive whole number, not {value!r}")
        if self.d_model % self.n_heads:
            raise ValueError(f"d_model {self.d_model} is not a multiple of n_heads {self.n_heads}")
        if self.d_model % 2:
            raise ValueError(f"d_model {self.d_model} must be even: sine and cosine come in pairs")
        if not 0 <= self.dropout < 1:
            raise ValueError(f"dropout must be in [0, 1), not {self.dropout!r}")
        for name in ("causal", "tied", "output_bias"):
            value = getattr(self, name)
            if not isinstance(value, bool):
                raise ValueError(f"{name} must be true or false, not {value!r}")
        for name, known in (
            ("norm", NormPlace),
            ("positions", Positions),
            ("activation", Activation),
        ):
            value = getattr(self, name)
            if value not in get_args(known):
                names = " or ".join(map(repr, get_args(known)))
                raise ValueError(f"{name} must be {names}, not {value!r}")

    @property
    def d_head(self) -> int:
        """Width of one head, d_k = d_v = d_model / h (section 3.2.2)."""
        return self.d_model // self.n_heads

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> ModelConfig:
        """Build from a dict. Raises ValueError for a missing or unknown size."""
        known = {field.name for field in fields(cls)}
        unknown = sorted(set(values) - known)
        if unknown:
            raise ValueError(f"unknown model sizes: {', '.join(unknown)}")
        if "vocab_size" not in values:
            raise ValueError("vocab_size is missing")
        return cls(**values)
