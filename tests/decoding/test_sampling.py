"""Sampling: filters against their definition, draws against their probabilities."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explainer.decoding import (
    EOS,
    DecodeOptions,
    SampleStep,
    apply_temperature,
    decode,
    filter_distribution,
    sample_steps,
)
from explainer.decoding.truncation import draw_token
from tests.decoding.toy import Toy, fixed


def naive_filter(
    log_probs: list[float], temperature: float, top_k: int, top_p: float
) -> list[float]:
    """Top-k and top-p as one would write them down, one token at a time."""
    weights = [math.exp(value / temperature) for value in log_probs]
    probs = [weight / sum(weights) for weight in weights]
    order = sorted(range(len(probs)), key=lambda i: (-probs[i], i))
    kept: list[int] = []
    mass = 0.0
    for place, token in enumerate(order):
        if (top_k and place >= top_k) or (top_p < 1 and mass >= top_p):
            break
        kept.append(token)
        mass += probs[token]
    return [probs[i] / mass if i in kept else 0.0 for i in range(len(probs))]


@settings(max_examples=200)
@given(
    weights=st.lists(st.integers(1, 50), min_size=1, max_size=12),
    temperature=st.floats(0.2, 5),
    top_k=st.integers(0, 14),
    top_p=st.one_of(st.just(1.0), st.floats(0.05, 0.98)),
)
def test_filters_follow_their_definition(weights, temperature, top_k, top_p):
    log_probs = np.log(np.array(weights) / sum(weights))
    expected = naive_filter(log_probs.tolist(), temperature, top_k, top_p)
    # A sum that equals p but for rounding may fall on either side.
    sums = np.cumsum(sorted(apply_temperature(log_probs, temperature), reverse=True))
    if np.abs(sums - top_p).min() < 1e-9 and top_p < 1:
        return
    probs, kept = filter_distribution(log_probs, temperature, top_k, top_p)
    assert probs == pytest.approx(expected, abs=1e-12)
    assert kept.tolist() == [p > 0 for p in expected]


def test_worked_example() -> None:
    log_probs = np.log([0.4, 0.3, 0.2, 0.1])
    assert filter_distribution(log_probs, top_k=2)[0] == pytest.approx([4 / 7, 3 / 7, 0, 0])
    assert filter_distribution(log_probs, top_p=0.75)[0] == pytest.approx([4 / 9, 3 / 9, 2 / 9, 0])
    # Both filters look at the whole distribution: p is not measured within the k.
    both = filter_distribution(log_probs, top_k=2, top_p=0.6)[1]
    assert both.tolist() == [True, True, False, False]
    sharper = filter_distribution(log_probs, temperature=0.5)[0]
    assert sharper == pytest.approx(np.array([16, 9, 4, 1]) / 30)
    without = filter_distribution(log_probs, forbidden=[0])[0]
    assert without == pytest.approx([0, 3 / 6, 2 / 6, 1 / 6])


def test_filters_work_on_a_whole_run_and_leave_it_alone() -> None:
    stored = np.log(np.random.default_rng(0).dirichlet(np.ones(9), size=(2, 5)))
    before = stored.copy()
    probs, kept = filter_distribution(stored, 0.7, 4, 0.8, forbidden=[1])
    for index in np.ndindex(2, 5):
        one, one_kept = filter_distribution(stored[index], 0.7, 4, 0.8, forbidden=[1])
        assert (probs[index] == one).all()
        assert (kept[index] == one_kept).all()
    assert (stored == before).all()
    assert probs.sum(axis=-1) == pytest.approx(np.ones((2, 5)))


def test_extreme_distributions() -> None:
    log_probs = np.array([-math.inf, 0.0, -math.inf, -800.0])
    assert apply_temperature(log_probs, 1e-300).tolist() == [0, 1, 0, 0]
    assert apply_temperature(log_probs, 1e300)[[1, 3]] == pytest.approx([0.5, 0.5])
    assert apply_temperature([-5.0, -2.0, -2.0], 0).tolist() == [0, 1, 0]
    # a forbidden token with nearly all the probability does not drown the others
    assert filter_distribution([0.0, -900.0, -901.0], 0.01, forbidden=[0])[0][1] == 1
    probs, kept = filter_distribution([-math.inf] * 3, top_k=1)
    assert not probs.any()
    assert not kept.any()
    assert not apply_temperature([-math.inf] * 3, 0).any()
    for bad in (math.nan, math.inf):
        with pytest.raises(ValueError, match="NaN"):
            filter_distribution([-1.0, bad])
    settings_out_of_range = ({"top_k": -1}, {"top_p": 0.0}, {"top_p": 2.0}, {"temperature": -1.0})
    for wrong in settings_out_of_range:
        with pytest.raises(ValueError, match=next(iter(wrong))):
            filter_distribution([-1.0, -1.0], **wrong)


@pytest.mark.parametrize("temperature", [0.0, 1e-9])
def test_temperature_towards_zero_is_greedy(temperature: float) -> None:
    sampled = DecodeOptions(method="sample", temperature=temperature, max_length=9, min_length=2)
    greedy = DecodeOptions(method="greedy", max_length=9, min_length=2)
    sentences = tuple(range(15))
    found = decode(Toy(6, 9, sentences).step, 15, sampled).hypotheses
    assert found == decode(Toy(6, 9, sentences).step, 15, greedy).hypotheses


@pytest.mark.parametrize(
    ("temperature", "top_k", "top_p"), [(1.0, 0, 1.0), (1.7, 4, 1.0), (0.8, 0, 0.85)]
)
def test_frequencies_follow_the_probabilities(temperature: float, top_k: int, top_p: float) -> None:
    n = 4000
    options = DecodeOptions(
        method="sample", temperature=temperature, top_k=top_k, top_p=top_p, max_length=1
    )
    row = [0.02, 0.06, 0.02, 0.1, 0.3, 0.2, 0.15, 0.1, 0.05]
    step = next(sample_steps(fixed(row), n, options, seeds=range(n)))
    chances = step.chances(0)
    possible = np.flatnonzero(chances)
    count = Counter(step.ids)
    assert set(count) <= set(possible.tolist())
    observed = np.array([count[int(i)] for i in possible])
    expected = chances[possible] * n
    chi_square = ((observed - expected) ** 2 / expected).sum()
    # 99.9 % quantiles of chi-square with 1 to 5 degrees of freedom; the seeds are fixed.
    assert chi_square < [10.83, 13.82, 16.27, 18.47, 20.52][len(possible) - 2]
    assert len(possible) >= 4


def test_the_seed_decides() -> None:
    def ids(seed: int, max_length: int = 12) -> tuple[int, ...]:
        options = DecodeOptions(method="sample", seed=seed, max_length=max_length)
        return decode(Toy(1, 30).step, 1, options).hypotheses[0][0].ids

    assert ids(7) == ids(7)
    assert len({ids(seed) for seed in range(20)}) > 15
    # the length limit cuts the same sample
    assert all(ids(seed, 3) == ids(seed)[:3] for seed in range(20))


def test_several_samples_of_one_sentence_in_one_batch() -> None:
    options = DecodeOptions(method="sample", max_length=8)
    batch = decode(Toy(1, 20, (0,) * 4).step, 4, options, seeds=[3, 5, 3, 6])
    found = [h.ids for (h,) in batch.hypotheses]
    alone = [
        decode(Toy(1, 20).step, 1, DecodeOptions(method="sample", max_length=8, seed=seed))
        for seed in (3, 5, 3, 6)
    ]
    assert found == [result.hypotheses[0][0].ids for result in alone]
    assert found[0] == found[2] != found[1]
    with pytest.raises(ValueError, match="seeds"):
        sample_steps(Toy(1).step, 2, options, seeds=[1])
    with pytest.raises(ValueError, match="greedy"):
        decode(Toy(1).step, 1, DecodeOptions(method="greedy"), seeds=[1])


def test_steps_say_which_filter_dropped_what() -> None:
    options = DecodeOptions(method="sample", top_k=3, top_p=0.7, min_length=2, max_length=2)
    row = [0.0, 0.2, 0.0, 0.24, 0.24, 0.2, 0.08, 0.04]
    result = decode(fixed(row), 1, options, keep=True)
    first, second = result.steps
    assert isinstance(first, SampleStep)
    assert isinstance(second, SampleStep)
    # UNK is forbidden and EOS too short: 0.24 + 0.2 of the remaining 0.56 reach 0.7 of it.
    verdicts = {c.id: c.verdict for c in first.candidates}
    chosen = first.ids[0]
    assert chosen in (4, 5)
    other = 9 - chosen
    assert verdicts == {3: "too_short", chosen: "kept", other: "not_drawn", 6: "top_p", 7: "top_k"}
    assert first.chances(0)[[4, 5]] == pytest.approx([0.24 / 0.44, 0.2 / 0.44])
    assert [c.rank for c in first.candidates] == [1, 2, 3, 4, 5]
    # Now EOS counts: 0.24 + 0.24 + 0.2 of 0.8 reach 0.7 of it.
    last = {c.id: c.verdict for c in second.candidates}
    assert second.ids[0] in (3, 4, 5)
    assert last[second.ids[0]] == ("finished" if second.ids[0] == EOS else "cut")
    assert (last[6], last[7]) == ("top_k", "top_k")
    assert second.chances(0)[[3, 4, 5]].sum() == pytest.approx(1)
    # The log-probability of the output is the model's, not the filtered one.
    (hypothesis,) = result.hypotheses[0]
    assert hypothesis.total == pytest.approx(sum(math.log(row[i]) for i in hypothesis.ids))
    drawn = next(c for c in second.candidates if c.id == second.ids[0])
    assert drawn.total == pytest.approx(hypothesis.total)
    assert drawn.chance == pytest.approx(row[drawn.id] / 0.68)


def test_the_drawn_token_is_shown_with_its_rank_even_below_the_ten() -> None:
    options = DecodeOptions(method="sample", temperature=50.0, max_length=1)
    toy = Toy(1, 60, tuple(range(30)))
    step = next(sample_steps(toy.step, 30, options, seeds=range(30)))
    lengths = Counter(len(step.pool(sentence)) for sentence in range(30))
    assert set(lengths) == {10, 11}
    for sentence in range(30):
        last = step.pool(sentence)[-1]
        assert last.rank == 10 or last.id == step.ids[sentence]
        better = (toy.table(sentence, ())[3:] > last.log_prob).sum()
        assert last.rank == better + 1


def test_nothing_but_the_limit_is_dropped_at_temperature_zero() -> None:
    options = DecodeOptions(method="sample", temperature=0.0, max_length=1)
    step = next(sample_steps(Toy(1, 9).step, 1, options))
    assert [c.verdict for c in step.candidates] == ["cut"] + ["not_drawn"] * 5
    assert [c.chance for c in step.candidates] == [1.0] + [0.0] * 5


def test_draw_reads_the_cumulative_distribution_of_the_largest_first() -> None:
    probs = np.array([0.0, 0.25, 0.0, 0.5, 0.25, 0.0])
    chosen = [draw_token(probs, u) for u in (0.0, 0.2499, 0.25, 0.7499, 0.75, np.nextafter(1, 0))]
    assert chosen == [3, 3, 3, 1, 4, 4]
    assert draw_token(np.array([0.1] * 3 + [0.0]), np.nextafter(1, 0)) == 2
    assert draw_token(np.zeros(4), 0.5) == -1


def test_eos_never_comes_before_the_minimum_and_a_dead_end_is_unfinished() -> None:
    options = DecodeOptions(method="sample", min_length=5, max_length=9)
    toy = Toy(9, 7, tuple(range(60)))
    lengths = [len(h.ids) for (h,) in decode(toy.step, 60, options).hypotheses]
    assert min(lengths) == 5
    assert max(lengths) <= 9
    only_eos = fixed([0.0, 0.0, 0.0, 1.0, 0.0])
    (hypothesis,) = decode(only_eos, 1, options).hypotheses[0]
    assert (hypothesis.ids, hypothesis.finished) == ((), False)
