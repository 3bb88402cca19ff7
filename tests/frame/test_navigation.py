"""The way through the course: the list by parts, what to see first, the chapters around."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest

from explainer.frame.course import around, chapter_of, chapters, needed, part_of, parts
from explainer.text import LANGUAGES, Text
from tests.apptest import Open


def test_next_alone_leads_from_the_first_chapter_through_all_others() -> None:
    walked = [chapters()[0]]
    while (after := around(walked[-1])[1]) is not None:
        assert around(after)[0] == walked[-1]
        walked.append(after)
    assert tuple(walked) == chapters()


def test_what_is_needed_stands_earlier_in_the_course() -> None:
    course = chapters()
    for chapter in course:
        for one in needed(chapter):
            assert course.index(one) < course.index(chapter), (chapter.id, one.id)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_ends_with_the_ways_on_and_why(open_app: Open, lang: str) -> None:
    app, text = open_app("greedy", lang=lang), Text(lang)
    greedy = chapter_of("greedy")
    assert greedy is not None
    before, after = around(greedy)
    assert before is not None and after is not None
    shown = [(link.proto.label, link.proto.page) for link in app.main.get("page_link")]
    names = [text(one.name) for one in (*needed(greedy), before, after)]
    assert [label for label, _ in shown] == names
    assert [page for _, page in shown[-2:]] == [before.url, after.url]
    assert text(after.idea) in [found.value for found in app.main.markdown]
    query = app.main.get("page_link")[-1].proto.query_string
    assert parse_qs(query)["model"] == ["ko-toy"]


def test_only_the_part_of_the_open_page_is_unfolded(open_app: Open) -> None:
    app, text = open_app("masks", lang="en"), Text("en")
    masks = chapter_of("masks")
    assert masks is not None
    folds = {fold.label: fold.proto.expanded for fold in app.sidebar.expander}
    wanted = {text(part.name): part == part_of(masks) for part in parts() if len(part.chapters) > 1}
    assert folds == wanted and sum(folds.values()) == 1
    shown = [link.proto.label for link in app.sidebar.get("page_link")]
    assert shown == [text(chapter.name) for chapter in chapters()]


def test_a_teacher_who_hides_the_chapters_leaves_no_other_way(open_app: Open) -> None:
    app = open_app("greedy", teach="1", teach_hide="chapters")
    assert not app.get("page_link")
