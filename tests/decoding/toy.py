"""Random language models without a model: a table of log-probabilities for every prefix.

A table is made from the prefix and a seed, so two searches over the same Toy see the same numbers
whatever they ask for and in which order.
"""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor

from explainer.decoding import BOS, EOS, FORBIDDEN, DecodeOptions, Hypothesis, make_hypothesis

Prefix = tuple[int, ...]


class WideOptions(DecodeOptions):
    """Options whose beam may be wider than any search in it."""

    MAX_WIDTH = 4096


@dataclass
class Toy:
    """Table models for some sentences, and the step function over them."""

    seed: int
    n_vocab: int = 6
    sentences: tuple[int, ...] = (0,)
    coarse: bool = False  # few distinct values, so that ties are everywhere
    zeros: float = 0.0  # share of tokens that have no probability
    n_rows: list[int] = field(default_factory=list)  # rows of every call so far
    _prefixes: list[tuple[int, Prefix]] = field(default_factory=list)

    def table(self, sentence: int, prefix: Prefix) -> np.ndarray:
        """Log-probabilities (V,) after a prefix of a sentence, float64."""
        key = zlib.crc32(repr((self.seed, sentence, prefix)).encode())
        rng = np.random.default_rng(key)
        logits = rng.normal(0, 1.5, self.n_vocab)
        if self.coarse:
            logits = np.round(logits / 2)
        logits[rng.random(self.n_vocab) < self.zeros] = -np.inf
        top = logits.max()
        if top == -np.inf:
            return logits
        return logits - top - np.log(np.exp(logits - top).sum())

    def step(self, ids_R: Tensor, parents_R: Tensor) -> Tensor:
        """The step function; checks that the search keeps its side of the contract."""
        assert ids_R.dtype == parents_R.dtype == torch.int64
        assert ids_R.shape == parents_R.shape
        if not self.n_rows:
            assert ids_R.tolist() == [BOS] * len(self.sentences)
            assert parents_R.tolist() == list(range(len(self.sentences)))
            self._prefixes = [(sentence, ()) for sentence in self.sentences]
        else:
            assert not set(ids_R.tolist()) & {EOS, *FORBIDDEN}
            parents = [self._prefixes[parent] for parent in parents_R.tolist()]
            self._prefixes = [
                (sentence, (*prefix, token))
                for (sentence, prefix), token in zip(parents, ids_R.tolist(), strict=True)
            ]
        self.n_rows.append(len(ids_R))
        tables = [self.table(sentence, prefix) for sentence, prefix in self._prefixes]
        return torch.from_numpy(np.stack(tables))

    def fresh(self, *sentences: int) -> "Toy":
        """The same models, not called yet, for other sentences."""
        sentences = sentences or self.sentences
        return Toy(self.seed, self.n_vocab, sentences, self.coarse, self.zeros)

    def total(self, sentence: int, ids: Prefix) -> float:
        """Log-probability of a whole output, summed token by token."""
        return sum(float(self.table(sentence, ids[:t])[ids[t]]) for t in range(len(ids)))

    def everything(self, sentence: int, options: DecodeOptions) -> list[Hypothesis]:
        """Every output there is under the options, best first: finished, then cut off."""
        found = list(self._walk(sentence, (), (), options))
        return sorted(found, key=lambda h: (not h.finished, -h.score, len(h.ids)))

    def _walk(
        self, sentence: int, ids: Prefix, log_probs: tuple[float, ...], options: DecodeOptions
    ) -> Iterator[Hypothesis]:
        table = self.table(sentence, ids)
        n = len(ids) + 1
        tokens = [p for p in range(EOS, self.n_vocab) if table[p] > -np.inf]
        if n < options.min_length:
            tokens = [p for p in tokens if p != EOS]
        if n > options.max_length or not tokens:
            total = sum(log_probs)
            yield make_hypothesis(ids, log_probs, finished=False, total=total, alpha=options.alpha)
            return
        for token in tokens:
            more, values = (*ids, token), (*log_probs, float(table[token]))
            if token != EOS:
                yield from self._walk(sentence, more, values, options)
            else:
                total = sum(values)
                yield make_hypothesis(more, values, finished=True, total=total, alpha=options.alpha)


def fixed(*rows: list[float]) -> "FixedSteps":
    """A step function that gives probabilities row t at step t to every row of the batch."""
    return FixedSteps([np.array(row) for row in rows])


class FixedSteps:
    """See fixed(); the last row repeats."""

    def __init__(self, probs: list[np.ndarray]) -> None:
        self.probs = probs
        self.calls = 0

    def __call__(self, ids_R: Tensor, parents_R: Tensor) -> Tensor:
        probs = self.probs[min(self.calls, len(self.probs) - 1)]
        self.calls += 1
        return torch.from_numpy(probs).log().repeat(len(ids_R), 1)
