"""A teacher makes a link, a class opens it; a talk by key. In a real browser, with the real app."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.app_page import Go, parameters, type_of, violations, visits
from tests.browser.tabs import settle

NOTE = "<img src=x onerror=alert(1)> **bold** $x^2$ [go](http://a.example)\nSecond line."
SENTENCE = "The little dog is sleeping under the old table."
PDF_PAGE = re.compile(rb"/Type\s*/Page\b")
SLIDE = "[data-slide=now]"


@pytest.fixture
def go(address: str, browser: Browser) -> Iterator[Go]:
    with visits(address, browser, 1280, 720, reduced_motion="reduce") as found:
        yield found


def place(page: Page) -> str:
    return page.locator(".presenter .place").inner_text()


def press(page: Page, key: str) -> str:
    page.keyboard.press(key)
    settle(page)
    return place(page)


def test_from_the_teacher_to_the_class(go: Go) -> None:
    page = go(f"classroom?{urlencode({'model': 'en-de', 's': SENTENCE})}", height=1400)
    page.get_by_text("Another lesson or page").click()
    for name in ("Formulas", "Common mistakes", "List of chapters"):
        page.locator(".st-key-classroom_hide").get_by_text(name, exact=True).click()
        settle(page)
    page.locator(".st-key-classroom_page :is([role=combobox], input)").first.click()
    page.keyboard.type("Greedy")  # a long list has only what is in sight
    page.get_by_role("option", name="Greedy search", exact=True).click()
    settle(page)
    note = page.locator(".st-key-classroom_note textarea")
    note.fill(NOTE)
    note.blur()
    settle(page)
    link = page.locator(".st-key-classroom_link_task .whole").text_content() or ""
    said = {name: values[0] for name, values in parse_qs(urlsplit(link).query).items()}
    assert said["teach_hide"] == "formula.mistake.answers.chapters"
    task = page.locator(".st-key-classroom_task")
    assert task.get_by_role("link", name="Try it in a new tab").get_attribute("href") == link
    assert task.locator(".handout .copy").is_visible()
    assert violations(page) == []

    student = go(link, height=1400)
    assert urlsplit(student.url).path == "/greedy"
    expect(student.locator(".st-key-teacher_note [data-testid=stText]")).to_have_text(NOTE)
    assert student.locator(".st-key-teacher_note :is(img, strong strong, .katex, a)").count() == 0
    expect(student.locator(".st-key-bar [data-testid=stText]")).to_have_text(SENTENCE)
    assert student.locator(".st-key-bar input").count() == 0
    assert student.locator(".katex-display").count() == 0
    assert student.locator(".st-key-mistake").count() == 0
    assert student.locator(".st-key-chapters a").count() == 0
    assert student.get_by_text("Try this", exact=True).count() == 1
    assert violations(student, within=[".st-key-teacher_note", ".st-key-bar"]) == []

    student.locator(".st-key-lang").get_by_text("한국어").click()
    settle(student)
    student.reload()
    settle(student)
    expect(student.locator(".st-key-teacher_note [data-testid=stText]")).to_have_text(NOTE)
    expect(student.locator(".st-key-bar [data-testid=stText]")).to_have_text(SENTENCE)
    assert parameters(student)["teach_hide"] == "formula.mistake.answers.chapters"


def test_from_a_task_to_its_solution_and_answers_are_collected_but_not_kept(go, tmp_path):
    page = go("classroom?model=ko-en&classroom_page=lesson.flow&lang=en", height=1400)
    links = [
        page.locator(f".st-key-classroom_{kind}").get_by_role("link").get_attribute("href")
        for kind in ("task", "solution")
    ]
    task = go(f"{links[0]}", height=1400)
    task.locator(".st-key-lesson_check").wait_for()
    assert task.locator(".st-key-lesson_told").count() == 0
    assert task.locator(".flow").get_attribute("inert") is not None, "its numbers are hidden"
    solved = go(f"{links[1]}", height=1400)
    solved.locator(".st-key-lesson_told").wait_for()
    solved.locator(".flow").first.wait_for()
    assert solved.locator(".st-key-lesson_check").count() == 0
    assert violations(solved, within=[".st-key-lesson"]) == []
    for _ in range(3):  # to the step that is painted
        solved.locator(".st-key-lesson_next button").click()
        settle(solved)
    assert parameters(solved)["at"] == "4"
    solved.locator(".flow .strand").first.wait_for()
    assert solved.locator(".flow .own").count() == 0
    assert "score" not in parameters(solved)
    assert parameters(solved)["teach_show"] == "answers"

    page.locator(".st-key-classroom_view").get_by_text("Collect answers").click()
    student = "https://lab.example/lessons?lesson=flow&at=7&model=ko-en&lang=en&score="
    field = page.locator(".st-key-classroom_answers textarea")
    field.fill(f"Ada {student}1.0.1\nno link\nBo,{student}1.1")
    field.blur()
    settle(page)
    expect(page.locator("[data-testid=stAlert]")).to_contain_text("Line 2: no link in it")
    assert violations(page) == []
    with page.expect_download() as coming:
        page.get_by_role("link", name="Table as CSV").click()
    coming.value.save_as(tmp_path / "answers.csv")
    lines = (tmp_path / "answers.csv").read_text(encoding="utf-8-sig").splitlines()
    assert [line.split(",")[1] for line in lines] == ["name", "Ada", "Bo"]
    assert "Ada" not in page.url
    # What "Privacy" says of the browser.
    kept = page.context.cookies()
    assert {(each.get("name"), each.get("expires")) for each in kept} == {("_streamlit_xsrf", -1)}
    stored = page.evaluate("[...Object.keys(localStorage), ...Object.keys(sessionStorage)]")
    assert all(re.match(r"explainer\.opening$|stActiveTheme-", name) for name in stored)
    assert page.evaluate("indexedDB.databases()") == page.evaluate("caches.keys()") == []

    page.locator(".st-key-classroom_view").get_by_text("Plans and statements").click()
    link = page.locator(".st-key-classroom_text").get_by_role("link", name="The next token")
    step = go(str(link.evaluate("(link) => link.href")))
    step.locator(".st-key-lesson_check").wait_for()
    assert (parameters(step)["lesson"], parameters(step)["at"]) == ("flow", "3")


def test_a_talk_by_key(go: Go) -> None:
    page = go("masks?model=en-de", height=900)
    page.get_by_role("button", name="Presenter mode").click()
    page.locator(SLIDE).wait_for()
    settle(page)
    expect(page.locator(".presenter .place")).to_have_text(re.compile(r"^1 / ([2-9]|\d\d)$"))
    count = int(place(page).split(" / ")[1])
    for _ in page.locator(".st-key-beats [role=radio]").all()[1:]:  # the story first
        before = page.locator(".st-key-beat").inner_text()
        assert press(page, "PageDown") == f"1 / {count}"
        expect(page.locator(".st-key-beat")).not_to_have_text(before)
    assert press(page, "PageDown") == f"2 / {count}"
    assert press(page, "ArrowLeft") == f"1 / {count}"
    assert press(page, "ArrowRight") == f"2 / {count}"
    assert parameters(page)["slide"] == "2"
    box = page.locator(SLIDE).bounding_box()
    assert box is not None
    bar = page.locator(".presenter").bounding_box()
    assert bar is not None
    assert (box["x"], box["y"], box["width"]) == pytest.approx((0, 0, 1280), abs=2)
    story = page.locator(".st-key-beats").bounding_box()
    assert story is not None and story["y"] + story["height"] == pytest.approx(bar["y"], abs=2)
    assert box["height"] == pytest.approx(story["y"], abs=2)  # neither covers anything of it
    assert bar["y"] + bar["height"] == pytest.approx(900, abs=2) and bar["height"] <= 40
    assert not page.locator("[data-testid=stSidebar]").is_visible()
    assert not page.locator(".st-key-bar").is_visible()
    assert page.locator(SLIDE).count() == 1

    page.reload()
    page.locator(SLIDE).wait_for()
    settle(page)
    assert place(page) == f"2 / {count}"
    assert press(page, "PageUp") == f"1 / {count}"
    for _ in page.locator(".st-key-beats [role=radio]").all()[1:]:
        assert press(page, "PageUp") == f"1 / {count}"
    press(page, "PageUp")  # the page before, at its last figure
    assert urlsplit(page.url).path == "/scaling"
    now, others = map(int, place(page).split(" / "))
    assert now == others
    for _ in page.locator(".st-key-beats [role=radio]").all():
        if urlsplit(page.url).path == "/scaling":
            press(page, "PageDown")
    assert urlsplit(page.url).path == "/masks"
    assert place(page) == f"1 / {count}"
    page.keyboard.press("Escape")
    settle(page)
    expect(page.locator(".presenter")).to_have_count(0)
    assert page.locator("[data-testid=stSidebar]").is_visible()
    assert not {"present", "slide"} & set(parameters(page))


def slide(go: Go, path: str, drawn: str) -> Page:
    """A slide whose type is large, in two windows."""
    page = go(f"{path}?model=en-de&present=1", 1440, 900)
    page.locator(f"{SLIDE} {drawn}").first.wait_for()
    settle(page)
    found = type_of(page, f"{SLIDE}, .st-key-beats, .st-key-presenter")
    assert min(found) >= 18, found
    for width, height in ((1440, 900), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        beyond = page.locator(SLIDE).evaluate("(slide) => slide.scrollWidth - slide.clientWidth")
        assert beyond <= 1
    assert violations(page) == []
    return page


def test_a_tree_on_a_slide_is_large(go: Go) -> None:
    page = slide(go, "beam", ".beamtree .tile")
    expect(page.locator(".beamtree .ranking:visible")).to_have_count(0)


def test_a_drawing_on_a_slide_is_large_and_keys_stay_where_the_reader_is(go: Go) -> None:
    """Arrows in the drawing move its step, in a text field they move the cursor."""
    page = slide(go, "", ".flow .region")
    before = page.url
    page.locator(".flow .bar [role=slider]").focus()
    page.keyboard.press("ArrowRight")
    settle(page)
    assert urlsplit(page.url).path == urlsplit(before).path
    assert parameters(page).get("step") != parse_qs(urlsplit(before).query).get("step", [None])[0]
    assert page.locator(".presenter .place").inner_text() == "1 / 1"

    page = go("tokens?model=en-de&present=1&tokens_view=unknown", height=900)
    page.locator(SLIDE).wait_for()
    count = int(place(page).split(" / ")[1])
    for _ in range(count):
        if page.locator(f"{SLIDE} input[type=text]").count():
            break
        press(page, "PageDown")
    field = page.locator(f"{SLIDE} input[type=text]").first
    here = place(page)
    field.focus()
    assert press(page, "ArrowRight") == here
    assert press(page, "ArrowLeft") == here


def test_the_glossary_prints_whole_and_its_symbols_are_drawn(go: Go) -> None:
    page = go("glossary?model=en-de&glossary_order=full")
    page.locator("[class*=st-key-terms_] .katex").first.wait_for()
    assert page.locator(".katex-error, .katex [style*='#cc0000']").count() == 0
    assert page.locator("[class*=st-key-terms_] .katex").count() > 40
    page.emulate_media(media="print")
    pages = PDF_PAGE.findall(page.pdf(format="A4"))
    assert len(pages) >= 4  # a screen alone would be one
    assert not page.locator("[data-testid=stSidebar]").is_visible()
    assert not page.locator(".st-key-glossary_q").is_visible()  # an empty field says nothing
    page.emulate_media(media="screen")
    page.locator(".st-key-glossary_q input").fill("softmax")
    page.emulate_media(media="print")
    assert page.locator(".st-key-glossary_q").is_visible()


def test_of_a_slider_its_value_is_printed(go: Go) -> None:
    page = go("complexity?model=ko-en&complexity_view=filters")
    slider = page.locator("[data-testid=stSlider]").first
    value = slider.locator("[data-testid=stSliderThumbValue]")
    words = value.inner_text()
    page.emulate_media(media="print")
    assert value.is_visible() and value.inner_text() == words
    assert not slider.locator("[data-testid=stSliderTickBar]").is_visible()
    grounds = slider.locator("[role=group] *").evaluate_all(
        "(parts) => parts.map((part) => getComputedStyle(part).backgroundColor)"
    )
    assert set(grounds) == {"rgba(0, 0, 0, 0)"}
