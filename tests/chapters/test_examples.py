"""Each chapter's example shows what the chapter claims; recomputed with the shipped models."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from explainer.analysis.beam_rerank import jumps
from explainer.analysis.interventions import Intervention
from explainer.chapters.embeddings.arithmetic import SUMS, sums
from explainer.chapters.embeddings.data import telling
from explainer.chapters.heads.state import most_different_row
from explainer.data.samples import default_sentence, samples
from explainer.decoding import DecodeOptions, rerank
from explainer.engine import Translation, Translator
from explainer.frame.course import chapters
from explainer.frame.pickers import sharp_head
from explainer.runs.batches import make_batch
from explainer.tokenizer.tokenizer import PAD
from tests.app.helpers import type_sentence
from tests.apptest import Open, use_models
from tests.conftest import ROOT

GREEDY = DecodeOptions(method="greedy", n_best=1)
BEAM = DecodeOptions(method="beam", width=4, n_best=4, alpha=0.6)
SOURCES = {"ko-en": "ko", "en-ko": "en"}


@cache
def translator(model: str) -> Translator:
    return Translator.load(ROOT / "pretrained" / model)


def translate(model: str, chapter: str, options: DecodeOptions) -> Translation:
    return translator(model).translate(default_sentence(SOURCES[model], chapter), options)


def test_examples_are_for_chapters() -> None:
    """One sentence a chapter and language at most."""
    for language in SOURCES.values():
        named = [chapter for sample in samples(language) for chapter in sample.shows]
        assert len(set(named)) == len(named) and set(named) <= {one.id for one in chapters()}


@pytest.mark.parametrize("model", SOURCES)
@pytest.mark.parametrize("chapter", ["greedy", "beam"])
def test_here_greedy_search_does_not_find_what_a_beam_finds(chapter: str, model: str) -> None:
    greedy, beam = (translate(model, chapter, options) for options in (GREEDY, BEAM))
    assert greedy.text != beam.text
    assert beam.hypotheses[0].total > greedy.hypotheses[0].total  # and it is more probable


def test_here_a_wide_beam_drops_a_part_and_the_length_penalty_brings_it_back() -> None:
    """Of the beam page's beats: widths differ, and its last one makes the trunk jump."""
    model, source = translator("ko-en"), default_sentence("ko", "beam")
    row = model.translate(source, GREEDY).source.ids
    found = {
        width: model.search([row], DecodeOptions(width=width, n_best=width), keep=True).finished(0)
        for width in (1, 2, 4, 8)
    }
    words = {
        (width, alpha): model.tokenizer.decode(rerank(found[width], alpha)[0].ids)
        for width in found
        for alpha in (0.6, 2.0)
    }
    assert [len(ends) for ends in found.values()] == sorted({len(e) for e in found.values()})
    assert "friend" in words[1, 0.6] and "friend" not in words[4, 0.6]
    assert "friend" in words[4, 2.0]
    assert len(jumps([(h.total, len(h.ids)) for h in found[4]], 2.0)) == 3


@pytest.mark.parametrize("model", SOURCES)
def test_here_the_heads_of_a_row_look_at_different_tokens(model: str) -> None:
    weights = translate(model, "heads", BEAM).attention("cross")[-1]
    row = most_different_row(weights)
    counts = [len({int(head[q].argmax()) for head in weights}) for q in range(weights.shape[1])]
    assert counts[row] == max(counts) >= 5


PLACES = {"놀이공원", "잔디밭에", "동물원", "거실에", "서점", "박물관", "미술관", "극장", "병원"}
ALIKE = {
    "ko-en": ("공원", PLACES, 10),
    "en-ko": ("drink", {"drinking", "beverage", "beer", "alcohol"}, 4),
}


@pytest.mark.parametrize("model", ALIKE)
def test_here_the_nearest_tokens_are_used_like_the_one_that_opens(model: str) -> None:
    """Of ten nine are places, of four all have to do with drinking; judged by a person."""
    piece, alike, count = ALIKE[model]
    found, matrix = translate(model, "embeddings", BEAM), translator(model).matrix.astype(float)
    opened = telling(found.source.pieces, found.source.ids)
    assert found.source.pieces[opened] == f"▁{piece}"
    unit = matrix / np.linalg.norm(matrix, axis=1, keepdims=True).clip(1e-12)
    order = np.argsort(-(unit @ unit[found.source.ids[opened]]))[1 : count + 1].tolist()
    near = {name.removeprefix("▁") for name in translator(model).pieces(order)}
    assert len(near & alike) >= count - 1 and len(near) == count


