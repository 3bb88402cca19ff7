"""Language model configuration: family and sizes, validated on construction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, Literal, get_args

from explainer.model.config import ModelConfig

Family = Literal["bert", "gpt", "bart", "t5", "electra"]
FAMILY_NAMES: Final = {
    "bert": "BERT",
    "gpt": "GPT",
    "bart": "BART",
    "t5": "T5",
    "electra": "ELECTRA",
}
FAMILIES: Final[tuple[Family, ...]] = get_args(Family)


@dataclass(frozen=True)
class LmConfig:
    """Sizes, the same for all families; these differ in which half of the Transformer they use.

    `n_layers` is per stack; ELECTRA's generator has `n_generator_layers`.
    Raises ValueError for inconsistent sizes.
    """

    family: Family
    vocab_size: int
    d_model: int = 128
    n_heads: int = 4
    d_ff: int = 512
    n_layers: int = 2
    n_generator_layers: int = 1
    max_positions: int = 64

    def __post_init__(self) -> None:
        if self.family not in FAMILIES:
            raise ValueError(f"family must be one of {FAMILIES}, not {self.family!r}")
        self.sizes()
        self.sizes(self.n_generator_layers)

    def sizes(self, layers: int | None = None) -> ModelConfig:
        """Return the sizes as a ModelConfig: pre-norm, sinusoidal positions, no dropout."""
        layers = self.n_layers if layers is None else layers
        return ModelConfig(
            vocab_size=self.vocab_size,
            d_model=self.d_model,
            n_heads=self.n_heads,
            d_ff=self.d_ff,
            n_encoder_layers=layers,
            n_decoder_layers=layers,
            dropout=0.0,
            max_positions=self.max_positions,
            norm="pre",
        )

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> LmConfig:
        """Build from a dict. Raises ValueError for a missing or unknown size."""
        known = {field.name for field in fields(cls)}
        unknown = sorted(set(values) - known)
        if unknown or not {"family", "vocab_size"} <= set(values):
            raise ValueError(f"unknown sizes: {unknown}" if unknown else "family or size missing")
        return cls(**values)
