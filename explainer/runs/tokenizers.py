"""Memoised tokenizers, vocabularies as lattices, and all segmentations of a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from explainer.engine.door import OPEN
from explainer.runs import registry
from explainer.runs.computed import by_model, computed
from explainer.tokenizer.lattice import Arc, Lattice, LatticePath, best_paths, character_path
from explainer.tokenizer.tokenizer import UNK

if TYPE_CHECKING:
    from explainer.engine import Translator
    from explainer.tokenizer import Tokenizer


COUNT = 8  # ways that are shown
LETTERS = "letters"


def tokenizer(model: str) -> Tokenizer:
    """Return an installed model's tokenizer by its name; load the model if it is not in memory."""
    return registry.model_of(model).tokenizer


@by_model(computed(max_entries=8, door=OPEN))
def lattice(model: Translator) -> Lattice:
    """Build the lattice of a model's vocabulary, ready to look up tokens."""
    return Lattice(model.tokenizer)


@dataclass(frozen=True)
class Segmentations:
    """A sentence with ▁ for spaces, every token that fits, and the segmentations by option id."""

    marked: str
    arcs: tuple[Arc, ...]
    ways: dict[str, LatticePath]

    @property
    def best(self) -> LatticePath:
        return self.ways["1"]


@by_model(computed(max_entries=64, door=OPEN))
def segmentations(model: Translator, sentence: str) -> Segmentations:
    """List the segmentations of a sentence, cached per sentence."""
    vocabulary = lattice(model)
    best = best_paths(model.tokenizer, vocabulary, sentence, COUNT)
    marked = "".join(arc.token for arc in best[0].arcs)
    ways = {str(rank): way for rank, way in enumerate(best, start=1)}
    ways[LETTERS] = character_path(vocabulary, marked)
    known = dict.fromkeys(vocabulary.arcs(marked))
    known |= dict.fromkeys(arc for way in best for arc in way.arcs)  # runs of unknown characters
    return Segmentations(marked, tuple(known), ways)


def count_missing_words(vocabulary: Lattice, sentences: list[str]) -> tuple[int, int]:
    """Count the words that are not a single token, and all words; punctuation excluded."""
    arcs = [arc for sentence in sentences for arc in vocabulary.words(sentence)]
    words = [arc for arc in arcs if any(char.isalnum() for char in arc.token)]
    return sum(arc.id == UNK for arc in words), len(words)
