"""Input and output types of the engine: plain tuples, strings and read-only numpy arrays.

Shape suffixes: T decoder steps, K candidates shown, L layers, H heads, Q queries, S keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explainer.decoding import DecodeOptions, Hypothesis, Step
from explainer.model.names import ATTENTION
from explainer.tokenizer import EOS, UNK, Tokenizer, Tokens

AttentionKind = Literal["encoder", "decoder", "cross"]
Reason = Literal["empty", "no_known_tokens", "too_long_text", "too_long_tokens"]
Array = NDArray[np.float32]

MAX_RAW: Final = 10_000  # characters as they come: a million would be dear to clean


def prefix_of(kind: AttentionKind, layer: int) -> str:
    """Return the trace prefix of an attention in layer 0..: "decoder.2.cross_attn"."""
    stack, part = ATTENTION[kind]
    return f"{stack}.{layer}.{part}"


class InputError(ValueError):
    """Error for a sentence that cannot be translated; `reason` is the key of the user's message.

    `found` and `limit` are characters or tokens for the two "too long" reasons, else 0.
    """

    def __init__(self, reason: Reason, found: int = 0, limit: int = 0) -> None:
        super().__init__(f"{reason} (found {found}, limit {limit})")
        self.reason, self.found, self.limit = reason, found, limit


@dataclass(frozen=True)
class BatchResult:
    """Result for one sentence of a batch: its translation, or the reason there is none."""

    text: str
    hypotheses: tuple[Hypothesis, ...] = ()
    problem: InputError | None = None


@dataclass(frozen=True)
class Translation:
    """A translation with everything recorded on the way.

    `fed` are the decoder's inputs (BOS first), `predicted` its outputs: `predicted[t]` is chosen
    after `fed[t]`. `trace` holds every named tensor of the forward pass on the best hypothesis
    (explainer.model.names), without batch axis. `top_*` are the ten most probable tokens of each of
    its steps. Probabilities are over the whole vocabulary.
    """

    model: str
    original: str
    source: Tokens
    changes: tuple[str, ...]
    text: str
    fed: tuple[int, ...]
    fed_tokens: tuple[str, ...]
    predicted: tuple[int, ...]
    predicted_tokens: tuple[str, ...]
    predicted_words: tuple[int, ...]
    hypotheses: tuple[Hypothesis, ...]
    hypothesis_texts: tuple[str, ...]
    steps: tuple[Step, ...]
    top_ids: NDArray[np.int64]
    top_tokens: tuple[tuple[str, ...], ...]
    top_probs: Array
    predicted_probs: Array
    predicted_ranks: tuple[int, ...]
    trace: Mapping[str, Array]
    device: str
    options: DecodeOptions
    n_vocab: int
    unk_share: float
    _stacked: dict[str, Array] = field(default_factory=dict, repr=False, compare=False)

    def attention(self, kind: AttentionKind) -> Array:
        """Return one kind of attention in all layers, (L, H, Q, S); rows sum to 1."""
        if kind in self._stacked:  # a page asks several times a click
            return self._stacked[kind]
        stack, part = ATTENTION[kind]
        layers: list[Array] = []
        while (name := f"{stack}.{len(layers)}.{part}.weights") in self.trace:
            layers.append(self.trace[name])
        if not layers:
            raise ValueError("this translation was made without a trace")
        weights: Array = np.stack(layers)
        weights.setflags(write=False)
        self._stacked[kind] = weights
        return weights

    def mask(self, kind: AttentionKind) -> NDArray[np.bool_]:
        """Return the mask of one kind of attention, (Q, S), True if allowed.

        It is the same in all layers and heads.
        """
        found: NDArray[np.bool_] = self.trace[f"{prefix_of(kind, 0)}.mask"][0].astype(bool)
        return found

    def looks(self) -> Array | None:
        """Return the attention of every output token to the source, (T, S).

        The last layer's cross-attention, averaged over heads; the only attention of a recurrent
        model, None if it has none.
        """
        if "logits" in self.trace and f"{prefix_of('cross', 0)}.weights" not in self.trace:
            return self.trace.get("decoder.weights")
        weights: Array = self.attention("cross")[-1].mean(axis=0)
        return weights


class Source(NamedTuple):
    """A sentence as typed, its tokens, and the changes made by cleaning."""

    text: str
    tokens: Tokens
    changes: tuple[str, ...]


def read_source(
    tokenizer: Tokenizer, text: str, most_tokens: int, most_chars: int | None = None
) -> Source:
    """Clean and tokenize a sentence; the last token is EOS.

    Raises InputError for a sentence that is empty, too long or made of unknown tokens only.
    """
    if most_chars is not None and len(text) > MAX_RAW:
        raise InputError("too_long_text", len(text), most_chars)
    clean, changes = tokenizer.clean(text)
    if not clean:
        raise InputError("empty")
    if most_chars is not None and len(clean) > most_chars:
        raise InputError("too_long_text", len(clean), most_chars)
    tokens = tokenizer.encode(clean)
    if len(tokens) > most_tokens:
        raise InputError("too_long_tokens", len(tokens), most_tokens)
    known = (i for i, p in zip(tokens.ids, tokens.tokens, strict=True) if p != "▁")
    if all(i in (UNK, EOS) for i in known):
        raise InputError("no_known_tokens")
    return Source(text, tokens, changes)
