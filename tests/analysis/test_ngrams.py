"""n-gram models against counting by dictionaries; perplexity against exact fractions."""

import math
from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from explainer.analysis import ngrams
from explainer.analysis.ngrams import ORDERS, count_grams, load_counts, probabilities
from explainer.analysis.perplexity import Surprise, counts_of, entropy, per_unit, surprise_of
from explainer.model.ids import BOS
from explainer.model.store import read_card
from explainer.tokenizer import Tokenizer

V, EOS, K = 9, 3, 0.1
TEXT = ([4, 5, 6, EOS], [4, 5, 5, EOS], [5, 6, EOS], [4, 6, 7, EOS])
HELD_OUT = ([4, 5, 6, 7, EOS], [5, 5, EOS])
ASKED = (4, 5, 6, 8, EOS)  # 8 was never seen


@pytest.fixture(scope="module")
def counts() -> ngrams.Counts:
    return count_grams(TEXT, V, HELD_OUT)


def by_hand(n: int, ids: tuple[int, ...], k: float = 0.0) -> list[float]:
    """Relative frequencies, with k more for each of the vocabulary."""
    seen, before = Counter[tuple[int, ...]](), Counter[tuple[int, ...]]()
    for sentence in TEXT:
        padded = [BOS] * (n - 1) + list(sentence)
        for i in range(len(sentence)):
            seen[tuple(padded[i : i + n])] += 1
            before[tuple(padded[i : i + n - 1])] += 1
    padded = [BOS] * (n - 1) + list(ids)
    found = []
    for i in range(len(ids)):
        gram = tuple(padded[i : i + n])
        whole = before[gram[:-1]] + k * V
        found.append((seen[gram] + k) / whole if whole else 0.0)
    return found


@pytest.mark.parametrize("n", ORDERS)
def test_frequencies_and_add_k_are_those_of_dictionaries(counts: ngrams.Counts, n: int) -> None:
    assert probabilities(counts, ASKED, n) == pytest.approx(by_hand(n, ASKED))
    smooth = probabilities(counts, ASKED, n, "add_k", K)
    assert smooth == pytest.approx(by_hand(n, ASKED, K)) and smooth.min() > 0


@pytest.mark.parametrize("n", ORDERS)
def test_the_mixture_is_one_of_all_orders_and_sums_to_one(counts: ngrams.Counts, n: int) -> None:
    weights = counts.weights[n - 1]
    expected = [weights[0] / V] * len(ASKED)
    for order in ORDERS[:n]:
        found = by_hand(order, ASKED)
        expected = [e + weights[order] * f for e, f in zip(expected, found, strict=True)]
    assert probabilities(counts, ASKED, n, "interpolated") == pytest.approx(expected)
    following = [probabilities(counts, (4, 5, v), n, "interpolated")[-1] for v in range(V)]
    assert sum(following) == pytest.approx(1) and weights.sum() == pytest.approx(1)


def test_em_finds_the_best_weight() -> None:
    """Of two models, against trying all shares."""
    rng = np.random.default_rng(0)
    models = rng.uniform(0.01, 0.9, (2, 40))
    found = ngrams.fit_weights(models)
    shares = np.linspace(0.001, 0.999, 999)
    best = shares[np.argmax([np.log(s * models[0] + (1 - s) * models[1]).sum() for s in shares])]
    assert found[0] == pytest.approx(best, abs=0.02)


def test_a_file_keeps_every_count(counts: ngrams.Counts, tmp_path: Path) -> None:
    (tmp_path / ngrams.FILE).write_bytes(ngrams.to_bytes(counts))
    again = load_counts(tmp_path)
    assert again is not None and again.tokens == sum(map(len, TEXT)) and again.sentences == 4
    for n in ORDERS:
        assert (probabilities(again, ASKED, n) == probabilities(counts, ASKED, n)).all()
    assert load_counts(tmp_path / "nothing") is None


