"""What a page says where it cannot show what it would; and the app without any one chapter."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from explainer.frame import course
from explainer.frame.course import chapters
from explainer.frame.page import page_of
from explainer.text import LANGUAGES, Text
from tests.app.helpers import go
from tests.apptest import use_models, visit
from tests.chapters.chapter import Chapter, drawings, opened
from tests.conftest import SENTENCES

PARTLY = {"complexity", "perplexity", "scaling"}  # the part that needs one says so
BUSY = (  # pages that compute more than the translation
    *("rnn", "alignment", "tokens", "embeddings", "masks", "heads", "layers", "greedy", "beam"),
    *("sampling", "forcing", "training", "perplexity", "ablation", "families", "images", "program"),
    *("sentences", "models"),
)
# Values that a page does not know, by what it draws at once; several views are views of their own.
BROKEN: Mapping[str, tuple[dict[str, str], ...]] = {
    "ablation": ({"ablation_kind": "nothing", "ablation_layer": "99"},),
    "alignment": ({"alignment_model": "<b>", "alignment_step": "0"},),
    "beam": ({"beam_alpha": "9", "beam_rescue": "1-2-3"}, {"beam_rescue": "4--5"}),
    "bleu": ({"bleu_case": "Z", "bleu_order": "9", "bleu_smooth": "x", "bleu_n": "7"},),
    "cell": ({"row": "0", "col": "999"},),
    "complexity": ({"complexity_n": "21"}, {"complexity_view": "cost", "complexity_part": "<b>"}),
    "families": ({"families_place": "50"},),
    "finale": ({"finale_part": "<b>"},),
    "greedy": ({"greedy_force": "9-9-9", "greedy_step": "999"},),
    "heads": ({"layer": "99", "head": "٣", "kind": "<b>", "unit": "letters"},),
    "images": ({"images_view": "look", "images_patch": "50"},),
    "layers": (
        {"layers_view": "norm", "layers_depth": "<b>9", "layers_layer": "<b>9"},
        {"layers_view": "<b>9"},
    ),
    "lookup": ({"lookup_view": "kernel", "head": "x", "row": "9" * 40, "lookup_kernel": "<b>"},),
    "masks": (
        *({"masks_view": "batch", "row": "x"}, {"masks_view": "?"}),
        {"masks_view": "off", "masks_pad": "99"},
    ),
    "positions": (
        {
            "positions_view": "waves",
            "positions_d": "513",
            "positions_length": "x" * 3000,
            "positions_base": "1e5",
        },
    ),
    "rnn": ({"rnn_cell": "<b>", "rnn_step": "0"},),
    "sampling": ({"sampling_k": "9999"},),
    "scaling": ({"scaling_view": "own", "kind": "<b>"}, {"scaling_d": "3"}),
    "tokens": ({"tokens_way": "<b>"},),
}


@pytest.fixture(autouse=True)
def models(recurrent_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_models(recurrent_folder, monkeypatch)


def information(at: AppTest) -> list[str]:
    return [box.value for box in at.info]


@pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: chapter.id)
def test_without_a_translation_the_page_says_so(chapter: course.Chapter) -> None:
    page = page_of(chapter)
    first = next(iter(page.draw)) if isinstance(page.draw, Mapping) else ""
    needed = page.needs_translation and first not in page.without or chapter.id in PARTLY
    lang = LANGUAGES[chapters().index(chapter) % 2]
    at = opened(Chapter(chapter.id), lang, empty=True)
    assert not at.error
    assert (Text(lang)("chapter.no_translation") in information(at)) == needed


@pytest.mark.parametrize("id", BUSY)
@pytest.mark.usefixtures("full_house")
def test_a_full_house_is_a_sentence(id: str) -> None:
    at = opened(Chapter(id, SENTENCES[0]), "en")
    assert not at.error and Text("en")("shell.busy") in [box.value for box in at.warning]


@pytest.mark.parametrize(("id", "address"), [(id, one) for id in BROKEN for one in BROKEN[id]])
def test_what_an_address_says_wrongly_is_named_once(id: str, address: dict[str, Any]) -> None:
    at = opened(Chapter(id, SENTENCES[0]), "en", **address)
    for name in address.keys() - {f"{id}_view"} or address:
        assert information(at).count(Text("en")("shell.ignored", names=name)) == 1, name
    assert at.get("bidi_component") or at.get("vega_lite_chart")


@pytest.mark.parametrize("size", [(2, 1), (60, 90)])
@pytest.mark.parametrize(
    ("id", "view"), [("lookup", "kernel"), ("scaling", "random"), ("scaling", "own")]
)
def test_the_smallest_and_the_longest_are_shown(id: str, view: str, size: tuple[int, int]) -> None:
    at = opened(Chapter(id, model="", invented=size), view)
    assert not at.error and not at.info
    shown = [*at.get("vega_lite_chart"), *drawings(at)]
    assert shown and sum(element.proto.ByteSize() for element in shown) < 150 * 1024


OPENED = ("lessons", "glossary")  # they lead to others, as the first page does


@pytest.mark.slow
def test_the_app_runs_without_chapters(models_folder, monkeypatch):
    """Without each of those that lead to others, and without all others at once. No chapter imports
    another: tests/layers.
    """
    use_models(models_folder, monkeypatch)
    there = course.parts()
    alone = {"translate", *OPENED}
    others = {one.id for part in there for one in part.chapters} - alone
    for missed in (*({id} for id in alone), others):
        parts = (replace(one, chapters=left(one, missed)) for one in there)
        monkeypatch.setattr(course, "_course", tuple(one for one in parts if one.chapters))
        shown = tuple(chapter for one in course.parts() for chapter in one.chapters)
        monkeypatch.setattr(course, "_chapters", shown)
        app = visit()
        assert not app.exception, (missed, app.exception)
        for page in {*OPENED} - missed:
            assert not go(app, page).exception, (missed, page, app.exception)


def left(part: course.Part, missed: set[str]) -> tuple[course.Chapter, ...]:
    return tuple(one for one in part.chapters if one.id not in missed)
