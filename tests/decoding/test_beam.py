"""Beam search against full enumeration, against greedy search, and against its own records."""

import math
from collections import Counter
from dataclasses import replace

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from explainer.decoding import EOS, BeamStep, DecodeOptions, Hypothesis, beam_steps, decode, rerank
from explainer.decoding.rows import FIRST, top_of_rows
from tests.decoding.toy import Toy, WideOptions, fixed

ALPHAS = [0.0, 0.6, 1.0, 2.5]


def ids_of(hypotheses: list[Hypothesis]) -> list[tuple[int, ...]]:
    return [h.ids for h in hypotheses]


def kept_steps(toy: Toy, n: int, options: DecodeOptions) -> list[BeamStep]:
    steps = decode(toy.step, n, options, keep=True).steps
    return [step for step in steps if isinstance(step, BeamStep)]


def assert_same(found: list[Hypothesis], expected: list[Hypothesis]) -> None:
    assert ids_of(found) == ids_of(expected)
    for a, b in zip(found, expected, strict=True):
        assert (a.finished, a.log_probs) == (b.finished, b.log_probs)
        assert a.score == pytest.approx(b.score, abs=1e-12)


def test_a_beam_of_the_allowed_width_finds_the_best_of_all() -> None:
    for seed in range(40):
        for alpha in ALPHAS:
            # Two steps over three tokens: at most 6 continuations in a pool.
            options = DecodeOptions(width=8, n_best=1, alpha=alpha, max_length=2)
            found = decode(Toy(seed).step, 1, options).hypotheses[0]
            assert_same(found, Toy(seed).everything(0, options)[:1])


@settings(max_examples=60)
@given(
    seed=st.integers(0, 10**6),
    n_vocab=st.integers(5, 7),
    alpha=st.floats(0, 3),
    lengths=st.tuples(st.integers(0, 4), st.integers(1, 4)).map(sorted),
    n_best=st.integers(1, 9),
    zeros=st.sampled_from([0.0, 0.3, 0.7]),
)
def test_enumeration_fuzzed(seed, n_vocab, alpha, lengths, n_best, zeros):
    toy = Toy(seed, n_vocab, zeros=zeros)
    options = WideOptions(
        width=400, n_best=n_best, alpha=alpha, min_length=lengths[0], max_length=lengths[1]
    )
    found = decode(toy.step, 1, options).hypotheses[0]
    assert_same(found, toy.everything(0, options)[:n_best])


@pytest.mark.parametrize("coarse", [False, True])
@pytest.mark.parametrize("zeros", [0.0, 0.4])
@pytest.mark.parametrize("alpha", ALPHAS)
def test_width_one_is_greedy(coarse: bool, zeros: float, alpha: float) -> None:
    for min_length in (0, 3):
        toy = Toy(11, 7, tuple(range(25)), coarse, zeros)
        beam = DecodeOptions(width=1, n_best=1, alpha=alpha, min_length=min_length, max_length=9)
        greedy = replace(beam, method="greedy")
        found = decode(toy.fresh().step, 25, beam).hypotheses
        assert found == decode(toy.fresh().step, 25, greedy).hypotheses
        # and step by step: the same rows leave at the same time
        one, other = toy.fresh(), toy.fresh()
        decode(one.step, 25, beam)
        decode(other.step, 25, greedy)
        assert one.n_rows == other.n_rows


