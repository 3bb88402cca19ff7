"""What a page says where it cannot show what it would; and the app without any one chapter."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from explainer.frame import course
from explainer.frame.course import chapters
from explainer.frame.page import page_of
from explainer.text import LANGUAGES, Text
from tests.apptest import use_models
from tests.chapters.chapter import Chapter, drawings, opened
from tests.conftest import ROOT, SENTENCES

PARTLY = {"complexity", "perplexity", "scaling"}  # the part that needs one says so
BUSY = (  # pages that compute more than the translation
    *("rnn", "alignment", "tokens", "embeddings", "masks", "heads", "layers", "greedy", "beam"),
    *("sampling", "forcing", "training", "perplexity", "ablation", "families", "images", "program"),
    *("sentences", "models"),
)
# Values that a page does not know, and what it opens on then; several are views of their own.
BROKEN: Mapping[str, tuple[dict[str, str], ...]] = {
    "ablation": ({"ablation_kind": "nothing"}, {"ablation_layer": "99"}),
    "alignment": tuple(
        {f"alignment_{name}": value} for name, value in (("model", "<b>"), ("step", "0"))
    ),
    "beam": ({"beam_alpha": "9"}, {"beam_rescue": "1-2-3"}, {"beam_rescue": "4--5"}),
    "bleu": tuple(
        {f"bleu_{name}": value}
        for name, value in (("case", "Z"), ("order", "9"), ("smooth", "x"), ("n", "7"))
    ),
    "complexity": ({"complexity_n": "21"}, {"complexity_view": "cost", "complexity_part": "<b>"}),
    "families": ({"families_place": "50"},),
    "finale": ({"finale_part": "<b>"},),
    "greedy": ({"greedy_force": "9-9-9"}, {"greedy_step": "999"}),
    "heads": ({"layer": "99"}, {"head": "٣"}, {"kind": "<b>"}, {"unit": "letters"}),
    "images": ({"images_view": "look", "images_patch": "50"},),
    "layers": tuple(
        {"layers_view": "norm"} | {f"layers_{name}": "<b>9"} for name in ("depth", "layer", "view")
    ),
    "lookup": tuple(
        {"lookup_view": "kernel", name: value}
        for name, value in (("head", "x"), ("row", "9" * 40), ("lookup_kernel", "<b>"))
    ),
    "masks": (
        *({"masks_view": "batch", "row": "x"}, {"masks_view": "?"}),
        {"masks_view": "off", "masks_pad": "99"},
    ),
    "positions": tuple(
        {"positions_view": "waves", f"positions_{name}": value}
        for name, value in (("d", "513"), ("length", "x" * 3000), ("base", "1e5"))
    ),
    "rnn": ({"rnn_cell": "<b>"}, {"rnn_step": "0"}),
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
    name = [*address][-1]
    assert information(at).count(Text("en")("shell.ignored", names=name)) == 1
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


SCRIPT = Path(__file__).with_name("one_less.py")


@pytest.mark.slow
def test_the_app_runs_without_chapters(models_folder: Path, tmp_path: Path) -> None:
    here = {**os.environ, "EXPLAINER_PRETRAINED": str(models_folder), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, str(SCRIPT), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=here)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("fine") == 4
