"""The map of lessons: each at its place in the model, with the way that was walked."""

from __future__ import annotations

import re

from explainer.drawings import ROOT
from explainer.lessons import LESSONS, lesson_of
from explainer.text import Text
from tests.app.helpers import components
from tests.apptest import Open

CELL, EN = lesson_of("cell"), Text("en")


def test_the_map_has_every_lesson_and_the_way_that_was_walked(open_app: Open) -> None:
    app = open_app("lessons", lang="en", lesson="cell", at="3", score="1.0", done="flow")
    found = [given.get("data", {}) for given in components(app)]
    (stops,) = [data["stops"] for data in found if "stops" in data]
    assert [(one["id"], one["number"]) for one in stops] == [
        (lesson.id, number) for number, lesson in enumerate(LESSONS, start=1)
    ]
    shares = {one["id"]: one["share"] for one in stops if one["share"]}
    assert shares == {"flow": 1, "cell": 2 / len(CELL.steps)}
    assert [one["id"] for one in stops if one["is_next"]] == ["cell"]
    here = next(one for one in stops if one["id"] == "cell")
    assert EN("lessons.progress", done=2, steps=len(CELL.steps)) in here["told"]


def test_the_map_has_a_place_for_every_lesson() -> None:
    script = (ROOT / "chapters" / "lessons" / "lessonmap.js").read_text(encoding="utf-8")
    places = script[script.index("const STOPS") : script.index("};")]
    assert set(re.findall(r"(\w+): \[", places)) == {lesson.id for lesson in LESSONS}
