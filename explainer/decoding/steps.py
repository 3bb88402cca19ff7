"""Step objects yielded by the searches; candidates are built lazily.

Legend of the shape suffixes: R rows of the batch at this step, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from explainer.decoding.candidate import Candidate, Verdict
from explainer.decoding.hypothesis import Hypothesis, make_hypothesis
from explainer.decoding.options import EOS, FORBIDDEN
from explainer.decoding.rows import Path, rank_pool, top_of_rows, unroll
from explainer.decoding.truncation import apply_temperature, filter_distribution

TOP = 10  # candidates shown for a step of greedy search or sampling


@dataclass(frozen=True, eq=False)
class ChoiceStep:
    """A step of a search with one path per sentence (greedy, sampling).

    Fields, lists of R with one entry a row:
        number: 1 for the first step.
        sentences: the sentence a row belongs to.
        ids: the token chosen; -1 where no token had any probability (a dead end).
        log_probs: its log-probability.
        totals: sum of log-probabilities before this step.
        too_short: an end of sentence at this step would come before the minimum length.
        last: the length limit is reached with this step.
        log_probs_RV: the distributions as the step function returned them.
    """

    number: int
    sentences: Sequence[int]
    ids: Sequence[int]
    log_probs: Sequence[float]
    totals: Sequence[float]
    too_short: bool
    last: bool
    log_probs_RV: Tensor

    def distribution(self, sentence: int) -> NDArray[np.float64]:
        """Return log-probabilities over the whole vocabulary, a new float64 array (V,).

        Raises:
            KeyError: the sentence has ended before this step.
        """
        log_probs_V = self.log_probs_RV[self._row(sentence)].detach()
        return log_probs_V.to("cpu", torch.float64, copy=True).numpy()

    def pool(self, sentence: int) -> tuple[Candidate, ...]:
        """Return the sentence's candidates, best first; empty once the sentence has ended."""
        return tuple(c for c in self.candidates if c.sentence == sentence)

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        """For each row, the TOP most probable tokens (without PAD, UNK, BOS) and the chosen one."""
        return tuple(c for row in range(len(self.sentences)) for c in self._candidates_of(row))

    def has(self, sentence: int) -> bool:
        return sentence in self.sentences

    def alone(self, sentence: int) -> Self:
        """Return the step as if this sentence were searched by itself. Raises KeyError as above."""
        row = self._row(sentence)
        return replace(self, **self._part(slice(row, row + 1)))

    def _part(self, rows: slice) -> dict[str, Any]:
        # A copy: a part of the table would keep the whole of it.
        return {
            "sentences": [0],
            "ids": self.ids[rows],
            "log_probs": self.log_probs[rows],
            "totals": self.totals[rows],
            "log_probs_RV": self.log_probs_RV[rows].clone(),
        }

    def _row(self, sentence: int) -> int:
        if sentence not in self.sentences:
            raise KeyError(f"sentence {sentence} takes no part in step {self.number}")
        return self.sentences.index(sentence)

    def _candidates_of(self, row: int) -> list[Candidate]:
        raise NotImplementedError  # every search has its own verdicts

    def _chosen_verdict(self, token: int) -> Verdict:
        if token == EOS:
            return "finished"
        return "cut" if self.last else "kept"


@dataclass(frozen=True, eq=False)
class GreedyStep(ChoiceStep):
    """A step of greedy search: in every row the most probable token is chosen."""

    def _candidates_of(self, row: int) -> list[Candidate]:
        (values,), (ids,) = top_of_rows(self.log_probs_RV[row : row + 1], TOP)
        candidates = []
        for rank, (value, token) in enumerate(zip(values, ids, strict=True), start=1):
            verdict: Verdict = "pruned"
            if token == self.ids[row]:
                verdict = self._chosen_verdict(token)
            elif token == EOS and self.too_short:
                verdict = "too_short"
            total = self.totals[row] + value
            next_row = 0 if verdict == "kept" else None
            candidates.append(
                Candidate(self.sentences[row], 0, token, value, total, rank, verdict, next_row)
            )
        return candidates


