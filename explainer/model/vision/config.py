"""Configuration of an image network, validated on construction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, Literal, get_args

Kind = Literal["dense", "attention", "vit", "speller"]
NAMES: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
CLASSES = len(NAMES)


@dataclass(frozen=True)
class VisionConfig:
    """Kind and sizes of an image network.

    `dense`: 784 inputs, one hidden layer. `attention`: the same after bare attention layers.
    `vit`: patch embedding, encoder layers with residual, norm and FFN, mean over tokens.
    `speller`: such an encoder, and a decoder layer that writes the digit's name in letters.
    `positions` adds a learned vector to every patch. `d_hidden` is the width of the hidden layer,
    or of the FFN in the last two. Raises ValueError for inconsistent sizes.
    """

    kind: Kind
    positions: bool = False
    d_model: int = 16
    n_layers: int = 0
    n_heads: int = 1
    d_head: int = 1
    d_hidden: int = 128

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind):
            raise ValueError(f"kind must be one of {get_args(Kind)}, not {self.kind!r}")
        if not isinstance(self.positions, bool):
            raise ValueError(f"positions must be true or false, not {self.positions!r}")
        for name, least in (
            ("d_model", 1),
            ("n_layers", 0),
            ("n_heads", 1),
            ("d_head", 1),
            ("d_hidden", 1),
        ):
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or value < least:
                raise ValueError(f"{name} must be a whole number from {least}, not {value!r}")
        if self.kind in ("vit", "speller") and self.n_heads * self.d_head != self.d_model:
            raise ValueError(f"{self.n_heads} heads of {self.d_head} are not {self.d_model}")

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> VisionConfig:
        """Build from a dict. Raises ValueError for a missing or unknown size."""
        unknown = sorted(set(values) - {field.name for field in fields(cls)})
        if unknown or "kind" not in values:
            raise ValueError(f"unknown sizes: {', '.join(unknown)}" if unknown else "no kind")
        return cls(**values)