def test_every_total_is_the_sum_along_its_path() -> None:
    toy = Toy(4, 9, (0, 1, 2), zeros=0.2)
    options = DecodeOptions(width=5, min_length=3, max_length=8)
    n_candidates = 0
    for step in kept_steps(toy, 3, options):
        for c in step.candidates:
            ids = (*step.prefix(c.sentence, c.parent), c.id)
            assert len(ids) == step.number
            assert c.total == pytest.approx(toy.total(c.sentence, ids), abs=1e-12)
            assert c.log_prob == toy.table(c.sentence, ids[:-1])[c.id]
            n_candidates += 1
    assert n_candidates > 100


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("coarse", [False, True])
def test_verdicts_add_up(seed: int, coarse: bool) -> None:
    width = 3
    options = DecodeOptions(width=width, n_best=2, min_length=3, max_length=7)
    toy = Toy(seed, 9, (0, 1), coarse)
    result = decode(toy.step, 2, options, keep=True)
    steps = [step for step in result.steps if isinstance(step, BeamStep)]
    for sentence in (0, 1):
        pools = [step.pool(sentence) for step in steps if sentence in step.rows]
        for number, (step, pool) in enumerate(zip(steps, pools, strict=False), start=1):
            count = Counter(c.verdict for c in pool)
            chosen = [c for c in pool if c.verdict not in ("pruned", "too_short")]
            # The pool: 2 x width tokens of every live row, ordered.
            assert len(pool) == min(2 * width, 6) * len(step.rows[sentence])
            assert [c.rank for c in pool] == list(range(1, len(pool) + 1))
            assert [c.total for c in pool] == sorted((c.total for c in pool), reverse=True)
            assert len(chosen) == min(width, len(pool) - count["too_short"])
            assert all(p.rank > chosen[-1].rank for p in pool if p.verdict == "pruned")
            refused = [c for c in pool if c.id == EOS and number < 3]
            assert count["too_short"] == len(refused)
            assert all((c.verdict == "finished") == (c.id == EOS) for c in chosen)
            # What is kept is what the next step continues, in this order.
            kept = [c for c in pool if c.verdict == "kept"]
            assert [c.row for c in kept] == list(range(len(kept)))
            goes_on = number < len(pools)
            assert bool(kept) == goes_on
            if goes_on:
                after = steps[number]
                expected = [(*step.prefix(sentence, c.parent), c.id) for c in kept]
                rows = range(len(after.rows[sentence]))
                assert [after.prefix(sentence, row) for row in rows] == expected
            elif number == 7:
                assert not count["stopped"]
            else:
                assert not count["cut"]
        finished = result.finished(sentence)
        assert len(finished) == sum(c.verdict == "finished" for pool in pools for c in pool)
        returned = result.hypotheses[sentence]
        assert returned[: len(finished)] == finished[: len(returned)]
    assert steps[0].pool(7) == ()


def test_reranking_is_the_search_where_the_beam_is_exhaustive() -> None:
    for seed in range(6):
        wide = WideOptions(width=64, n_best=64, alpha=0.6, max_length=4)
        found = decode(Toy(seed).step, 1, wide, keep=True)
        for alpha in ALPHAS:
            for min_length in (0, 2, 4):
                again = replace(wide, alpha=alpha)
                searched = decode(Toy(seed).step, 1, again).hypotheses[0]
                searched = [h for h in searched if not h.finished or len(h.ids) >= min_length]
                assert rerank(found.hypotheses[0], alpha, min_length) == searched
                longer = replace(again, min_length=min_length)
                best = decode(Toy(seed).step, 1, longer).hypotheses[0]
                assert ids_of(rerank(found.hypotheses[0], alpha, min_length)) == ids_of(best)
        assert rerank(found.finished(0), 0.6) == found.finished(0)


def test_the_search_stops_as_soon_as_nothing_can_win_and_not_before():
    # EOS has 0.6 at step 1; what goes on loses at least ln 4 a step.
    row = [0.0, 0.0, 0.0, 0.6, 0.25, 0.15]
    base = DecodeOptions(width=2, n_best=1, alpha=0.0, max_length=50)
    result = decode(fixed(row), 1, base, keep=True)
    assert len(result.steps) == 1
    assert [c.verdict for c in result.steps[0].pool(0)] == ["finished", "stopped", "pruned"]
    # With a penalty that favours length the same totals are not decisive yet.
    longer = replace(base, alpha=1.0)
    n_steps = len(decode(fixed(row), 1, longer, keep=True).steps)
    # the bound: step t holds t ln 0.25 at best, over lp(50) = 55/6, against ln 0.6 / lp(1)
    assert n_steps == math.ceil(math.log(0.6) * (55 / 6) / math.log(0.25)) == 4
    # A late winner is not lost: after the first step the other branch is certain.
    late = fixed([0.0, 0.0, 0.0, 0.5, 0.5], *[[0.0, 0.0, 0.0, 1e-6, 1 - 1e-6]] * 5, [0, 0, 0, 1, 0])
    best = decode(late, 1, longer).hypotheses[0][0]
    assert best.ids == (4,) * 6 + (EOS,)


