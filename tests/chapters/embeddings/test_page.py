"""The page of embeddings: its numbers are those of the matrix and of the run."""

import re
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from streamlit.testing.v1 import AppTest

from explainer.chapters.embeddings import arithmetic
from explainer.chapters.embeddings import near as near_view
from explainer.chapters.embeddings.arithmetic import Sum
from explainer.chapters.embeddings.chart_stripes import GAP, look_up_chart
from explainer.chapters.embeddings.data import (
    chance_similarity,
    initial_token,
    own_words,
    rarest_word,
)
from explainer.decoding import DecodeOptions
from explainer.engine import Translation, Translator
from explainer.frame.formula import number
from explainer.text import Text
from tests.apptest import Open, latex_of
from tests.chapters.chapter import Chapter, maps, rows, said
from tests.charts.vega_lite import column
from tests.charts.vega_lite import rows as chart_rows
from tests.conftest import SENTENCES

SENTENCE = SENTENCES[0]
GREEDY = DecodeOptions(method="greedy")
CHAPTER = Chapter("embeddings", SENTENCE, GREEDY)
Rows = NDArray[np.float64]


@pytest.fixture(scope="module")
def run(tiny: Translator) -> Translation:
    return tiny.translate(SENTENCE, GREEDY)


@pytest.fixture(scope="module")
def matrix(tiny: Translator) -> Rows:
    return np.asarray(tiny.matrix, dtype=np.float64)


@pytest.fixture(scope="module")
def unit(matrix: Rows) -> Rows:
    """The rows of the matrix, of length 1."""
    return np.asarray(matrix / np.linalg.norm(matrix, axis=1, keepdims=True))


def token_at(run: Translation, address: str) -> tuple[int, str]:
    """The id and name of the token "s2" of the source, "t1" of the translation."""
    ids, tokens = (run.source.ids, run.source.tokens)
    if address[0] == "t":
        ids, tokens = (run.predicted, run.predicted_tokens)
    return ids[int(address[1:]) - 1], tokens[int(address[1:]) - 1]