@dataclass(frozen=True, eq=False)
class SampleStep(ChoiceStep):
    """A step of sampling: in every row a token is drawn from the filtered distribution.

    Fields beside those of ChoiceStep: `temperature`, `top_k`, `top_p` as used, and `draws`, the
    uniform number in [0, 1) that chose each row's token.
    """

    temperature: float
    top_k: int
    top_p: float
    draws: Sequence[float]

    def _part(self, rows: slice) -> dict[str, Any]:
        return {**super()._part(rows), "draws": self.draws[rows]}

    def draw(self, sentence: int) -> float:
        """Return the uniform number that chose the sentence's token."""
        return self.draws[self._row(sentence)]

    def chances(self, sentence: int) -> NDArray[np.float64]:
        """Return every token's probability of being drawn, float64 (V,)."""
        return self._filter(self._row(sentence))[0]

    def _filter(self, row: int) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        forbidden = FORBIDDEN + ((EOS,) if self.too_short else ())
        log_probs = self.distribution(self.sentences[row])
        return filter_distribution(
            log_probs, self.temperature, self.top_k, self.top_p, forbidden=forbidden
        )

    def _candidates_of(self, row: int) -> list[Candidate]:
        log_probs = self.distribution(self.sentences[row])
        log_probs[list(FORBIDDEN)] = -np.inf
        order = np.argsort(-log_probs, kind="stable")
        order = order[np.isfinite(log_probs[order])]
        tempered = apply_temperature(log_probs, self.temperature)
        chances, kept = self._filter(row)
        candidates = []
        # What top-k counts: an end of sentence that is too short takes no place.
        counted = 0
        for rank, token in enumerate(order.tolist(), start=1):
            refused = token == EOS and self.too_short
            counted += not refused
            if rank > TOP and token != self.ids[row]:
                continue
            verdict: Verdict
            if token == self.ids[row]:
                verdict = self._chosen_verdict(token)
            elif refused:
                verdict = "too_short"
            elif kept[token] or tempered[token] == 0:
                verdict = "not_drawn"
            else:
                verdict = "top_k" if 0 < self.top_k < counted else "top_p"
            value = float(log_probs[token])
            total = self.totals[row] + value
            next_row = 0 if verdict == "kept" else None
            chance = float(chances[token])
            candidates.append(
                Candidate(
                    self.sentences[row], 0, token, value, total, rank, verdict, next_row, chance
                )
            )
        return candidates


@dataclass(frozen=True, eq=False)
class BeamStep:
    """A step of beam search over all sentences that are still alive.

    Fields:
        number: 1 for the first step.
        width: hypotheses kept at most.
        alpha: exponent of the length penalty.
        too_short: an end of sentence at this step would come before the minimum length.
        endings: sentence -> "cut" or "stopped" where this step ends the sentence's search.
        rows: sentence -> its rows of the batch, a range.
        totals: for each row, its sum of log-probabilities before this step.
        paths: for each row, its tokens before this step as a linked list.
        top_log_probs, top_ids: for each row the 2 x width most probable tokens (PAD, UNK and BOS
            left out; fewer where the rest has no probability), best first.
    """

    number: int
    width: int
    alpha: float
    too_short: bool
    endings: dict[int, Verdict]
    rows: dict[int, range]
    totals: list[float]
    paths: list[Path]
    top_log_probs: list[list[float]]
    top_ids: list[list[int]]

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        """Every candidate of every sentence, sentence by sentence, best first."""
        return tuple(c for sentence in self.rows for c in self._pool(sentence))

    def pool(self, sentence: int) -> tuple[Candidate, ...]:
        """Return the sentence's candidates, best first; empty once the sentence has ended."""
        return tuple(self._pool(sentence)) if sentence in self.rows else ()

    def has(self, sentence: int) -> bool:
        return sentence in self.rows

    def alone(self, sentence: int) -> BeamStep:
        """Return the step as if this sentence were searched by itself.

        Raises:
            KeyError: the sentence has ended before this step.
        """
        rows = self.rows[sentence]
        part = slice(rows.start, rows.stop)
        return replace(
            self,
            rows={0: range(len(rows))},
            totals=self.totals[part],
            paths=self.paths[part],
            top_log_probs=self.top_log_probs[part],
            top_ids=self.top_ids[part],
            endings={0: self.endings[sentence]} if sentence in self.endings else {},
        )

    def prefix(self, sentence: int, parent: int) -> tuple[int, ...]:
        """Return the tokens of a row of the sentence's beam before this step."""
        return tuple(unroll(self.paths[self.rows[sentence][parent]])[0])

    def finished(self, sentence: int) -> list[Hypothesis]:
        """Return the hypotheses of this sentence that ended with EOS at this step, best first."""
        hypotheses: list[Hypothesis] = []
        if not any(EOS in self.top_ids[row] for row in self.rows.get(sentence, ())):
            return hypotheses  # most steps: no candidate need be built
        for candidate in self.pool(sentence):
            if candidate.verdict != "finished":
                continue
            ids, log_probs = unroll(self.paths[self.rows[sentence][candidate.parent]])
            hypotheses.append(
                make_hypothesis(
                    [*ids, candidate.id],
                    [*log_probs, candidate.log_prob],
                    finished=True,
                    total=candidate.total,
                    alpha=self.alpha,
                )
            )
        return hypotheses

    def _pool(self, sentence: int) -> list[Candidate]:
        rows = self.rows[sentence]
        ending: Verdict = self.endings.get(sentence, "kept")
        candidates: list[Candidate] = []
        chosen = n_kept = 0
        pool = rank_pool(rows, self.totals, self.top_log_probs, None)
        for rank, (minus_total, row, column) in enumerate(pool, start=1):
            token = self.top_ids[row][column]
            verdict: Verdict = "pruned"
            if token == EOS and self.too_short:
                verdict = "too_short"
            elif chosen < self.width:
                chosen += 1
                verdict = "finished" if token == EOS else ending
            next_row = n_kept if verdict == "kept" else None
            n_kept += verdict == "kept"
            value = self.top_log_probs[row][column]
            parent = row - rows.start
            candidates.append(
                Candidate(sentence, parent, token, value, -minus_total, rank, verdict, next_row)
            )
        return candidates


Step = GreedyStep | BeamStep | SampleStep
