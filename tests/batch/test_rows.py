"""Rows: the engine's own numbers, and the same ones in any company."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import sacrebleu

from explainer.analysis.last_cross import last_cross_attention
from explainer.batch import rows
from explainer.batch.reading import Pair
from explainer.batch.rows import Row, translate_rows
from explainer.decoding import DecodeOptions, close
from explainer.engine import Translator

GROUP = 16
FEW = DecodeOptions(width=3, n_best=3, max_length=12)


def flat(blocks: object) -> list[Row]:
    return [row for block in blocks for row in block]  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def small_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    """45 pairs are two groups of 16 and a part of a third."""
    monkeypatch.setattr(rows, "GROUP", GROUP)


@pytest.fixture(scope="module")
def found(tiny: Translator, pairs: list[Pair]) -> list[Row]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "GROUP", GROUP)
        return flat(translate_rows(tiny, pairs, FEW))


def test_every_pair_has_its_row_in_order(found: list[Row], pairs: list[Pair]) -> None:
    assert [row.number for row in found] == list(range(1, len(pairs) + 1))
    assert [(row.source, row.reference) for row in found] == pairs
    assert {row.problem for row in found} == {None, "empty", "no_known_tokens", "too_long_tokens"}
    for row in found:
        numbers = (row.log_prob_per_token, row.entropy, row.coverage, row.target_tokens, row.score)
        assert (row.problem is None) == all(value is not None for value in numbers)
        assert (row.bleu is None) == (row.problem is not None or row.reference is None)


@pytest.mark.parametrize("method", ["beam", "greedy", "sample"])
def test_numbers_are_those_of_the_single_translation(tiny, pairs, method):
    options = replace(FEW, method=method)
    for row in flat(translate_rows(tiny, pairs[:12], options)):
        if row.problem is not None:
            continue
        alone = tiny.translate(row.source, options)
        best = alone.hypotheses[0]
        assert row.translation == alone.text
        assert row.finished == best.finished
        assert (row.source_tokens, row.target_tokens) == (len(alone.source), len(best.ids))
        assert row.score == pytest.approx(best.score, abs=1e-5)
        assert row.log_prob_per_token == pytest.approx(best.total / len(best.ids), abs=1e-5)
        assert row.perplexity == pytest.approx(math.exp(-best.total / len(best.ids)), rel=1e-4)
        assert row.unk_share == alone.unk_share
        check_attention(row, alone.attention("cross")[-1])
        theirs = sacrebleu.sentence_bleu(
            alone.text, [row.reference or ""], use_effective_order=True
        )
        assert row.bleu == pytest.approx(theirs.score)


def check_attention(row: Row, weights_HTS: np.ndarray) -> None:
    """Entropy and coverage by their definitions, cell by cell."""
    heads, steps, tokens = weights_HTS.shape
    entropy = [
        -sum(float(a) * math.log(a) for a in weights_HTS[h, t] if a > 0)
        for h in range(heads)
        for t in range(steps)
    ]
    assert row.entropy == pytest.approx(sum(entropy) / len(entropy), abs=1e-5)
    mean_TS = weights_HTS.astype(float).mean(axis=0)
    covered = [min(1.0, sum(mean_TS[:, s])) for s in range(tokens - 1)]
    assert row.coverage == pytest.approx(sum(covered) / len(covered), abs=1e-5)
    assert 0 <= (row.entropy or 0) <= math.log(tokens) + 1e-6


@pytest.mark.parametrize("block", [1, 20, GROUP, 1000])
def test_the_size_of_a_block_changes_nothing(tiny, pairs, found, block):
    blocks = list(translate_rows(tiny, pairs, FEW, block=block))
    assert [len(b) for b in blocks[:-1]] == [block] * (len(blocks) - 1)
    assert flat(blocks) == found  # every digit


@pytest.mark.parametrize("cut", [1, GROUP - 1, GROUP, GROUP + 6, 44])
def test_where_work_was_interrupted_changes_no_text(tiny, pairs, found, cut):
    """Cut at a group every digit is the same, elsewhere the texts are."""
    rest = flat(translate_rows(tiny, pairs[cut:], FEW, first=cut + 1))
    assert [row.translation for row in rest] == [row.translation for row in found[cut:]]
    after = -(-cut // GROUP) * GROUP
    assert rest[after - cut :] == found[after:]


def test_nothing_is_done_before_it_is_asked_for(tiny: Translator, pairs: list[Pair]) -> None:
    asked = 0

    def counted() -> object:
        nonlocal asked
        for pair in pairs:
            asked += 1
            yield pair

    done: list[int] = []
    blocks = translate_rows(
        tiny,
        counted(),  # type: ignore[arg-type]
        FEW,
        block=GROUP,
        progress=done.append,
    )
    assert asked == 0
    next(blocks)
    assert asked == GROUP and sum(done) == GROUP


def test_a_raising_progress_ends_the_work(tiny: Translator, pairs: list[Pair]) -> None:
    class Stop(Exception):
        pass

    def stop(_: int) -> None:
        raise Stop

    with pytest.raises(Stop):
        next(translate_rows(tiny, pairs, FEW, progress=stop))


def test_an_impossible_block_is_refused(tiny: Translator) -> None:
    with pytest.raises(ValueError, match="block"):
        next(translate_rows(tiny, [], FEW, block=0))
    assert not list(translate_rows(tiny, [], FEW))


def test_a_close_search_is_done_again_alone(tiny, pairs, monkeypatch):
    """With every search called close, each row has the very digits of the single translation."""
    searched: list[int] = []
    search = Translator.search

    def watched(self: Translator, sources: Sequence[Sequence[int]], *a: Any, **k: Any) -> Any:
        searched.append(len(sources))
        return search(self, sources, *a, **k)

    monkeypatch.setattr(Translator, "search", watched)
    monkeypatch.setattr(close, "CLOSE", math.inf)
    some = flat(translate_rows(tiny, pairs[:5], FEW))
    assert searched == [5, 1, 1, 1, 1, 1]
    for row in some:
        assert row.score == tiny.translate(row.source, FEW).hypotheses[0].score
    searched.clear()
    monkeypatch.setattr(close, "CLOSE", 0.0)
    flat(translate_rows(tiny, pairs[:5], FEW))
    assert searched == [5]


@pytest.mark.parametrize("width", [1, 2, 4])
def test_what_is_close_is_found(tiny: Translator, pairs: list[Pair], width: int) -> None:
    options = DecodeOptions(width=width, n_best=1, max_length=12)
    for pair in pairs[:5]:
        result = tiny.search([tiny.source_with_eos(pair.source)], options, keep=True)
        gaps = []
        for step in result.steps:
            totals = [c.total for c in step.pool(0)]
            if len(totals) > width:
                gaps.append(totals[width - 1] - totals[width])
        scores = [h.score for h in result.finished(0)]
        if not any(h.finished for h in result.finished(0)):
            last = sorted((c.total for c in result.steps[-1].pool(0)), reverse=True)
            scores = last[:2]
        gaps += [a - b for a, b in zip(scores, scores[1:], strict=False)][:1]
        smallest = min(gaps)
        for limit, expected in ((smallest * 1.01, True), (smallest * 0.99, False)):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(close, "CLOSE", limit)
                assert close.has_close_call(result.steps, 0) is expected


def test_padding_takes_no_part_in_attention(tiny: Translator) -> None:
    rows_ = [((9, 8, 7, 3), (2, 5, 6)), ((9, 3), (2,)), ((4, 5, 6, 7, 8, 3), (2, 9))]
    together = last_cross_attention(tiny.model, rows_)
    for weights, row in zip(together, rows_, strict=True):
        assert weights.shape == (4, len(row[1]), len(row[0]))
        assert weights.sum(axis=-1) == pytest.approx(1, abs=1e-6)
        (alone,) = last_cross_attention(tiny.model, [row])
        assert weights == pytest.approx(alone, abs=1e-6)
        name = f"decoder.{tiny.config.n_decoder_layers - 1}.cross_attn.weights"
        assert weights == pytest.approx(tiny.run(*row)[name], abs=1e-6)
    with pytest.raises(ValueError):
        last_cross_attention(tiny.model, [])
