"""What a text says of the page holds: no formula is promised where none is drawn."""

from __future__ import annotations

import json
import re

import pytest

from explainer.chapters.lessons.answers import in_words
from explainer.chapters.training.rate import said_at
from explainer.lessons.parts import Axis
from explainer.runs.recipe import Log
from explainer.text import LANGUAGES, Text, strings
from tests.apptest import Open
from tests.conftest import ROOT

PROMISES = {
    "heads": ("heads.map_click", {}),
    "positions": ("positions.map_click", {"positions_view": "waves"}),
    "beam": ("beam.chosen", {}),
}


@pytest.mark.parametrize("page", PROMISES)
def test_a_formula_is_promised_where_it_is_drawn(open_app: Open, page: str) -> None:
    key, address = PROMISES[page]
    for depth, promised in (("picture", False), ("formula", True)):
        app = open_app(page, lang="ko", depth=depth, **address)
        assert not app.exception
        said = [one.value for one in (*app.caption, *app.markdown)]
        said += [one.label for one in app.selectbox]
        assert any(Text("ko")(key) in line for line in said) is promised, depth


@pytest.mark.parametrize("lang", LANGUAGES)
def test_memory_has_one_letter_on_the_page_of_a_cell(lang: str) -> None:
    """That of the figure: m."""
    said = strings(lang)["cell.wrong_line"]
    assert "$v = m\\,W_V$" in said and not re.search(r"\bb\b", said)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_bars_of_a_lesson_are_named_in_its_language(lang: str) -> None:
    axis = Axis(0, 9, (("lessonflow.source_bar", 3), ("q·k", 2)))
    assert in_words(Text(lang), axis).given == (
        (strings(lang)["lessonflow.source_bar"], 3),
        ("q·k", 2),
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rate_of_the_record_is_said_beside_that_of_the_formula(lang: str) -> None:
    log = Log((0, 250, 500), (0.0, 0.0004, 0.0008), (5.0,) * 3, (5.0,) * 3)
    said = said_at(Text(lang), 300, 0.00123, "ko-en", log)
    assert all(number in said for number in ("300", "0.00123", "250", "0.0004"))
    assert "250" not in said_at(Text(lang), 300, 0.00123, "ko-en", None)


def test_the_readme_says_of_training_times_what_the_cards_say() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8").replace("\n", " ")
    said = re.search(r"two CPU cores need (.+?) a model", readme)
    assert said is not None and said[1] == "some hours"
    for model in ("ko-en", "en-ko", "en-de"):
        card = json.loads((ROOT / "pretrained" / model / "config.json").read_text(encoding="utf-8"))
        assert card["training"]["hours"] >= 2
