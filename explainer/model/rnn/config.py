"""Configuration of a recurrent encoder-decoder, validated on construction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, Literal, get_args

Kind = Literal["rnn", "gru", "lstm", "gru-bahdanau", "lstm-luong"]
Score = Literal["dot", "general"]
Locality = Literal["global", "local-m", "local-p"]
Cell = Literal["rnn", "gru", "lstm"]

ARCHITECTURE: Final = "recurrent"  # the card's "architecture"; a Transformer's card has none


SIZES: Final = ("vocab_size", "d_embed", "d_hidden", "d_attention", "window", "max_positions")


@dataclass(frozen=True)
class RecurrentConfig:
    """One encoder and one decoder layer; `kind` says which paper it follows.

    "rnn": tanh, with the encoder's last state as context of every step. "gru": Cho et al.
    (arXiv:1406.1078). "lstm": Sutskever et al. (arXiv:1409.3215), with their `reverse_source`.
    "gru-bahdanau": bidirectional encoder and additive attention (arXiv:1409.0473) of hidden width
    `d_attention`. "lstm-luong": attention with the `score` "dot" or "general" (arXiv:1508.04025),
    without input feeding; `locality` "local-m" or "local-p" (section 3.2) restricts it to `window`
    D tokens on either side of t or of a predicted position. `max_positions` limits the length of
    what is translated; the network itself has no limit.

    Raises ValueError for inconsistent settings.
    """

    vocab_size: int
    kind: Kind
    d_embed: int = 128
    d_hidden: int = 256
    d_attention: int = 128
    dropout: float = 0.1
    reverse_source: bool = False
    score: Score = "general"
    locality: Locality = "global"
    window: int = 10
    max_positions: int = 256

    def __post_init__(self) -> None:
        for name in SIZES:
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise ValueError(f"{name} must be a positive whole number, not {value!r}")
        if self.kind not in get_args(Kind):
            raise ValueError(f"kind must be one of {get_args(Kind)}, not {self.kind!r}")
        if self.score not in get_args(Score):
            raise ValueError(f"score must be 'dot' or 'general', not {self.score!r}")
        if self.locality not in get_args(Locality):
            raise ValueError(f"locality must be one of {get_args(Locality)}, not {self.locality!r}")
        if self.locality != "global" and self.kind != "lstm-luong":
            raise ValueError(f"locality: {self.locality!r} is of the kind 'lstm-luong' alone")
        number = isinstance(self.dropout, int | float) and not isinstance(self.dropout, bool)
        if not number or not 0 <= self.dropout < 1:
            raise ValueError(f"dropout must be in [0, 1), not {self.dropout!r}")
        if not isinstance(self.reverse_source, bool):
            raise ValueError(f"reverse_source must be true or false, not {self.reverse_source!r}")
        if self.reverse_source and self.bidirectional:
            raise ValueError("reverse_source: a bidirectional encoder reads both ways already")

    @property
    def cell(self) -> Cell:
        """The cell of encoder and decoder."""
        if self.kind == "rnn":
            return "rnn"
        return "gru" if self.kind in ("gru", "gru-bahdanau") else "lstm"

    @property
    def bidirectional(self) -> bool:
        """Whether the encoder reads in both directions."""
        return self.kind == "gru-bahdanau"

    @property
    def attention(self) -> bool:
        """Whether the decoder attends to every encoder state or gets only the last one."""
        return self.kind in ("gru-bahdanau", "lstm-luong")

    @property
    def feeds_context(self) -> bool:
        """Whether the context is an input of the decoder's cell."""
        return self.kind in ("rnn", "gru", "gru-bahdanau")

    @property
    def d_memory(self) -> int:
        """Width of an encoder state, both directions concatenated."""
        return self.d_hidden * (2 if self.bidirectional else 1)

    @property
    def d_model(self) -> int:
        """Width of the vectors that the embedding matrix projects, as in `ModelConfig`."""
        return self.d_embed

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> RecurrentConfig:
        """Build from a dict. Raises ValueError for a missing or unknown size."""
        unknown = sorted(set(values) - {field.name for field in fields(cls)})
        if unknown:
            raise ValueError(f"unknown model sizes: {', '.join(unknown)}")
        for name in ("vocab_size", "kind"):
            if name not in values:
                raise ValueError(f"{name} is missing")
        return cls(**values)
