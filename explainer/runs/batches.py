"""Padded batches: a traced pass over the batch, each sentence alone, token-by-token decoding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.batch_masks import (
    additive,
    batch_pass,
    edge_probs,
    incremental_log_probs,
    invariance,
)
from explainer.analysis.lookup import softmax
from explainer.data.samples import Sample, examples_of, samples
from explainer.engine.door import OPEN
from explainer.runs import resources
from explainer.runs.computed import by_model, computed
from explainer.runs.resources import Ids
from explainer.tokenizer.tokenizer import BOS, PAD, SPECIALS
from explainer.translation import AttentionKind, prefix_of

if TYPE_CHECKING:
    from explainer.engine import Translation, Translator
    from explainer.tokenizer import Tokens


Rows = tuple[tuple[Ids, Ids], ...]  # source ids and fed ids of each sentence


@by_model(computed(max_entries=8))
def batch_arrays(model: Translator, rows: Rows) -> Mapping[str, NDArray[Any]]:
    """Trace a padded batch: ids, masks, scores, weights, see batch_pass. Raises Busy."""
    arrays = batch_pass(model.model, rows)
    del arrays["logits"]  # by far the largest, and no page shows it
    return MappingProxyType(arrays)


@by_model(computed(max_entries=64))
def batch_differences(model: Translator, rows: Rows) -> Mapping[str, NDArray[np.float64]]:
    """Compare each sentence in the batch with the same one alone, see invariance. Raises Busy."""
    return MappingProxyType(invariance(model.model, rows))


@by_model(computed(max_entries=8))
def stepwise_log_probs(model: Translator, source_ids: Ids, fed_ids: Ids) -> NDArray[np.float32]:
    """Return log-probabilities (T, V) of token-by-token decoding with a cache. Raises Busy."""
    return incremental_log_probs(model.decoder, source_ids, fed_ids)


@by_model(computed(max_entries=16))
def mask_edge_probs(
    model: Translator, source_ids: Ids, fed_ids: Ids, wanted: Ids, at: Ids
) -> NDArray[np.float32]:
    """Return p(wanted) (edges, T) per edge of the decoder mask, see edge_probs. Raises Busy."""
    return edge_probs(model.model, source_ids, fed_ids, wanted, at)


NO_SAMPLES = "en"  # where a model has no examples these are cut into tokens instead


@dataclass(frozen=True)
class Sentence:
    """One row of the batch: source tokens, the tokens fed to the decoder, and their ids."""

    source: tuple[str, ...]
    source_ids: tuple[int, ...]
    fed: tuple[str, ...]
    fed_ids: tuple[int, ...]


@dataclass(frozen=True)
class Batch:
    """Sentences of unequal length and the `arrays` of one traced pass over them, see batch_pass."""

    sentences: tuple[Sentence, ...]
    arrays: Mapping[str, NDArray[Any]]

    @property
    def rows(self) -> Rows:
        return tuple((one.source_ids, one.fed_ids) for one in self.sentences)

    def source_labels(self, index: int) -> tuple[str, ...]:
        return pad_tokens(self.sentences[index].source, self.arrays["source"].shape[1])

    def fed_labels(self, index: int) -> tuple[str, ...]:
        return pad_tokens(self.sentences[index].fed, self.arrays["fed"].shape[1])

    def has_padding(self, index: int) -> bool:
        """Return whether a sentence's source is shorter than the padded width."""
        return len(self.sentences[index].source) < self.arrays["source"].shape[1]


def pad_tokens(tokens: Sequence[str], width: int) -> tuple[str, ...]:
    """Pad tokens to `width` with <pad>."""
    return (*tokens, *(SPECIALS[PAD],) * (width - len(tokens)))


def make_batch(translation: Translation) -> Batch:
    """Batch the user's sentence, which comes first, with translated examples of the model."""
    name = translation.model
    own = Sentence(
        translation.source.tokens, translation.source.ids, translation.fed_tokens, translation.fed
    )
    pool = [tokens for tokens in _samples(name) if tokens.ids != own.source_ids]
    others = []
    for tokens in companions(pool, len(own.source)):
        written, words, _ = resources.greedy_output(name, tokens.ids)
        fed = (SPECIALS[BOS], *words[:-1])
        others.append(Sentence(tokens.tokens, tokens.ids, fed, (BOS, *written[:-1])))
    sentences = (own, *others)
    rows = tuple((one.source_ids, one.fed_ids) for one in sentences)
    return Batch(sentences, batch_arrays(name, rows))


@by_model(computed(max_entries=16, door=OPEN))
def _samples(model: Translator) -> tuple[Tokens, ...]:
    pool = pool_of(model.card)
    return tuple(model.tokenizer.encode(one.text) for one in pool)


def pool_of(card: Mapping[str, Any]) -> tuple[Sample, ...]:
    """What a sentence of a model can share a batch with."""
    return examples_of(card) or samples(NO_SAMPLES)


def companions(pool: Sequence[Tokens], length: int) -> list[Tokens]:
    """Pick a short, a medium and the first sample longer than `length`, so that padding occurs.

    Three of the pool in order of length; where nothing is longer, the longest.
    """
    ranked = sorted(pool, key=len)
    if not ranked:
        return []
    longer = next((p for p in ranked if len(p) >= length + 2), ranked[-1])
    wanted = (ranked[0], ranked[len(ranked) // 3], longer)
    return [p for i, p in enumerate(wanted) if p not in wanted[:i]]


Floats = NDArray[np.floating]


@dataclass(frozen=True)
class BatchHead:
    """One head on one sentence of the batch: q, k, scores, mask, weights and their labels."""

    kind: AttentionKind
    name: str
    q: Floats
    k: Floats
    scores: Floats
    mask: NDArray[np.bool_]
    weights: Floats
    rows: tuple[str, ...]
    keys: tuple[str, ...]

    @property
    def colours(self) -> dict[str, str]:
        return {
            "row_colour": "source_text" if self.kind == "encoder" else "target_text",
            "key_colour": "target_text" if self.kind == "decoder" else "source_text",
        }

    def difference(self) -> float:
        """Return max |recorded weights - softmax(score + mask)|, recomputed in float64."""
        again = softmax(self.scores.astype(np.float64) + additive(self.mask))
        return float(np.abs(again - self.weights).max())


def batch_head(batch: Batch, kind: AttentionKind, layer: int, head: int, index: int) -> BatchHead:
    """Return a head's numbers for one sentence of the batch."""
    arrays, name = batch.arrays, prefix_of(kind, layer)
    source, fed = batch.source_labels(index), batch.fed_labels(index)
    q, k, scores, weights = (
        arrays[f"{name}.{part}"][index, head] for part in ("q", "k", "scores", "weights")
    )
    return BatchHead(
        kind,
        name,
        q,
        k,
        scores,
        arrays[f"{kind}.mask"][index],
        weights,
        source if kind == "encoder" else fed,
        fed if kind == "decoder" else source,
    )
