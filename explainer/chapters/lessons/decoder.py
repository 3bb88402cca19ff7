"""The numbers of the lessons on masks and on search, computed as their pages compute them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from explainer.analysis.batch_masks import multiplied_after, teacher_loss
from explainer.analysis.beam_tree import CHOSEN, paths_of, telling_step
from explainer.analysis.interventions import Intervention
from explainer.decoding import Hypothesis, rerank
from explainer.frame.pickers import telling_head
from explainer.frame.view import View
from explainer.lessons.masks import PADDING, AfterRow, MasksFacts, TwoCells
from explainer.lessons.search import APART, WIDTH, Output, SearchFacts, Tried
from explainer.runs import beam as beam_runs
from explainer.runs import resources
from explainer.runs.batches import head_of, make_batch
from explainer.runs.beam import CandidatePools, hypotheses_of, options_of, pools_of
from explainer.runs.greedy import walk
from explainer.runs.resources import Changes, Ids
from explainer.tokenizer.tokenizer import PAD
from explainer.translation import Translation, prefix_of

EVERY: Final = ""  # instead of a step: all numbers, for a work sheet
LOSSES: Final = ("ahead", "padded", "open", EVERY)
TOP: Final = 4  # candidates of a greedy step
AHEAD: Final = (Intervention("unmask", "decoder"),)
UNPADDED: Final = (Intervention("unmask", "encoder"), Intervention("unmask", "cross"))


def masks_facts(view: View, translation: Translation, step: str) -> MasksFacts:
    """Only what `step` asks about is run."""
    mask = translation.trace["decoder.0.self_attn.mask"][0].astype(bool)
    weights = translation.attention("decoder")
    losses: tuple[float, ...] = (0.0,) * 4
    if step in LOSSES:
        source = translation.source.ids
        room = int(view.card.get("model", {}).get("max_positions", 0)) - len(source)
        padded = (*source, *(PAD,) * max(0, min(PADDING, room)))
        runs: tuple[tuple[Ids, Changes], ...] = (
            (source, ()),
            (padded, ()),
            (padded, AHEAD),
            (padded, UNPADDED),
        )
        losses = tuple(_loss(translation, ids, changes) for ids, changes in runs)
    return MasksFacts(
        places=len(mask),
        closed=int((~mask).sum()),
        first_weight=float(weights[-1, telling_head(translation, "decoder", -1), 0, 0]),
        second=_second(translation),
        after=_after(translation) if step in ("after", EVERY) else None,
        loss=losses[0],
        loss_padded=losses[1],
        loss_ahead=losses[2],
        loss_unpadded=losses[3],
    )


def _loss(translation: Translation, source: Ids, changes: Changes) -> float:
    run = resources.experiment(translation.model, source, translation.fed, changes)
    return teacher_loss(run["probs"], translation.predicted)


def _second(translation: Translation) -> TwoCells | None:
    """The second row of the head the page of one cell opens on."""
    layer = len(translation.attention("decoder")) - 1
    name = f"{prefix_of('decoder', layer)}.masked_scores"
    scores = translation.trace[name][telling_head(translation, "decoder", layer)]
    if len(scores) < 2:
        return None
    one, two = (float(np.exp(scores[1, key].astype(np.float64))) for key in (0, 1))
    return TwoCells((one, two), one / (one + two))


def _after(translation: Translation) -> AfterRow | None:
    """The row in the middle, in the head that looks ahead most when nothing stops it."""
    count = len(translation.fed)
    if count < 3:
        return None
    batch = make_batch(translation)
    layer, heads = (size - 1 for size in translation.attention("decoder").shape[:2])
    row = count // 2
    readings = [head_of(batch, "decoder", layer, head, 0) for head in range(heads + 1)]
    totals = [float(multiplied_after(one.scores, one.mask)[row].sum()) for one in readings]
    head = int(np.argmin(totals))
    raised = np.exp(readings[head].scores[row].astype(np.float64))
    seen = float(raised[readings[head].mask[row]].sum())
    return AfterRow(layer, layer, head, row, seen, float(raised.sum()) - seen, totals[head])


def search_facts(translation: Translation) -> SearchFacts:
    """Greedy search and the beam of the lesson, with the settings of the sentence bar."""
    greedy = walk(translation)
    step, _ = greedy.close_call
    log_probs = greedy.distribution(step)
    first = greedy.first(step)
    ranked = first + np.argsort(-log_probs[first:], kind="stable")[:TOP]
    names = beam_runs.tokens(translation, tuple(int(i) for i in ranked))
    options = options_of(translation, WIDTH)
    pools, outputs = pools_of(translation, options), hypotheses_of(translation, options)
    order = rerank(outputs, options.alpha, options.min_length) or rerank(outputs, options.alpha)
    usual = telling_step(pools, order[0].ids)
    number = clear_step(pools, (usual, *range(2, len(pools) + 1)))
    alone = options_of(translation, 1)
    single = rerank(hypotheses_of(translation, alone), alone.alpha, alone.min_length)
    rows = len(paths_of(pools[:1])[-1]) if len(pools) > 1 else 0
    return SearchFacts(
        step=step + 1,
        before=beam_runs.words(translation, [greedy.ids[:step]])[0],
        top=tuple(zip(names, np.exp(log_probs[ranked]).tolist(), strict=True)),
        probs=tuple(np.exp(greedy.log_probs).tolist()),
        tokens=greedy.tokens,
        greedy=beam_runs.words(translation, [greedy.ids])[0],
        same=bool(single) and single[0].ids == greedy.ids,
        rows=rows,
        pool=len(pools[1]) if rows else 0,
        beam_step=number,
        tried=_candidates(translation, pools, number),
        alpha=options.alpha,
        best=_output(translation, order[0]),
        short=_output(translation, min(order, key=lambda one: len(one.ids))),
        long=_output(translation, max(order, key=lambda one: len(one.ids))),
    )


def clear_step(pools: CandidatePools, steps: Sequence[int]) -> int:
    """The first of `steps` (from 1) whose last place was won by more than rounding hides."""
    for step in steps:
        kept = [one.total for one in pools[step - 1] if one.verdict in CHOSEN]
        cut = [one.total for one in pools[step - 1] if one.verdict not in CHOSEN]
        if kept and cut and kept[-1] - cut[0] >= APART:
            return step
    return steps[0]


def _candidates(translation: Translation, pools: CandidatePools, step: int) -> tuple[Tried, ...]:
    """The candidates of a step (from 1), best first."""
    pool = pools[step - 1]
    paths = paths_of(pools[: step - 1])[-1]
    before = beam_runs.words(translation, paths)
    tokens = beam_runs.tokens(translation, tuple(one.id for one in pool))
    return tuple(
        Tried(
            before[one.parent],
            token,
            one.total - one.log_prob,
            one.log_prob,
            one.verdict in CHOSEN,
        )
        for one, token in zip(pool, tokens, strict=True)
    )


def _output(translation: Translation, h: Hypothesis) -> Output:
    return Output(beam_runs.words(translation, [h.ids])[0], len(h.ids), h.total)