def like(tiny: Translator, unit: Rows, index: int, part: int = 4) -> list[int]:
    """Of the frequent quarter, for a token that begins a word those that do, most alike first."""
    starts = [re.match("▁.", token) is not None for token in tiny.tokens(range(len(unit)))]
    order = [int(i) for i in np.argsort(-(unit @ unit[index])) if i != index]
    return [i for i in order if (starts[i] or not starts[index]) and i < len(unit) // part]


def stripes(at: AppTest) -> tuple[list[str], Rows]:
    """The names of the rows and their values."""
    data = maps(at, "labels")[0]
    return data["labels"], np.array(data["rows"])


def test_it_opens_on_a_telling_token_in_the_readers_language(
    page: Open, tiny: Translator, run: Translation, matrix: Rows, unit: Rows
) -> None:
    at, row = page("ko"), page("row", "ko")
    index, token = token_at(run, initial_token(run, "s"))
    chain = maps(at, "groups")[0]["groups"][0][0]
    assert chain.startswith(f"{token}  →") and str(index) in chain
    assert stripes(page("en"))[0][0] == token_at(run, initial_token(run, "t"))[1]
    product = [cell["v"] for cell in rows(row, 0, "cells")][-matrix.shape[1] :]
    assert product == tiny.matrix[index].tolist()
    assert not at.get("vega_lite_chart"), "one figure, one idea"
    assert not at.error
    assert number(float(matrix[index, np.abs(matrix[index]).argmax()])) in latex_of(row)[0]
    cosine = unit[index] @ unit[like(tiny, unit, index)[0]]
    assert number(float(cosine)) in latex_of(at)[0]


@pytest.mark.parametrize("address", ["s2", "t1"])
def test_the_stripes_are_the_frequent_vectors_most_alike(page, tiny, run, matrix, unit, address):
    """Of length 1, so that their products add up to the cosines."""
    at = page(embeddings_token=address)
    index, _ = token_at(run, address)
    cosines = unit @ unit[index]
    near = like(tiny, unit, index)[:8]
    words = [i for i in own_words(run, address[0])[::-1] if i not in (index, *near)][:2]
    shown = [index, *near, *sorted(words, key=lambda i: -cosines[i])]
    names, values = stripes(at)
    assert names == [tiny.tokenizer.token(i) for i in shown]
    assert values == pytest.approx(unit[shown], abs=1e-5)
    assert values @ values[0] == pytest.approx(cosines[shown], abs=1e-4)
    data, centred = maps(at, "labels")[0], matrix[shown] - matrix[shown].mean(axis=0)
    assert f" {len(unit) // 4} most frequent" in data["groups"][1][0]
    squares = np.linalg.svd(centred, compute_uv=False) ** 2  # as far apart as on the best axes
    assert data["share"] == pytest.approx(squares[:2].sum() / squares.sum(), abs=1e-5)
    assert (np.array(data["places"]) ** 2).sum() == pytest.approx(squares[:2].sum(), rel=1e-4)


@pytest.mark.parametrize("address", ["s1", "t1"])
def test_a_token_with_none_like_it_is_said_to_be_alone(page, tiny, run, unit, address):
    """Where the best cosine is below what a twentieth of the pairs as frequent reach."""
    cosines = unit @ unit.T
    index, _ = token_at(run, address)
    alike = [*like(tiny, unit, index, part=1), index]
    half = len(unit) // 2
    usual = chance_similarity(tiny, len(alike) < len(unit), index < half)
    near = [one for one in alike if (one < half) == (index < half)]  # in frequency
    pairs = cosines[np.ix_(near, near)][~np.eye(len(near), dtype=bool)]
    assert np.mean(pairs >= usual) == pytest.approx(0.05, abs=0.015)
    best = float(cosines[index, like(tiny, unit, index)[0]])
    told = Text("en")("embeddings.near_alone", best=f"{best:.2f}", chance=f"{usual:.2f}")
    assert (told in [note.value for note in page(embeddings_token=address).info]) == (best < usual)


def test_the_note_of_a_lonely_token_can_be_seen(page: Open, monkeypatch: Any) -> None:
    monkeypatch.setattr(near_view, "chance_similarity", lambda *_: 1.1)
    assert "picked at random" in page(embeddings_token="s1").info[0].value
    monkeypatch.setattr(near_view, "chance_similarity", lambda *_: -1.0)
    assert not page(embeddings_token="s1").info


def test_the_dot_product_is_another_order(page, tiny, run, matrix, unit) -> None:
    index, _ = token_at(run, "s1")
    dots = matrix @ matrix[index]
    best = sorted(dots[like(tiny, unit, index)], reverse=True)[:8]
    _, values = stripes(page(embeddings_token="s1", embeddings_measure="dot"))
    likeness = values @ values[0]
    assert likeness[: 1 + len(best)] == pytest.approx([dots[index], *best], abs=1e-4)
    assert values[0] == pytest.approx(matrix[index], abs=1e-5)


def test_the_map_of_the_whole_vocabulary_keeps_less(page: Open, matrix: Rows) -> None:
    """Its axes are those of all tokens."""
    squares = np.linalg.svd(matrix - matrix.mean(axis=0), compute_uv=False) ** 2
    small, whole = (
        maps(page(embeddings_fit=fit), "labels")[0]["share"] for fit in ("words", "vocabulary")
    )
    assert whole == pytest.approx(squares[:2].sum() / squares.sum(), abs=1e-5)
    assert small > whole


def test_another_token_changes_data_and_no_specification(page: Open) -> None:
    """With another specification the browser would build the chart anew."""
    one, other = (page("row", embeddings_token=token) for token in ("s1", "s2"))
    assert rows(one, 0, "cells") != rows(other, 0, "cells")
    before, after = ([each.proto.spec for each in at.get("vega_lite_chart")] for at in (one, other))
    assert before == after


def test_sums_say_what_came_out(page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("a", "b", "c", "d")
    found = (Sum(words, "e", 0.25), Sum(words, "d", 0.5))
    monkeypatch.setattr(arithmetic, "vector_sums", lambda model: found)
    told = "\n".join(said(page(session={"embeddings_sums": True})))
    assert "1 of these 2" in told
    assert "- a − b + c → d 0.50 ✓\n- a − b + c → e 0.25 ≠ d\n" in told


def test_the_factor_is_told_in_numbers_of_the_run_and_sharing_is_counted_from_the_model(
    page: Open, run: Translation, tiny: Translator
) -> None:
    tokens = np.linalg.norm(run.trace["encoder.tokens"], axis=1)
    positions = np.linalg.norm(run.trace["encoder.positions"], axis=1)
    at = page("row")
    ratio = float((positions / tokens).mean())
    matrix, model = tiny.matrix.size, tiny.model.n_parameters()
    told = " ".join(m.value for m in at.markdown)
    for one in (f"{ratio:.2f} times", f"{ratio * np.sqrt(32):.1f} times"):
        assert one in told
    assert f"{model:,}" in told and f"{model + 2 * matrix:,}" in told
    place = rarest_word(run.source.tokens, run.source.ids)
    for one in (tokens[place], positions[place]):
        assert number(float(one)) in " ".join(latex_of(at))


def test_the_mistake_counts_real_neighbours(page: Open, run: Translation, matrix: Rows) -> None:
    centred = matrix - matrix.mean(axis=0)
    flat = centred @ np.linalg.svd(centred, full_matrices=False)[2][:2].T

    def both(index: int) -> int:
        near, alike = (
            np.argsort(np.linalg.norm(places - places[index], axis=1))[1:11]
            for places in (flat, matrix)
        )
        return len(set(near.tolist()) & set(alike.tolist()))

    ids = set(run.source.ids)
    mean = f"**{sum(map(both, ids)) / len(ids):.1f}** on average"
    assert any(mean in told for told in said(page()))


def test_a_telling_token_is_a_rare_word() -> None:
    assert rarest_word(("▁나는", "▁어제", "봤", "</s>"), (35, 1129, 2681, 3)) == 1
    assert rarest_word(("▁", "봤", "다", "</s>"), (5, 2681, 68, 3)) == 1
    assert rarest_word(("🍕", "</s>"), (1, 3)) == 0


def test_a_shorter_sentence_takes_back_a_lost_token(page: Open, tiny: Translator) -> None:
    at, found = page(sentence="비", embeddings_token="s9"), tiny.translate("비", GREEDY)
    assert not at.error and at.session_state["embeddings_token"] == initial_token(found, "t")


def test_a_look_up_shows_rows_product_and_the_single_one() -> None:
    rng = np.random.default_rng(2)
    values, product = rng.standard_normal((5, 6)), rng.standard_normal(6)
    words: dict[str, Any] = {"product_label": "oE", "titles": ("r", "d", "v"), "labels": "abcde"}
    drawn = look_up_chart(rows=values, product=product, chosen=3, dimension=2, dark=False, **words)
    grid = np.reshape(column(drawn, "cells", "v"), (6, 6))
    places = [(row["x"], row["y"]) for row in chart_rows(drawn, "cells")]
    assert places == [(d, r + (GAP if r == 5 else 0)) for r in range(6) for d in range(6)]
    assert grid == pytest.approx(np.vstack([values, product]), abs=1e-6)
    assert column(drawn, "words_ones", "text") == ["0", "0", "0", "1", "0"]
    assert column(drawn, "words_names", "text")[::2] == [*"abcde", "oE"]
    assert column(drawn, "frames", "limit")[0] == pytest.approx(np.abs(grid).max())
