"""Sentences translated in blocks, each with the numbers that say how sure the model was.

What a sentence gets must not depend on its company. Two things see to that. Sentences are grouped
for the model by their number alone, GROUP consecutive ones at a time, so a file gives the same
bytes in blocks of any size and cut in any parts. And a search that company could tip over is
searched again alone (`close`), so that the page of one sentence shows what its row in a table says.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from explainer.analysis.last_cross import Looks, has_attention, last_cross_attention, looks
from explainer.batch.reading import Pair
from explainer.decoding import BOS, EOS, UNK, DecodeOptions, Hypothesis
from explainer.decoding.batches import Numbered, split_batches
from explainer.engine import Translator
from explainer.metrics.sentence import score_sentence
from explainer.translation import InputError, Reason

GROUP = 64  # sentences that are sorted by length and batched together: about a second of work
BLOCK = GROUP


@dataclass(frozen=True)
class Row:
    """One sentence with its translation. All numbers but `number` are None when `problem` is set.

    Fields:
        number: 1 for the first row.
        source, reference: as read; reference None where there is none.
        translation: "" when `problem` says why there is none.
        problem, problem_found, problem_limit: see InputError; None, 0, 0 when all is well.
        bleu, chrf: of this sentence, 0..100, see score_sentence; only with a reference.
        log_prob_per_token: mean natural log-probability of the tokens written, EOS among them.
        perplexity: exp of minus that.
        entropy: of the last layer's cross-attention, nats: the mean over heads and over the tokens
            written (EOS among them). 0 looks at one source token; ln(source_tokens) at all alike.
            Of a recurrent model its one attention; None, as coverage is, where it has none.
        coverage: 0..1, how much of the source was looked at: the mean over source tokens (EOS left
            out) of min(1, attention it got), attention of the last layer, mean over heads, summed
            over the tokens written. Wu et al. 2016 (arXiv:1609.08144), equation 15 without its log.
        unk_share: share of source tokens (EOS left out) that the vocabulary does not have.
        source_tokens, target_tokens: with EOS.
        score: what the search ranked by: sum of log-probabilities over the length penalty.
        finished: the translation ended by itself, not at the length limit.
        tokens: those written with their natural log-probabilities, EOS among them; in no file.
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
    """Rows in their order, in blocks of `block`; nothing is computed until it is asked for.

    A block is about a second of work (sentences as long as the model takes: several), so a page
    can stop between two. `progress` is called inside a block, with how many more sentences are
    done; what it raises ends the work. `first` is the number of the first pair. The only limit of
    length is the model's positions, as in Translator.translate_batch. Raises ValueError for a
    block below 1.
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
    """The pairs cut before numbers 1, 1 + GROUP, 1 + 2 GROUP, ...: (number of its first, group)."""
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
    """The rows of one group."""
    rows: list[Row] = []
    sources: list[Numbered] = []
    for place, pair in enumerate(pairs):
        row = Row(first + place, pair.source, pair.reference, "")
        try:
            sources.append((place, translator.batch_source(pair.source)))
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
        seen: list[Looks | None] = [None] * len(batch)
        if has_attention(translator.sizes):
            pairs_of_ids = list(zip(ids, fed, strict=True))
            seen = [looks(w) for w in last_cross_attention(translator.network, pairs_of_ids)]
        for (place, source), hypothesis, one in zip(batch, best, seen, strict=True):
            text = translator.written(hypothesis.ids, rows[place].source)
            tokens = zip(translator.tokens(hypothesis.ids), hypothesis.log_probs, strict=True)
            row = replace(rows[place], translation=text, tokens=tuple(tokens))
            rows[place] = with_measures(row, source, hypothesis, one)
        if progress:
            progress(len(batch))
    language = str(translator.card.get("target", "en"))
    return [with_scores(row, language) for row in rows]


def search_group(
    translator: Translator, sources: Sequence[Sequence[int]], options: DecodeOptions
) -> list[Hypothesis]:
    """The best hypothesis of each sentence, the same in any company (see the top of the file)."""
    within = translator.within_limits(options)
    if options.method == "greedy":
        # The same search, whose steps keep little where greedy ones keep whole distributions.
        within = replace(within, method="beam", width=1)
    results = translator.search_each(sources, within, keep=within.method == "beam")
    return [result.hypotheses[0][0] for result in results]


def with_measures(row: Row, source: Sequence[int], best: Hypothesis, seen: Looks | None) -> Row:
    mean = best.total / max(1, len(best.ids))
    return replace(
        row,
        log_prob_per_token=mean,
        perplexity=math.exp(min(-mean, 700.0)),
        entropy=seen.entropy if seen else None,
        coverage=seen.coverage if seen else None,
        unk_share=sum(i == UNK for i in source) / max(1, len(source) - 1),
        source_tokens=len(source),
        target_tokens=len(best.ids),
        score=best.score,
        finished=best.ids[-1:] == (EOS,),
    )


def with_scores(row: Row, language: str) -> Row:
    """With BLEU and chrF where there is something to score."""
    if row.problem is not None or row.reference is None:
        return row
    score = score_sentence(row.translation, row.reference, language)
    return replace(row, bleu=score.bleu, chrf=score.chrf)
