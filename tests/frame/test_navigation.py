"""The way through the course: the list by parts, what to see first, the chapters around."""

from urllib.parse import parse_qs

from explainer.frame.course import around, chapter_of, chapters, needed, parts
from explainer.frame.navigation import ASKED
from explainer.lessons import find_lesson
from explainer.text import Text
from tests.app.helpers import page_links
from tests.apptest import Open


def test_next_alone_leads_from_the_first_chapter_through_all_others() -> None:
    walked = [chapters()[0]]
    while (after := around(walked[-1])[1]) is not None:
        assert around(after)[0] == walked[-1]
        walked.append(after)
    assert tuple(walked) == chapters()
    for chapter in walked:  # what is needed stands earlier
        assert {*needed(chapter)} <= {*walked[: walked.index(chapter)]}, chapter.id


def test_a_page_ends_with_the_ways_on_and_why(open_app: Open) -> None:
    app, text = open_app("greedy", lang="ko"), Text("ko")
    greedy = chapter_of("greedy")
    assert greedy is not None
    before, after = around(greedy)
    assert before is not None and after is not None
    links = page_links(app)
    (before_it,) = links["line"]["groups"]
    seen_first = [item["name"] for item in before_it["items"]]
    assert seen_first == [text(one.name) for one in needed(greedy)]
    way = [item for group in links["foot"]["groups"] for item in group["items"]]
    lesson = text(find_lesson("search").key("name")), "lessons"
    around_it = [(text(one.name), one.url) for one in (before, after)]
    assert [(item["name"], item["url"]) for item in way] == [around_it[0], lesson, around_it[1]]
    assert way[-1]["note"] == text(after.idea)
    assert parse_qs(links["foot"]["query"])["model"] == ["ko-toy"]


def test_the_list_has_all_chapters_and_marks_the_open_one(open_app: Open) -> None:
    data, text = page_links(open_app("masks", lang="en"))["folds"], Text("en")
    assert data["here"] == "masks" and data["title"] == text("shell.chapters")
    shown = [(group["name"], [item["id"] for item in group["items"]]) for group in data["groups"]]
    by_part = [(text(part.name), [chapter.id for chapter in part.chapters]) for part in parts()]
    by_part[-1][1].remove("lessons")
    assert shown == [by_part[0], ("", ["lessons"]), *by_part[1:]]  # after the first page
    names = {item["name"] for group in data["groups"] for item in group["items"]}
    assert names == {text(chapter.name) for chapter in chapters()}


def test_a_chosen_link_opens_its_page_with_the_sentence(open_app: Open) -> None:
    app = open_app("masks", lang="en", s="The dog is asleep.", model="en-toy")
    app.session_state[ASKED] = "heads", {}
    app.run()
    assert not app.exception
    assert Text("en")("heads.title") in [title.value for title in app.title]
    assert app.query_params["s"] in ("The dog is asleep.", ["The dog is asleep."])
