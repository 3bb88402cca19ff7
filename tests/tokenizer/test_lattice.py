"""Paths through the tokens against SentencePiece's own scores, and against a search of our own."""

import random
from pathlib import Path

import pytest

from explainer.tokenizer import EOS, UNK, Tokenizer
from explainer.tokenizer.lattice import Arc, Lattice, best_paths, character_path, count_paths
from tests.conftest import SENTENCES

SAMPLES = (*SENTENCES[:8], "없는 🍕🍕 글자", "x")


@pytest.fixture(scope="module")
def tokenizer(tiny_model_folder: Path) -> Tokenizer:
    return Tokenizer.load(tiny_model_folder / "tokenizer.model")


@pytest.fixture(scope="module")
def lattice(tokenizer: Tokenizer) -> Lattice:
    return Lattice(tokenizer)


def viterbi(arcs: tuple[Arc, ...], length: int) -> float:
    """The best sum of scores from 0 to `length`: an independent search."""
    best = [0.0] + [float("-inf")] * length
    for end in range(1, length + 1):
        best[end] = max(
            (best[arc.start] + arc.score for arc in arcs if arc.end == end), default=float("-inf")
        )
    return best[length]


def every_sum(arcs: tuple[Arc, ...], length: int) -> list[float]:
    """All sums of paths, largest first, by enumeration."""

    def onwards(at: int) -> list[float]:
        if at == length:
            return [0.0]
        return [arc.score + rest for arc in arcs if arc.start == at for rest in onwards(arc.end)]

    return sorted(onwards(0), reverse=True)


@pytest.mark.parametrize("text", SAMPLES)
def test_a_way_is_the_sum_sentencepiece_tells(tokenizer, lattice, text):
    ways = best_paths(tokenizer, lattice, text, 8)
    assert ways
    for way in ways:
        assert way.score == pytest.approx(way.sentencepiece_score, abs=1e-3)
    assert [way.score for way in ways] == sorted((way.score for way in ways), reverse=True)
    assert ways[0].ids == tokenizer.encode(text).ids


@pytest.mark.parametrize("text", SAMPLES)
def test_the_first_way_is_the_best_path_through_all_arcs(tokenizer, lattice, text):
    best = best_paths(tokenizer, lattice, text, 1)[0]
    marked = "".join(arc.token for arc in best.arcs)
    assert viterbi(lattice.arcs(marked), len(marked)) == pytest.approx(best.score, abs=1e-3)


def test_the_next_ways_are_the_next_paths(tokenizer: Tokenizer, lattice: Lattice) -> None:
    ways = best_paths(tokenizer, lattice, "비가 온다", 6)
    marked = "".join(arc.token for arc in ways[0].arcs)
    arcs = lattice.arcs(marked)
    expected = every_sum(arcs, len(marked))
    assert [way.score for way in ways] == pytest.approx(expected[:6], abs=1e-3)
    assert count_paths(arcs, len(marked)) == len(expected)


def test_arcs_cover_their_letters(tokenizer: Tokenizer, lattice: Lattice) -> None:
    marked = "▁비가▁온다🍕"
    arcs = lattice.arcs(marked)
    assert len(set(arcs)) == len(arcs)
    assert all(marked[arc.start : arc.end] == arc.token for arc in arcs)
    assert {arc.start for arc in arcs} == set(range(len(marked)))
    known = [arc for arc in arcs if arc.id != UNK]
    assert all(tokenizer.token(arc.id) == arc.token for arc in known)
    assert all(arc.score == tokenizer.score(arc.id) for arc in known)
    vocabulary = {tokenizer.token(index) for index in range(tokenizer.vocab_size)}
    missing = [char for char in marked if char not in vocabulary]
    assert "🍕" in missing
    assert [arc.token for arc in arcs if arc.id == UNK] == missing


def test_letters_are_the_finest_way(lattice: Lattice) -> None:
    way = character_path(lattice, "▁비가🍕")
    assert [arc.token for arc in way.arcs] == ["▁", "비", "가", "🍕"]
    assert way.ids[-2:] == (UNK, EOS)
    assert way.score == pytest.approx(sum(arc.score for arc in way.arcs))


def test_words_are_tokens_or_unknown(lattice: Lattice) -> None:
    rng = random.Random(1)
    sentence = "비가, 오는(날)!"
    arcs = lattice.words(sentence)
    assert [arc.token for arc in arcs] == ["▁비가", ",", "▁오는", "(", "날", ")", "!"]
    for arc in rng.sample(arcs, 4):
        assert arc.id == lattice.index(arc.token)
    assert lattice.words("") == ()
    assert lattice.index("no such token") == UNK