def test_max_length_cuts_and_unfinished_hypotheses_come_last() -> None:
    step = fixed([0.0, 0.0, 0.0, 0.01, 0.59, 0.4])
    options = DecodeOptions(width=8, n_best=8, max_length=3)
    result = decode(step, 1, options, keep=True)
    found = result.hypotheses[0]
    assert [h.finished for h in found] == sorted((h.finished for h in found), reverse=True)
    assert {h.finished for h in found} == {True, False}
    assert found[0].score < found[-1].score
    assert all(len(h.ids) == 3 for h in found if not h.finished)
    assert {c.verdict for c in result.steps[-1].pool(0)} == {"cut", "pruned"}
    assert len(result.steps) == 3


def test_ties_go_to_the_better_parent_and_then_to_the_lower_id() -> None:
    uniform = [0.0, 0.0, 0.0] + [1 / 32] * 32
    steps = beam_steps(fixed(uniform), 1, DecodeOptions(width=3, n_best=1, min_length=3))
    assert [c.id for c in next(steps).pool(0)] == [3, 4, 5, 6, 7, 8]
    pool = next(steps).pool(0)
    assert [(c.parent, c.id) for c in pool if c.parent < 2] == [
        (parent, token) for parent in (0, 1) for token in (3, 4, 5, 6, 7, 8)
    ]
    assert [c.row for c in pool if c.verdict == "kept"] == [0, 1, 2]
    assert [c.verdict for c in pool[:4]] == ["too_short", "kept", "kept", "kept"]


def test_a_dead_end_counts_as_unfinished() -> None:
    options = DecodeOptions(width=2, n_best=2, min_length=3)
    step = fixed([0.0, 0.0, 0.0, 0.0, 0.75, 0.25], [0.0, 0.0, 0.0, 1.0, 0.0, 0.0])
    found = decode(step, 1, options).hypotheses[0]
    assert [(h.ids, h.finished) for h in found] == [((4,), False), ((5,), False)]


def test_plain_search_builds_no_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("a candidate was built")

    for method in ("greedy", "beam", "sample"):
        options = DecodeOptions(method=method, max_length=8)
        monkeypatch.setattr("explainer.decoding.steps.Candidate", refuse)
        result = decode(Toy(0, 9).step, 1, options, keep=True)
        with pytest.raises(AssertionError, match="built"):
            _ = result.steps[0].candidates
        monkeypatch.undo()
        assert result.steps[0].candidates


@pytest.mark.parametrize("levels", [0, 3000, 40])
def test_the_best_of_many_long_rows_are_those_of_a_whole_sort(levels: int) -> None:
    """Such rows are searched block by block; with few levels many values are equal."""
    generator = torch.Generator().manual_seed(levels)
    logits_RV = torch.randn(40, 3000, generator=generator)
    if levels:
        logits_RV = torch.randint(levels, logits_RV.shape, generator=generator).float()
    logits_RV[3, 7:] = -math.inf
    values, ids = top_of_rows(logits_RV, 8)
    for logits, found, value in zip(logits_RV.tolist(), ids, values, strict=True):
        alive = [i for i in range(FIRST, 3000) if logits[i] > -math.inf]
        best = sorted(alive, key=lambda i: (-logits[i], i))[:8]
        assert found == best and value == [logits[i] for i in best]