@pytest.mark.parametrize("model", ALIKE)
def test_some_sums_of_vectors_come_out_and_some_do_not(
    model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In float64 from the matrix; what the note below the table says holds."""
    use_models(ROOT / "pretrained", monkeypatch)
    matrix = translator(model).matrix.astype(np.float64)
    names = [name.removeprefix("▁") for name in translator(model).pieces(range(len(matrix)))]
    starts = {name: i for i, name in enumerate(translator(model).pieces(range(len(matrix))))}
    unit = matrix / np.linalg.norm(matrix, axis=1, keepdims=True).clip(1e-12)
    found = sums(model)
    assert len(found) == len(SUMS)
    for one in found:
        ids = [starts[f"▁{word}"] for word in one.words]
        cosines = unit @ (matrix[ids[0]] - matrix[ids[1]] + matrix[ids[2]])
        cosines /= np.linalg.norm(matrix[ids[0]] - matrix[ids[1]] + matrix[ids[2]])
        assert names[int(cosines.argmax())] == one.first
        cosines[ids[:3]] = -1
        assert names[int(cosines.argmax())] == one.found
        assert one.cosine == pytest.approx(cosines.max(), abs=1e-6)
    assert [one.works for one in found] == [True] * 4 + [False, model == "ko-en"]
    kept = [one.first in one.words[:3] for one in found]
    assert sum(kept) > len(kept) / 2


PAIRS = {
    "ko-en": {("teacher", "선생님"), ("library", "도서관"), ("books", "책"), ("every", "매일")},
    "en-ko": {("벤치", "bench"), ("앉아", "sitting"), ("있다", "is"), ("인", "old")},
}


@pytest.mark.parametrize("model", PAIRS)
def test_here_the_map_that_opens_pairs_words_across_their_order(model: str) -> None:
    found = translate(model, "maps", BEAM)
    layer = len(found.attention("cross")) - 1
    weights = found.attention("cross")[layer, sharp_head(found, "cross", layer)]
    keys = weights.argmax(axis=1)
    seen = {
        (row.removeprefix("▁"), found.source.pieces[key].removeprefix("▁")): (q, int(key))
        for q, (row, key) in enumerate(zip(found.predicted_pieces, keys, strict=True))
        if weights[q, key] > 0.7
    }
    assert PAIRS[model] <= seen.keys()
    places = [seen[pair] for pair in PAIRS[model]]
    assert sum(a[0] < b[0] and a[1] > b[1] for a in places for b in places) >= 3


@pytest.mark.parametrize("model", SOURCES)
def test_here_each_of_the_four_masks_shows_something_of_its_own(
    model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentence itself is padded, and both masks together hide more than the causal one."""
    use_models(ROOT / "pretrained", monkeypatch)
    found = translate(model, "masks", BEAM)
    arrays = make_batch(found).arrays
    causal = np.tril(np.ones((arrays["fed"].shape[1],) * 2, dtype=bool))
    assert (arrays["source"][0] == PAD).any()
    assert (causal & (arrays["fed"][0] != PAD) != causal).sum() >= 3
    # A decoder without its mask looks ahead, and then finds other tokens probable.
    blind = translator(model).run(found.source.ids, found.fed, [Intervention("unmask", "decoder")])
    assert float(np.abs(blind["probs"] - found.trace["probs"]).max()) > 0.2


@pytest.mark.parametrize("model", SOURCES)
def test_what_the_beats_of_the_first_page_say_holds_on_its_sentence(model: str) -> None:
    """Layer 1 looks widely where the last one looks at one token; heads disagree at step 3."""
    weights = translate(model, "translate", BEAM).attention("cross")
    mean = weights.mean(axis=1)[:, 1]
    entropy = -(mean * np.log(mean)).sum(axis=-1)
    assert entropy[0] > entropy[1] + 0.1 > entropy[2] + 0.2
    assert len({int(head[2].argmax()) for head in weights[-1]}) >= 2


def test_here_verb_and_object_change_places() -> None:
    """나는 너를 사랑해: love, written second, stands last; you, written last, stands before it."""
    found = translate("ko-en", "alignment", BEAM)
    assert default_sentence("ko", "rnn") == default_sentence("ko", "alignment")
    assert len(found.source.pieces) == 6 and found.text == "I love you."
    verb, thing = found.attention("cross")[-1].mean(axis=0)[1:3, :4]
    assert verb.argmax() == 3 and thing.argmax() == 1


def test_the_first_sentence_is_short_and_its_names_stand_upright() -> None:
    for model in SOURCES:
        found = translate(model, "translate", BEAM)
        assert len(found.source.pieces) <= 10
        assert max(map(len, found.source.pieces)) <= 8


def test_a_page_brings_its_own_example_and_leaves_the_readers_sentence_alone(
    open_app: Open,
) -> None:
    app = open_app("beam", lang="ko")
    assert app.text_input(key="s").value == default_sentence("ko", "beam")
    assert "s" not in app.query_params
    hashes = {page["url_pathname"]: name for name, page in app._registered_pages.items()}
    app._page_hash = hashes["heads"]
    assert app.run().text_input(key="s").value == default_sentence("ko", "heads")
    app = type_sentence(app, "문을 닫아 주세요.")
    app._page_hash = hashes["beam"]
    assert app.run().text_input(key="s").value == "문을 닫아 주세요."
