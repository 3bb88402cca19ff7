"""n-gram models against counting by dictionaries, and what is shipped of them."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from explainer.analysis import ngrams
from explainer.analysis.ngrams import ORDERS, count_grams, counts_in, probabilities
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
    again = counts_in(tmp_path)
    assert again is not None and again.tokens == sum(map(len, TEXT)) and again.sentences == 4
    for n in ORDERS:
        assert (probabilities(again, ASKED, n) == probabilities(counts, ASKED, n)).all()
    assert counts_in(tmp_path / "nothing") is None


def test_the_shipped_counts_are_of_the_model_s_own_training_sentences(ko_en_folder: Path) -> None:
    """As many sentences as its card says; every sentence ends once; orders agree with each other;
    and what they say of English is what one expects of it."""
    shipped, card = counts_in(ko_en_folder), read_card(ko_en_folder)
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
