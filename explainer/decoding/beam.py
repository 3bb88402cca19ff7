"""Beam search: keep the `width` best partial hypotheses at every step."""

from bisect import insort
from collections.abc import Generator
from dataclasses import dataclass, field

import torch

from explainer.decoding.candidate import StepFunction, Verdict
from explainer.decoding.hypothesis import Hypothesis, length_penalty, make_hypothesis
from explainer.decoding.options import BOS, EOS, DecodeOptions
from explainer.decoding.rows import Node, Path, check_rows, rank_pool, top_of_rows, unroll
from explainer.decoding.steps import BeamStep


@dataclass(frozen=True, order=True)
class _Ended:
    """A hypothesis that has ended; smaller is better, ties by `order` of arrival."""

    minus_score: float
    order: int
    total: float = field(compare=False)
    path: Path = field(compare=False)


@dataclass
class _Sentence:
    """The search of one sentence: its live rows, best first, and its ended hypotheses."""

    index: int
    totals: list[float] = field(default_factory=lambda: [0.0])
    paths: list[Path] = field(default_factory=lambda: [None])
    # Rows of the previous call that the live ones continue, and the tokens they continue with.
    parents: list[int] = field(default_factory=list)
    ids: list[int] = field(default_factory=lambda: [BOS])
    finished: list[_Ended] = field(default_factory=list)
    unfinished: list[_Ended] = field(default_factory=list)

    def go_on(self, total: float, path: Path, parent: int, token: int) -> None:
        """Append a live row that continues row `parent` with `token`."""
        self.totals.append(total)
        self.paths.append(path)
        self.parents.append(parent)
        self.ids.append(token)

    def end(self, where: list[_Ended], total: float, path: Path, penalty: float) -> None:
        order = len(self.finished) + len(self.unfinished)
        insort(where, _Ended(-total / penalty, order, total, path))

    def is_settled(self, n_best: int, highest_penalty: float) -> bool:
        """Return True if no live hypothesis can still enter the n_best finished ones.

        A total only falls and the penalty only grows with length (alpha >= 0), so what a live
        hypothesis can reach at best is its present total over the penalty of the length limit.
        """
        if len(self.finished) < n_best:
            return False
        return -self.totals[0] / highest_penalty >= self.finished[n_best - 1].minus_score


def beam_steps(
    step: StepFunction, n_sentences: int, options: DecodeOptions
) -> Generator[BeamStep, None, list[list[Hypothesis]]]:
    """Run beam search on all sentences together, one step at a time; ended ones leave the batch.

    At every step each live hypothesis puts its 2 x width most probable tokens into the sentence's
    pool. PAD, UNK and BOS are never among them, an EOS before `options.min_length` is refused;
    the probabilities stay those over the whole vocabulary. The `width` best of the pool by summed
    log-probability are chosen: those ending with EOS are finished and put aside, the others
    live on. With width 1 this is greedy search. Ties: the better parent, then the lower id.

    A sentence's search ends when nothing is alive; when `options.n_best` hypotheses are finished
    and no live one can reach a score that would displace one of them; or at `options.max_length`.
    Then what is alive counts as unfinished, as does a hypothesis without any continuation of
    probability above 0. Unfinished hypotheses rank after all finished ones.

    Yields:
        One BeamStep a step; its candidates are built when they are asked for.

    Returns:
        (as the generator's value) for each sentence at most n_best hypotheses, best score first.

    Raises:
        ValueError: NaN, +inf or a wrong shape from the step function; n_sentences below 0.
    """
    if n_sentences < 0:
        raise ValueError(f"n_sentences: {n_sentences} is below 0")
    return _search(step, [_Sentence(i, parents=[i]) for i in range(n_sentences)], options)


def _search(
    step: StepFunction, sentences: list[_Sentence], options: DecodeOptions
) -> Generator[BeamStep, None, list[list[Hypothesis]]]:
    alive = sentences
    for number in range(1, options.max_length + 1):
        if not alive:
            break
        ids = [token for sentence in alive for token in sentence.ids]
        parents = [parent for sentence in alive for parent in sentence.parents]
        log_probs_RV = step(torch.tensor(ids), torch.tensor(parents))
        check_rows(log_probs_RV, len(ids))
        top_log_probs, top_ids = top_of_rows(log_probs_RV, 2 * options.width)
        rows: dict[int, range] = {}
        start = 0
        for sentence in alive:
            rows[sentence.index] = range(start, start + len(sentence.ids))
            start += len(sentence.ids)
        seen = BeamStep(
            number=number,
            width=options.width,
            alpha=options.alpha,
            too_short=number < options.min_length,
            endings={},
            rows=rows,
            totals=[total for sentence in alive for total in sentence.totals],
            paths=[path for sentence in alive for path in sentence.paths],
            top_log_probs=top_log_probs,
            top_ids=top_ids,
        )
        for sentence in alive:
            _advance(sentence, seen)
            ending = _ending(sentence, number, options)
            if ending is not None:
                seen.endings[sentence.index] = ending
        alive = [s for s in alive if s.ids and s.index not in seen.endings]
        yield seen
    return [_best(sentence, options) for sentence in sentences]


def _advance(sentence: _Sentence, seen: BeamStep) -> None:
    """Replace a sentence's live hypotheses by their best continuations."""
    rows = seen.rows[sentence.index]
    # One more than the width: a refused EOS may take one place in each row.
    pool = rank_pool(rows, seen.totals, seen.top_log_probs, seen.width + 1)
    if seen.too_short:
        pool = [entry for entry in pool if seen.top_ids[entry[1]][entry[2]] != EOS]
    for row in rows:
        ids = seen.top_ids[row]
        if not ids or (seen.too_short and ids == [EOS]):
            penalty = length_penalty(seen.number - 1, seen.alpha)
            sentence.end(sentence.unfinished, seen.totals[row], seen.paths[row], penalty)
    sentence.totals, sentence.paths, sentence.parents, sentence.ids = [], [], [], []
    for minus_total, row, column in pool[: seen.width]:
        token = seen.top_ids[row][column]
        path = Node(seen.paths[row], token, seen.top_log_probs[row][column])
        if token == EOS:
            penalty = length_penalty(seen.number, seen.alpha)
            sentence.end(sentence.finished, -minus_total, path, penalty)
        else:
            sentence.go_on(-minus_total, path, row, token)


def _ending(sentence: _Sentence, number: int, options: DecodeOptions) -> Verdict | None:
    """Return why a sentence's search ends with this step; None if it goes on."""
    if not sentence.ids:
        return None
    if number == options.max_length:
        penalty = length_penalty(number, options.alpha)
        for total, path in zip(sentence.totals, sentence.paths, strict=True):
            sentence.end(sentence.unfinished, total, path, penalty)
        return "cut"
    highest_penalty = length_penalty(options.max_length, options.alpha)
    return "stopped" if sentence.is_settled(options.n_best, highest_penalty) else None


def _best(sentence: _Sentence, options: DecodeOptions) -> list[Hypothesis]:
    ended = [(e, True) for e in sentence.finished] + [(e, False) for e in sentence.unfinished]
    hypotheses = []
    for end, finished in ended[: options.n_best]:
        ids, log_probs = unroll(end.path)
        hypotheses.append(
            make_hypothesis(ids, log_probs, finished=finished, total=end.total, alpha=options.alpha)
        )
    return hypotheses
