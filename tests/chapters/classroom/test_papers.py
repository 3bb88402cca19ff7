"""Texts for teachers: their links lead somewhere, their minutes add up, both languages agree."""

import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import parse_qsl, urlsplit

import pytest

from explainer.chapters.classroom.link import read_link
from explainer.chapters.classroom.papers import PLACE, fill_links
from explainer.frame.course import chapter_of
from explainer.frame.page import page_of
from explainer.lessons import SIZES, find_lesson, progress
from explainer.text import LANGUAGES, Text
from tests.apptest import Open
from tests.conftest import ROOT

PLANS: Final = {"plan50": 50, "plan90": 90}
PAPERS: Final = (*PLANS, "privacy", "accessibility")
ROW: Final = re.compile(r"^\| (\d+) \|", re.MULTILINE)
POINT: Final = re.compile(r"\b\d\.\d\.\d+\b")
TEST: Final = re.compile(r"`([a-z]+/test_\w+)`")
# The criteria of WCAG 2.2 of levels A and AA: how many a guideline has, 4.1.1 and AAA left out.
CRITERIA: Final = {
    "1.1": "1", "1.2": "1 2 3 4 5", "1.3": "1 2 3 4 5", "1.4": "1 2 3 4 5 10 11 12 13",
    "2.1": "1 2 4", "2.2": "1 2", "2.3": "1", "2.4": "1 2 3 4 5 6 7 11", "2.5": "1 2 3 4 7 8",
    "3.1": "1 2", "3.2": "1 2 3 4 6", "3.3": "1 2 3 4 7 8", "4.1": "2 3",
}  # fmt: skip
STATES: Final = {
    "en": ("holds", "in part", "does not hold", "not checked", "does not apply"),
    "ko": ("지킨다", "일부", "못 지킨다", "확인 안 함", "해당 없음"),
}


def article(name: str, lang: str) -> str:
    return (ROOT / "explainer/chapters/classroom" / f"{name}.{lang}.md").read_text(encoding="utf-8")


def addresses(name: str, lang: str) -> list[str]:
    shown = fill_links(article(name, lang), {"model": "ko-en"}, "ko", lang)
    assert not PLACE.search(shown)
    return re.findall(r"\]\(([^)]*)\)", shown)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", PAPERS)
def test_every_link_opens_what_it_names_behind_any_path(name: str, lang: str) -> None:
    named = PLACE.findall(article(name, lang))
    found = addresses(name, lang)
    assert len(found) == len(named) and (found or name == "privacy")
    for (kind, place), address in zip(named, found, strict=True):
        assert address.startswith("./")
        target = read_link(f"https://school.example/below/{address.removeprefix('./')}")
        assert target is not None
        params = dict(parse_qsl(urlsplit(address).query))
        assert (params["lang"], params["model"]) == (lang, "ko-en")
        chapter = chapter_of(target.page)
        assert chapter is not None
        view = params.get(f"{chapter.id}_view")
        draw = page_of(chapter).draw
        assert view is None or (isinstance(draw, Mapping) and view in draw)
        if kind == "page":
            assert target.page == place.partition("?")[0]
            continue
        lesson = find_lesson(place.partition(".")[0])
        at, ignored = progress.parse_progress(params, SIZES)
        assert at is not None and not ignored
        step = lesson.steps[at.at]
        assert (lesson.id, f"{lesson.id}.{step.id}", step.page) == (at.lesson, place, target.page)
        assert params["s"] == lesson.sentences["ko"]


def test_the_minutes_of_a_plan_add_up() -> None:
    for name, minutes in PLANS.items():
        assert sum(map(int, ROW.findall(article(name, "en")))) == minutes


@pytest.mark.parametrize("name", PAPERS)
def test_both_languages_have_the_same_rows_and_links(name: str) -> None:
    korean, english = article(name, "ko"), article(name, "en")
    assert PLACE.findall(korean) == PLACE.findall(english)
    assert ROW.findall(korean) == ROW.findall(english)
    assert korean.count("\n|") == english.count("\n|")
    assert re.findall(r"`[^`]+`", korean) == re.findall(r"`[^`]+`", english)


def states(lang: str) -> dict[str, int]:
    found = dict[str, int]()
    for line in article("accessibility", lang).splitlines():
        if line.startswith("| ") and POINT.search(line):
            _, points, state, *_ = (cell.strip() for cell in line.split("|"))
            found |= dict.fromkeys(POINT.findall(points), STATES[lang].index(state))
    return found


def test_every_point_of_wcag_has_a_state_the_same_in_both_languages() -> None:
    points = {f"{each}.{last}" for each, lasts in CRITERIA.items() for last in lasts.split()}
    assert len(points) == 55
    assert states("en").keys() == points
    assert states("ko") == states("en")


def test_the_tests_that_are_named_are_there() -> None:
    named = set(TEST.findall(article("accessibility", "en")))
    assert len(named) > 5
    assert [name for name in named if not (ROOT / "tests" / f"{name}.py").is_file()] == []


@pytest.mark.parametrize("name", PAPERS)
def test_the_page_shows_each(open_app: Open, name: str) -> None:
    app = open_app("classroom", lang="ko", classroom_view="papers", classroom_paper=name)
    title = article(name, "ko").splitlines()[0]
    (shown,) = [found.value for found in app.markdown if found.value.startswith(title)]
    assert not PLACE.search(shown)
    assert Text("ko")(f"classroom.paper_{name}")