def test_the_shipped_counts_are_of_the_model_s_own_training_sentences(ko_en_folder: Path) -> None:
    """As many sentences as its card says; every sentence ends once; orders agree with each other;
    and what they say of English is what one expects of it."""
    shipped, card = load_counts(ko_en_folder), read_card(ko_en_folder)
    assert shipped is not None
    assert shipped.sentences == card["training"]["train_pairs_kept"]
    assert shipped.vocabulary == card["model"]["vocab_size"]
    ends = shipped.tables[0].count(np.array([EOS]))[0]
    assert ends == shipped.sentences
    assert {int(table.counts.sum()) for table in shipped.tables} == {shipped.tokens}
    assert (ko_en_folder / ngrams.FILE).stat().st_size < 2_000_000
    tokenizer = Tokenizer.load(ko_en_folder / "tokenizer.model")
    ids = tokenizer.encode("I want to go home.").ids
    values = [
        math.exp(-np.log(probabilities(shipped, ids, n, "interpolated")).mean()) for n in ORDERS
    ]
    assert values[0] > values[1] > values[2] > 1
    assert shipped.held_out[0] > shipped.held_out[1] > shipped.held_out[2]
    assert shipped.held_out[2] > card["dev"]["perplexity"]


def test_ten_rolls_of_a_fair_die_have_perplexity_6() -> None:
    probs = np.full(6, 1 / 6)
    rng = np.random.default_rng(1)
    for rolls in (rng.integers(0, 6, 10) for _ in range(20)):
        found = surprise_of(probs[rolls])
        assert found.perplexity == pytest.approx(6, abs=1e-12)
        assert found.bits == pytest.approx(math.log2(6), abs=1e-12)
    assert math.exp(entropy(probs)) == pytest.approx(6, abs=1e-12)


def test_a_biased_die_by_hand() -> None:
    """Weights 1 1 1 1 1 5: p(6) = 1/2, the others 1/10; two sixes in ten rolls."""
    probs = np.array([1, 1, 1, 1, 1, 5]) / 10
    rolls = [3, 1, 6, 2, 5, 4, 6, 3, 1, 2]
    product = math.prod(Fraction(1, 2) if roll == 6 else Fraction(1, 10) for roll in rolls)
    found = surprise_of(probs[[roll - 1 for roll in rolls]])
    assert product == Fraction(1, 400_000_000)
    assert found.perplexity == pytest.approx(float(product) ** (-1 / 10), rel=1e-12)
    assert found.perplexity == pytest.approx(7.247796636776955, rel=1e-12)
    assert math.exp(entropy(probs)) == pytest.approx(4.472135954999579, rel=1e-12)  # 2 sqrt 5


def test_what_is_impossible_is_infinitely_surprising() -> None:
    found = surprise_of([0.5, 0.0, 0.5])
    assert found.perplexity == found.total == found.bits == math.inf


@pytest.mark.parametrize("probs", [[], [1.2], [-0.1], [math.nan]])
def test_what_is_no_probability_is_an_error(probs: list[float]) -> None:
    with pytest.raises(ValueError):
        surprise_of(probs)


def test_averaging_perplexities_is_never_smaller() -> None:
    rng = np.random.default_rng(2)
    for _ in range(20):
        probs = rng.uniform(0.001, 1, 9)
        found = surprise_of(probs)
        assert found.perplexity == pytest.approx(math.prod(1 / probs) ** (1 / 9), rel=1e-9)
        assert found.mean_of_each == pytest.approx(float(np.mean(1 / probs)), rel=1e-9)
        assert found.mean_of_each >= found.perplexity


def test_units_share_out_the_same_sum() -> None:
    found = per_unit(12.0, counts_of("나는 간다"))
    assert {name: unit.count for name, unit in found.items()} == {"word": 2, "character": 5}
    for unit in found.values():
        assert unit.count * unit.nats == pytest.approx(12.0)
        assert 2 ** (unit.bits * unit.count) == pytest.approx(math.exp(12.0))
        assert unit.perplexity == pytest.approx(math.exp(12.0 / unit.count))
    assert "word" not in per_unit(1.0, counts_of(""))


def test_a_huge_loss_is_infinite_and_no_error() -> None:
    found = Surprise(np.array([5000.0, 1.0]))
    assert found.perplexity == found.mean_of_each == math.inf
