"""The installed models as the results page sees them: costs and scores, from their cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from explainer.analysis.training_cost import counted_flops, cut_compounds, without_embedding
from explainer.data.results import BATCH_TOKENS, GERMAN, KOREAN, VOCABULARY, Training
from explainer.runs import registry
from explainer.runs.computed import computed
from explainer.runs.registry import Entry
from explainer.text import Text

WITH: Final = "with"  # the embedding matrix counts as parameters
COUNTS: Final = (WITH, "without")


@dataclass(frozen=True)
class Own:
    """What a card says; `tokens`, `pairs` and `hours` are 0 where it does not."""

    name: str
    source: str
    target: str
    bleu: float
    signature: str
    sentences: int
    parameters: int
    vocabulary: int
    d_model: int
    tokens: int
    pairs: int
    hours: float

    def n_parameters(self, count: str) -> int:
        """N: with the one embedding matrix or without it."""
        if count == WITH:
            return self.parameters
        return without_embedding(self.parameters, self.vocabulary, self.d_model)

    def flops(self, count: str) -> float:
        return counted_flops(self.n_parameters(count), self.tokens)

    @property
    def tokenizer(self) -> str:
        """How the words were cut for BLEU, from the signature, without the program's version."""
        parts = dict(part.partition(":")[::2] for part in self.signature.split("|"))
        return parts.get("tok", self.signature).partition("-0")[0]


def own_models() -> tuple[Own, ...]:
    """Every usable model, in alphabetical order."""
    return tuple(_own(model) for model in registry.usable().values())


def _own(model: Entry) -> Own:
    card, test = model.card, model.card["test"]["beam"]
    training: Mapping[str, Any] = card.get("training") or {}
    sizes: Mapping[str, Any] = card.get("model") or {}
    return Own(
        name=model.name,
        source=str(card["source"]),
        target=str(card["target"]),
        bleu=float(test["bleu"]),
        signature=str(test["bleu_signature"]),
        sentences=int(test["sentences"]),
        parameters=int(card["parameters"]),
        vocabulary=int(sizes.get("vocab_size", 0)),
        d_model=int(sizes.get("d_model", 0)),
        tokens=int(training.get("target_tokens", 0)),
        pairs=int(training.get("train_pairs_kept", 0)),
        hours=float(training.get("hours", 0.0)),
    )


def paper_tokens(training: Training) -> int:
    """Target tokens a model of the paper has read."""
    return training.steps * BATCH_TOKENS


def paper_counted(training: Training, count: str) -> int:
    if count == WITH:
        return training.parameters
    return without_embedding(training.parameters, VOCABULARY, training.d_model)


def paper_flops(training: Training, count: str) -> float:
    return counted_flops(paper_counted(training, count), paper_tokens(training))


@dataclass(frozen=True)
class Measured:
    """One translation and its reference under one way to cut words: `ruler` names it."""

    hypothesis: str
    reference: str
    ruler: str
    bleu: float


def measurements(text: Text) -> tuple[Measured, ...]:
    """The same two sentences measured with two rulers each; only the cutting differs."""
    scores = _scores()
    rulers = (
        text("results.ruler_13a"),
        text("results.ruler_cut"),
        text("results.ruler_13a"),
        text("results.ruler_mecab"),
    )
    pairs = (GERMAN, GERMAN, KOREAN, KOREAN)
    return tuple(
        Measured(pair.hypothesis, pair.reference, ruler, score)
        for pair, ruler, score in zip(pairs, rulers, scores, strict=True)
    )


@computed(max_entries=1)
def _scores() -> tuple[float, ...]:
    """Sentence BLEU of both pairs, each measured in two ways."""
    from explainer.engine import score_sentence

    cut = (cut_compounds(GERMAN.hypothesis), cut_compounds(GERMAN.reference))
    return (
        score_sentence(GERMAN.hypothesis, GERMAN.reference, "de").bleu,
        score_sentence(*cut, "de").bleu,
        score_sentence(KOREAN.hypothesis, KOREAN.reference, "en").bleu,
        score_sentence(KOREAN.hypothesis, KOREAN.reference, "ko").bleu,
    )
