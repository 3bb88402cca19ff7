"""Translate sentences in blocks, each row with measures of the model's confidence.

A sentence's result must not depend on its batch. First, sentences are grouped by their number
alone, GROUP consecutive ones at a time, so a file gives the same bytes for any block size and
partition. Second, a search whose outcome rounding in a batch could change is repeated alone
(`close`), so that the page of a single sentence agrees with its row in a table.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from explainer.analysis.last_cross import (
    CrossStatistics,
    cross_statistics,
    has_attention,
    last_cross_attention,
)
from explainer.batch.reading import Pair
from explainer.decoding import BOS, EOS, UNK, DecodeOptions, Hypothesis
from explainer.decoding.batches import Numbered, split_batches
from explainer.engine import Translator
from explainer.metrics.sentence import score_sentence
from explainer.translation import InputError, Reason

GROUP = 64  # sentences sorted by length and batched together: about a second of work
BLOCK = GROUP


@dataclass(frozen=True)
class Row:
    """One sentence with its translation. All numbers but `number` are None when `problem` is set.

    Fields:
        number: 1 for the first row.
        source, reference: as read; reference None if there is none.
        translation: "" if there is none because of a `problem`.
        problem, problem_found, problem_limit: see InputError; None, 0, 0 without a problem.
        bleu, chrf: of this sentence, 0..100, see score_sentence; only with a reference.
        log_prob_per_token: mean natural log-probability of the output tokens, including EOS.
        perplexity: exp(-log_prob_per_token).
        entropy: of the last layer's cross-attention in nats, mean over heads and over output tokens
            (including EOS): 0 if it attends to one source token, ln(source_tokens) if uniform.
            For a recurrent model that of its only attention; None, like coverage, without any.
        coverage: 0..1, how much of the source was attended to: mean over source tokens (without
            EOS) of min(1, attention received), summed over output tokens; last layer, mean over
            heads. Wu et al. 2016 (arXiv:1609.08144), equation 15 without its log.
        unk_share: share of source tokens (without EOS) that are not in the vocabulary.
        source_tokens, target_tokens: including EOS.
        score: the ranking score of the search, sum of log-probabilities over the length penalty.
        finished: whether the translation ended with EOS before the length limit.
        tokens: output tokens with natural log-probabilities, including EOS; not written to files.
    """

    number: int
    source: str
    reference: str | None
    translation: str
    problem: Reason | None = None
    problem_found: int = 0
    problem_limit: int = 0
    bleu: float | None = None
    chrf: float | None = None
    log_prob_per_token: float | None = None
    perplexity: float | None = None
    entropy: float | None = None
    coverage: float | None = None
    unk_share: float | None = None
    source_tokens: int | None = None
    target_tokens: int | None = None
    score: float | None = None
    finished: bool | None = None
    tokens: tuple[tuple[str, float], ...] = field(default=(), repr=False, compare=False)


def translate_rows(
    translator: Translator,
    pairs: Iterable[Pair],
    options: DecodeOptions,
    *,
    block: int = BLOCK,
    first: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Iterator[tuple[Row, ...]]:
    """Lazily yield rows in order, in blocks of `block`.

    A block is about a second of work (several for very long sentences), so a page can stop between
    blocks. `progress` is called within a block with the number of newly finished sentences; an
    exception from it stops the work. `first` is the number of the first pair. Length is limited
    only by the model's positions, as in Translator.translate_batch. Raises ValueError for a block
    below 1.
    """
    if block < 1:
        raise ValueError(f"block: {block} is below 1")
    options = replace(options, n_best=1)
    waiting: list[Row] = []
    for number, group in groups(pairs, first):
        waiting += translate_group(translator, group, options, number, progress)
        while len(waiting) >= block:
            yield tuple(waiting[:block])
            del waiting[:block]
    if waiting:
        yield tuple(waiting)


def groups(pairs: Iterable[Pair], first: int = 1) -> Iterator[tuple[int, list[Pair]]]:
    """Split pairs before numbers 1, 1 + GROUP, 1 + 2 GROUP, ...; yield (first number, group)."""
    rest = iter(pairs)
    number = first
    while group := list(islice(rest, GROUP - (number - 1) % GROUP)):
        yield number, group
        number += len(group)


def translate_group(
    translator: Translator,
    pairs: Sequence[Pair],
    options: DecodeOptions,
    first: int,
    progress: Callable[[int], None] | None = None,
) -> list[Row]:
    """Translate one group and return its rows."""
    rows: list[Row] = []
    sources: list[Numbered] = []
    for index, pair in enumerate(pairs):
        row = Row(first + index, pair.source, pair.reference, "")
        try:
            sources.append((index, translator.source_with_eos(pair.source)))
        except InputError as problem:
            row = replace(
                row,
                problem=problem.reason,
                problem_found=problem.found,
                problem_limit=problem.limit,
            )
        rows.append(row)
    if progress:
        progress(len(pairs) - len(sources))
    sources.sort(key=lambda item: (-len(item[1]), item[0]))
    for batch in split_batches(sources, options.rows):
        ids = [source for _, source in batch]
        best = search_group(translator, ids, options)
        fed = [(BOS, *hypothesis.ids[:-1]) for hypothesis in best]
        attended: list[CrossStatistics | None] = [None] * len(batch)
        if has_attention(translator.sizes):
            pairs_of_ids = list(zip(ids, fed, strict=True))
            attended = [
                cross_statistics(w) for w in last_cross_attention(translator.network, pairs_of_ids)
            ]
        for (index, source), hypothesis, attention in zip(batch, best, attended, strict=True):
            text = translator.output_text(hypothesis.ids, rows[index].source)
            tokens = zip(translator.tokens(hypothesis.ids), hypothesis.log_probs, strict=True)
            row = replace(rows[index], translation=text, tokens=tuple(tokens))
            rows[index] = with_measures(row, source, hypothesis, attention)
        if progress:
            progress(len(batch))
    language = str(translator.card.get("target", "en"))
    return [with_scores(row, language) for row in rows]


def search_group(
    translator: Translator, sources: Sequence[Sequence[int]], options: DecodeOptions
) -> list[Hypothesis]:
    """Return the best hypothesis of each sentence, independent of the batch (see module)."""
    within = translator.within_limits(options)
    if options.method == "greedy":
        # The same search with less memory: greedy steps keep whole distributions.
        within = replace(within, method="beam", width=1)
    results = translator.search_each(sources, within, keep=within.method == "beam")
    return [result.hypotheses[0][0] for result in results]


def with_measures(
    row: Row, source: Sequence[int], best: Hypothesis, attention: CrossStatistics | None
) -> Row:
    """Add the measures of the model's confidence to a row with a translation."""
    mean = best.total / max(1, len(best.ids))
    return replace(
        row,
        log_prob_per_token=mean,
        perplexity=math.exp(min(-mean, 700.0)),
        entropy=attention.entropy if attention else None,
        coverage=attention.coverage if attention else None,
        unk_share=sum(i == UNK for i in source) / max(1, len(source) - 1),
        source_tokens=len(source),
        target_tokens=len(best.ids),
        score=best.score,
        finished=best.ids[-1:] == (EOS,),
    )


def with_scores(row: Row, language: str) -> Row:
    """Add BLEU and chrF to a row with a translation and a reference."""
    if row.problem is not None or row.reference is None:
        return row
    score = score_sentence(row.translation, row.reference, language)
    return replace(row, bleu=score.bleu, chrf=score.chrf)
