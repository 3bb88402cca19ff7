"""What the course has to explain, and where: no view goes without its idea.

Each idea stands in one view of one chapter, with a text that only the part of the page about it
says. A view or a text that is renamed is renamed here; one that goes takes its idea along, and then
the idea needs another place first.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import explainer.chapters
from explainer.frame.course import chapters
from explainer.frame.page import page_of
from explainer.text import LANGUAGES, strings
from tests.layers.sources import for_each

FOLDER = Path(explainer.chapters.__path__[0])
# Idea: chapter, view ("" where there is one alone), text.
IDEAS: dict[str, tuple[str, str, str]] = {
    "text to tokens to ids": ("tokens", "cut", "ways_title"),
    "ids to text": ("tokens", "cut", "out_title"),
    "special tokens": ("tokens", "batch", "special_title"),
    "a padded batch": ("tokens", "batch", "batch_title"),
    "unknown characters": ("tokens", "unknown", "unknown_title"),
    "one-hot times matrix is a look-up": ("embeddings", "row", "product"),
    "nearest neighbours": ("embeddings", "near", "near_title"),
    "tied weights": ("embeddings", "row", "tied_title"),
    "sines of many wavelengths": ("positions", "waves", "waves"),
    "a binary counter": ("positions", "waves", "counter"),
    "a position's Fourier transform": ("positions", "waves", "fourier"),
    "a distance is a rotation": ("positions", "dials", "turn"),
    "other encodings": ("positions", "others", "all"),
    "order is not noticed without": ("positions", "others", "pe"),
    "soft look-up": ("lookup", "dictionary", "edit"),
    "kernel smoothing": ("lookup", "kernel", "bandwidth"),
    "alignment of recurrent models": ("alignment", "maps", "maps"),
    "additive and dot-product scores": ("alignment", "cost", "cost"),
    "one cell of attention": ("cell", "", "cellsteps.row"),
    "dividing by the root of d_k": ("scaling", "random", "saturate"),
    "many heads": ("heads", "", "looks"),
    "parameters of heads": ("heads", "", "own"),
    "three uses of attention": ("heads", "", "uses"),
    "all maps": ("heads", "", "headgrid.name"),
    "attention is no explanation": ("ablation", "readings", "view_readings"),
    "padding, causal and cross mask": ("masks", "batch", "grids"),
    "boolean and additive masks": ("masks", "batch", "additive"),
    "training needs the triangle": ("masks", "training", "view_training"),
    "a mask switched off": ("masks", "off", "off"),
    "residual stream and logit lens": ("layers", "river", "river.lens"),
    "norm": ("layers", "norm", "view_norm"),
    "feed-forward": ("layers", "ffn", "view_ffn"),
    "a part taken away": ("ablation", "bench", "both"),
    "two paths: training and use": ("forcing", "paths", "two_paths.given"),
    "search error or model error": ("forcing", "verdict", "verdict"),
    "greedy search": ("greedy", "step", "figure"),
    "conditional modes, one after the other": ("greedy", "step", "gibbs"),
    "the cache": ("greedy", "cost", "cells"),
    "beam search": ("beam", "", "figure"),
    "length penalty": ("beam", "", "beamtree.alpha"),
    "temperature, top-k, top-p": ("sampling", "", "temperature"),
    "perplexity": ("perplexity", "pair", "loaded_die.roll"),
    "n-gram models": ("perplexity", "ngrams", "ngrams"),
    "BLEU of a sentence": ("bleu", "bench", "bleu"),
    "BLEU of a corpus": ("bleu", "corpus", "view_corpus"),
    "the paper's table": ("results", "", "paper"),
    "one vector for a sentence": ("rnn", "unroll", "chain.link"),
    "gates": ("rnn", "gates", "followed"),
    "BLEU by length": ("rnn", "bottleneck", "bottleneck"),
    "what a layer costs": ("complexity", "cost", "table"),
    "paths between tokens": ("complexity", "reach", "reach"),
    "within a vector and between": ("complexity", "filters", "view_filters"),
    "pictures as tokens": ("images", "read", "patchview.cut"),
    "which half a family uses": ("families", "encoder", "view_encoder"),
    "masked and next token": ("families", "decoder", "attention_pattern.who"),
    "label smoothing": ("training", "loss", "epsilon"),
    "Adam": ("training", "step", "adam"),
    "warm-up": ("training", "rate", "view_rate"),
    "the model's own learning curve": ("growth", "sentence", "curve"),
    "a toy trained in the page": ("toy", "train", "start"),
}
PAGES = {chapter.id: page_of(chapter) for chapter in chapters()}


def written_in(chapter: str, names: str) -> str:
    files = (FOLDER / chapter).rglob(names)
    return "".join(file.read_text(encoding="utf-8") for file in files)


@for_each([*IDEAS], named=str)
def test_every_idea_has_a_view_and_words_that_its_chapter_uses(idea: str) -> None:
    chapter, view, text = IDEAS[idea]
    draw = PAGES[chapter].draw
    key = f"{chapter}.{text}"
    assert all(key in strings(lang) for lang in LANGUAGES)
    code = written_in(chapter, "*.py")
    if isinstance(draw, Mapping):
        assert view in draw
    else:
        assert not view or f'"{view}"' in code
    drawing, _, word = text.rpartition(".")
    if drawing:  # its words are a table of the chapter's
        assert f'"{chapter}/{drawing}"' in code and f"words.{word}" in written_in(chapter, "*.js")
    else:
        assert text == f"view_{view}" or f'"{key}"' in code


def test_a_page_has_three_views_at_most_and_the_course_seventy() -> None:
    views = {
        id: sum(
            key.startswith(f"{id}.view_") and not key.endswith("_line") for key in strings("en")
        )
        for id in PAGES
    }
    assert max(views.values()) <= 3
    views["classroom"] = 1  # papers for teachers, no part of the course
    assert sum(max(count, 1) for count in views.values()) <= 70
