"""Filters, draws and entropies of the sampling page against torch, closed forms and the search."""

import numpy as np
import pytest
import torch

from explainer.analysis.sampling import (
    BY_BOTH,
    BY_K,
    BY_P,
    LEFT,
    entropy,
    filter_probs,
    first_difference,
    segments,
    uniforms,
)
from explainer.decoding import FORBIDDEN, DecodeOptions, SampleStep, decode, filter_distribution
from explainer.decoding.truncation import draw_token
from tests.decoding.toy import Toy

WORKED = np.log(np.array([0.15, 0.5, 0.04, 0.25, 0.06]))


def random_log_probs(seed: int, size: int = 300) -> np.ndarray:
    logits = torch.tensor(np.random.default_rng(seed).normal(0, 2.5, size))
    return logits.log_softmax(0).numpy()


def test_a_worked_distribution() -> None:
    """0.5, 0.25, 0.15, 0.06, 0.04: top-k 4 cuts one, top-p 0.7 keeps 0.5 and 0.25."""
    found = filter_probs(WORKED, 1.0, 4, 0.7)
    assert found.order_N.tolist() == [1, 3, 0, 4, 2]
    assert found.fate_N.tolist() == [LEFT, LEFT, BY_P, BY_P, BY_BOTH]
    assert found.chances_N == pytest.approx([2 / 3, 1 / 3, 0, 0, 0])
    assert (found.left, found.mass_cut) == (2, pytest.approx(0.25))
    assert filter_probs(WORKED, 1.0, 2, 1.0).fate_N.tolist() == [LEFT, LEFT, BY_K, BY_K, BY_K]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("warm", "k", "p"),
    [(0.0, 0, 1.0), (0.4, 0, 1.0), (1.3, 7, 1.0), (1.0, 0, 0.8), (2.0, 40, 0.6), (1e9, 0, 1.0)],
)
def test_it_agrees_with_the_filter_of_the_search_and_with_torch(seed, warm, k, p):
    log_probs = random_log_probs(seed)
    found = filter_probs(log_probs, warm, k, p, FORBIDDEN)
    expected, kept = filter_distribution(log_probs, warm, k, p, forbidden=FORBIDDEN)
    assert found.by_id(300) == pytest.approx(expected, abs=1e-15)
    assert sorted(found.order_N[found.fate_N == LEFT]) == np.flatnonzero(kept).tolist()
    tempered = (torch.tensor(log_probs[3:]) / max(warm, 1e-9)).softmax(0).sort(descending=True)
    assert found.shares_N == pytest.approx(tempered.values.numpy(), abs=1e-15)


def test_equal_probabilities_keep_the_lower_id() -> None:
    found = filter_probs(np.log(np.full(4, 0.25)), 1.0, 2, 1.0)
    assert found.chances_N.tolist() == [0.5, 0.5, 0, 0] and found.order_N.tolist() == [0, 1, 2, 3]


def test_entropy_in_nats() -> None:
    probs = np.exp(np.stack([random_log_probs(seed) for seed in range(3)]))
    expected = torch.distributions.Categorical(torch.tensor(probs)).entropy().numpy()
    assert entropy(probs) == pytest.approx(expected)
    assert float(entropy(np.full(8, 1 / 8))) == pytest.approx(np.log(8))
    assert float(entropy(np.array([1.0, 0, 0]))) == 0


@pytest.mark.parametrize("seed", [0, 5, 9999])
def test_the_numbers_are_those_sampling_uses(seed: int) -> None:
    options = DecodeOptions(method="sample", seed=seed, max_length=12, min_length=12)
    steps = decode(Toy(seed).step, 1, options, keep=True).steps
    used = [step.draws[0] for step in steps if isinstance(step, SampleStep)]
    assert len(used) == 12
    assert uniforms(seed, len(used)).tolist() == used


@pytest.mark.parametrize("seed", range(3))
def test_the_line_is_the_cumulative_sum_of_the_most_probable_first(seed: int) -> None:
    log_probs = random_log_probs(seed)
    chances, _ = filter_distribution(log_probs, 1.5, 60)
    before = np.exp(log_probs)
    rng = np.random.default_rng(seed)
    for uniform in rng.random(40):
        token = draw_token(chances, float(uniform))
        parts = segments(before, chances, len(chances))
        assert parts[0].low == parts[0].was[0] == 0 and parts[-1].high == parts[-1].was[1] == 1
        assert all(a.high == b.low for a, b in zip(parts, parts[1:], strict=False))
        assert all(a.was[1] == b.was[0] for a, b in zip(parts, parts[1:], strict=False))
        hit = next(part for part in parts if part.low <= uniform < part.high)
        assert hit.token == token
        assert hit.high - hit.low == pytest.approx(chances[token])
        assert hit.was[1] - hit.was[0] == pytest.approx(before[token] / before.sum())
        assert sum(part.count for part in parts if part.high > part.low) == 60
        merged = segments(before, chances, 5)
        assert [part.token for part in merged] == [*np.argsort(-before)[:5].tolist(), -1, -1]
        assert [part.count for part in merged[5:]] == [55, len(before) - 60]


def test_where_outputs_part() -> None:
    assert first_difference((5, 6, 7), (5, 6, 7)) is None
    assert first_difference((5, 9, 7), (5, 6, 7)) == 1
    assert first_difference((4,), (5, 6)) == 0
