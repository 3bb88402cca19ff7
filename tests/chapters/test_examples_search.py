"""The examples of greedy search, the beam and sampling show what their pages claim."""

from dataclasses import replace

import pytest

from explainer.analysis.beam_rerank import winners_by_alpha
from explainer.data.samples import samples
from explainer.decoding import DecodeOptions, rerank
from tests.chapters.test_examples import BEAM, GREEDY, SOURCES, opens_on, translate
from tests.shipped import translator


@pytest.mark.parametrize("model", SOURCES)
@pytest.mark.parametrize("chapter", ["greedy", "beam"])
def test_here_greedy_search_does_not_find_what_a_beam_finds(chapter: str, model: str) -> None:
    greedy, beam = (translate(model, chapter, options) for options in (GREEDY, BEAM))
    assert greedy.text != beam.text
    assert beam.hypotheses[0].total > greedy.hypotheses[0].total  # and it is more probable


@pytest.mark.parametrize("model", ["ko-en", "en-de"])
def test_a_beam_drops_a_part_of_a_sentence_that_says_so(model: str) -> None:
    """By the sum alone, of the model that each language's pages open with: shorter, likelier."""
    language, engine = SOURCES[model], translator(model)
    named = [one.text for one in samples(language) if one.why == "dropped"]
    lost = []
    for sentence in named:
        row = engine.tokenizer.encode(sentence).ids
        greedy, wide = (
            max(engine.search([row], options).hypotheses[0], key=lambda h: h.total)
            for options in (GREEDY, DecodeOptions(width=8, n_best=8))
        )
        lost.append(wide.total > greedy.total and len(wide.ids) < len(greedy.ids))
    assert any(lost), named


def test_english_pages_show_what_a_beam_finds() -> None:
    """The children are lost by the sum alone; the length penalty of the first page keeps them."""
    model, source = translator("en-de"), opens_on("en-de", "beam")
    row = model.tokenizer.encode(source).ids
    found = model.search([row], DecodeOptions(width=4, n_best=4), keep=True).finished(0)
    words = [model.tokenizer.decode(rerank(found, alpha)[0].ids) for alpha in (0.0, 0.6, 2.0)]
    assert ["den Kindern" in one for one in words] == [False, True, True]
    assert len(winners_by_alpha([(h.total, len(h.ids)) for h in found], 2.0)) >= 2
    assert "den Kindern" not in translate("en-de", "beam", GREEDY).text


def test_here_a_wide_beam_loses_a_part_that_a_length_penalty_brings_back() -> None:
    """Of the beam page's beats: widths differ, and its last one makes the trunk jump."""
    model, source = translator("ko-en"), opens_on("ko-en", "beam")
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
    assert "at the store" in words[1, 0.6] and "at the store" not in words[4, 0.6]
    assert "at the store" in words[4, 2.0]
    assert len(winners_by_alpha([(h.total, len(h.ids)) for h in found[4]], 2.0)) >= 2


@pytest.mark.parametrize("model", SOURCES)
def test_here_chance_writes_several_translations_and_temperature_0_one(model: str) -> None:
    def drawn(heat: float) -> list[str]:
        one, engine = DecodeOptions(method="sample", n_best=1, temperature=heat), translator(model)
        seeds = (replace(one, seed=seed) for seed in range(6 if heat else 2))
        source = opens_on(model, "sampling")
        return [engine.translate(source, options, trace=False).text for options in seeds]

    greedy = translate(model, "sampling", GREEDY).text
    assert set(drawn(0.0)) == {greedy}
    warm, hot = set(drawn(1.0)), set(drawn(1.8))
    assert greedy in warm and 4 <= len(warm) <= len(hot)
    assert len(hot - warm) >= 4
