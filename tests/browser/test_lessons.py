"""A learner in a real browser: through the lesson of one attention cell, with the shipped model."""

from pathlib import Path
from urllib.parse import quote_plus

import pytest
from playwright.sync_api import Page, expect

from explainer.chapters.lessons.questions import cell
from explainer.chapters.masks.losses import GUESSES
from explainer.frame.course import chapter_of
from explainer.frame.params import DEFAULTS
from explainer.frame.view import View
from explainer.lessons import LESSONS, find_lesson
from explainer.text import Text
from tests.browser.app_page import Go, parameters, violations
from tests.browser.mounted import Mount, Mounted
from tests.browser.tabs import settle
from tests.chapters.lessons.test_page import said
from tests.shipped import translator

LESSON = find_lesson("cell")
EN, KO = Text("en"), Text("ko")
PANEL, COVERED = ".st-key-lesson", ".st-key-cell_steps"
ASKED = ".st-key-lesson_asked"
LESSON_PARTS = [PANEL, ASKED]  # the pages around them are those of test_everywhere


@pytest.fixture
def page(go: Go) -> Page:
    """The page of all lessons."""
    found = go("lessons?model=ko-en")
    found.locator(".st-key-lessons_start_cell button").wait_for()
    return found


def address(name: str, at: int) -> str:
    """Of a step of a lesson."""
    lesson = find_lesson(name)
    chapter = chapter_of(lesson.steps[at - 1].page)
    assert chapter is not None
    sentence = quote_plus(lesson.sentences["ko"])
    return f"{chapter.url}?model=ko-en&lesson={name}&at={at}&s={sentence}"


@pytest.fixture
def figure(mount: Mount) -> Mount:
    """Opens the figure of a step alone."""

    def opened(name: str, at: int, drawing: str, **window: int) -> Mounted:
        return mount(address(name, at), drawing, **window)

    return opened


def press_button(drawing: Mounted, key: str) -> None:
    drawing.app.button(key=key).click()
    drawing.rerun()
    drawing.settle()


@pytest.fixture(scope="module")
def facts() -> cell.Facts:
    done = translator("ko-en").translate(LESSON.sentences["ko"], DEFAULTS.options())
    return cell.Facts(View(EN, "en", False, "ko-en", {}, done))


def press(page: Page, key: str) -> None:
    page.locator(f".st-key-{key} button").first.click()
    settle(page)


def type_number(page: Page, value: float) -> None:
    page.locator(f"{ASKED} input").first.fill(f"{value:.2f}")
    press(page, "lesson_check")


def test_a_learner_goes_through_one_cell(page: Page, facts: cell.Facts) -> None:
    press(page, "lessons_start_cell")
    expect(page.locator(PANEL)).to_contain_text(EN("lessoncell.look_title"))
    assert parameters(page)["lesson"] == "cell" and parameters(page)["at"] == "1"
    expect(page.locator(COVERED)).to_have_count(0)  # its numbers come after the prediction

    # A token, pressed in the figure by its key: the right one.
    figure = page.locator(f"{ASKED} .cellsteps")
    figure.locator(".key.token").nth(facts.column - 1).press("Enter")
    settle(page)
    expect(figure.locator(".asked-box")).to_contain_text(facts.token)
    assert violations(page, within=LESSON_PARTS) == []
    press(page, "lesson_check")
    assert parameters(page)["score"] == "1"
    expect(page.locator(PANEL)).to_contain_text(facts.token)
    expect(page.locator(COVERED)).to_have_count(1)
    assert violations(page, within=LESSON_PARTS) == []

    # A number: wrong, then right.
    press(page, "lesson_next")
    assert parameters(page)["at"] == "2"
    product = facts.products[facts.dim - 1]
    type_number(page, product - 5)
    expect(page.locator(PANEL)).to_contain_text(EN("question.too_small"))
    assert parameters(page)["score"] == "1.0"
    type_number(page, product)
    expect(page.locator(PANEL)).to_contain_text("Right, though not at the first try")
    assert parameters(page)["score"] == "1.0"
    assert parameters(page)["cell_stage"] == "2"  # the page shows the step that was asked about

    # A reload, and the other language, keep the place, the score and the page.
    page.reload()
    page.locator(PANEL).wait_for()
    settle(page)
    expect(page.locator(PANEL)).to_contain_text(EN("lessoncell.product_title"))
    assert (parameters(page)["at"], parameters(page)["score"]) == ("2", "1.0")
    page.locator(".st-key-lang button").first.click()
    settle(page)
    expect(page.locator(PANEL)).to_contain_text(KO("lessoncell.product_title"))
    assert (parameters(page)["at"], parameters(page)["score"]) == ("2", "1.0")


def test_a_learner_pulls_the_cable_out_of_the_memory(figure: Mount) -> None:
    """By dragging and by the arrow keys, in the figure, on a phone; afterwards what was drawn lies
    on what the model found.
    """
    drawing = figure("flow", 4, "translate_flow", width=390, height=844)
    page = drawing.page
    strokes = page.locator(".flow .stroke input")
    strokes.nth(2).focus()
    for _ in range(12):
        strokes.nth(2).press("ArrowUp")
    drawing.settle()
    box = strokes.nth(3).bounding_box()
    assert box is not None
    at, below = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(at, below)
    page.mouse.down()
    page.mouse.move(at, below + 4)
    page.mouse.up()
    drawing.settle()
    shares = [int(value) for value in strokes.evaluate_all("all => all.map((one) => one.value)")]
    assert shares[2] == 60 and 0 < shares[3] < 60 and sum(shares) == shares[2] + shares[3]
    assert page.locator(".flow .strand").count() == 2
    assert drawing.violations() == []
    press_button(drawing, "lesson_check")
    assert drawing.parameters["score"] == "-.-.-.1"  # asked in the fourth step
    expect(page.locator(".flow path.own")).to_have_count(2)


def test_a_learner_cuts_the_sentence_into_tokens(figure: Mount) -> None:
    """A press between two letters, by pointer or keys, makes one token more; a second one joins."""
    drawing = figure("tokens", 1, "tokens_segmentation")
    cuts, tokens = (drawing.page.locator(f".segmentation {part}") for part in (".cut", ".id"))
    words = tokens.count()  # and the end token
    cuts.nth(2).click()
    drawing.settle()
    cuts.nth(4).press("Enter")
    drawing.settle()
    expect(tokens).to_have_count(words + 2)
    cuts.nth(2).press(" ")
    drawing.settle()
    expect(tokens).to_have_count(words + 1)
    assert drawing.violations() == []
    press_button(drawing, "lesson_check")
    press_button(drawing, "lesson_reveal")
    assert EN("lesson.own_answer", answer=str(words + 1)) in said(drawing.app)


def test_a_press_on_the_map_begins_a_lesson_and_a_work_sheet_opens_offline(
    page: Page, tmp_path: Path
) -> None:
    expect(page.locator(".lessonmap .stop")).to_have_count(len(LESSONS))
    page.locator(".st-key-lessons_more_cell button").click()
    with page.expect_download() as waiting:
        page.locator(".st-key-lessons_answers_cell a").click()
    sheet = tmp_path / "sheet.html"
    waiting.value.save_as(sheet)
    page.locator(".lessonmap .stop[data-id=positions]").press("Enter")
    page.locator(PANEL).wait_for()
    assert (parameters(page)["lesson"], parameters(page)["at"]) == ("positions", "1")
    page.context.set_offline(True)
    page.goto(sheet.as_uri())
    expect(page.locator("h1").first).to_have_text(EN("lessoncell.name"))
    assert page.locator("td.blank").count() == page.locator("td.filled").count() > 10
    assert violations(page) == []
    page.emulate_media(media="print", color_scheme="dark")
    ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert ground == "rgb(255, 255, 255)"
    assert page.pdf(prefer_css_page_size=True)[:5] == b"%PDF-"


def test_a_learner_marks_the_pairs_of_words_that_match(figure: Mount) -> None:
    """Under the candidate; either half of a pair can be pressed, a second press takes it away."""
    drawing = figure("bleu", 3, "bleu_ngrams")
    page = drawing.page
    pairs = page.locator(".ngrams .bar.open.begins")
    pairs.nth(0).click()
    drawing.settle()
    page.locator(".ngrams .bar.open.ends").nth(1).click()
    drawing.settle()
    for at, key in ((3, "Enter"), (2, "Enter"), (2, " ")):
        pairs.nth(at).press(key)
        drawing.settle()
    expect(page.locator('.ngrams .bar[aria-pressed="true"]')).to_have_count(3)
    expect(page.locator(".ngrams .bar.chosen")).to_have_count(6)
    assert drawing.violations() == []
    press_button(drawing, "lesson_check")
    assert EN("lesson.right_first") in said(drawing.app)


def test_back_goes_a_step_back_a_bar_is_pulled_and_the_menu_keeps_the_lesson(
    go: Go, facts: cell.Facts
) -> None:
    """By dragging, by keys or by typing, which move the same bar; then the model's stands below."""
    product = facts.products[facts.dim - 1]
    page = go(address("cell", 1))
    press(page, "lesson_next")
    expect(page.locator(PANEL)).to_contain_text(EN("lessoncell.product_title"))
    page.go_back()
    settle(page)
    expect(page.locator(PANEL)).to_contain_text(EN("lessoncell.look_title"))
    press(page, "lesson_next")
    bar = page.locator(f"{ASKED} .pullbar input")
    box = bar.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    left, wide = box["x"] + 8, box["width"] - 16  # half a knob at each end
    page.mouse.move(left + wide * 0.5, middle)
    page.mouse.down()
    page.mouse.move(left + wide * 0.75, middle)
    page.mouse.up()
    settle(page)
    typed = page.locator(f"{ASKED} input[type=number]")
    high = float(str(bar.get_attribute("max")))
    expect(typed).to_have_value(f"{high / 2:.2f}")
    bar.press("PageUp")
    settle(page)
    pulled = float(typed.input_value())
    assert high / 2 < pulled < high
    assert violations(page, within=LESSON_PARTS) == []
    press(page, "lesson_next")  # away, and back: it still stands there
    press(page, "lesson_back")
    expect(bar).to_have_value(f"{pulled:g}")
    type_number(page, product)
    rows = page.locator(f"{PANEL} .pullbar .row")
    expect(rows.last.locator(".value")).to_have_text(f"{product:.2f}".replace("-", "\u2212"))
    expect(rows).to_have_count(4)  # q, k, the learner's and the model's
    expect(rows.nth(2)).to_contain_text(EN("drawings.pullbar.own"))
    assert violations(page, within=LESSON_PARTS) == []
    page.locator(".st-key-chapters").get_by_role("link", name=EN("heads.name")).click()
    page.locator(".st-key-lesson_away").wait_for()
    settle(page)
    press(page, "lesson_return")
    expect(page.locator(PANEL)).to_contain_text(EN("lessoncell.product_title"))
    press(page, "lesson_leave")
    expect(page.locator(PANEL)).to_have_count(0)
    assert "lesson" not in parameters(page) and "at" not in parameters(page)


@pytest.mark.parametrize(
    ("name", "at", "drawing", "parts", "first", "last", "key", "told"),
    [
        (
            *("masks", 5, "masks_losses", ".losses .guess"),
            *(0, 2, "Enter", "lesson.right_first"),
        ),
        (
            *("cell", 6, "scaling_softmax_bars", ".softmax_bars .row[data-offered]"),
            *(1, 0, "Enter", "lessoncell.width_smaller"),
        ),
        (
            *("heads", 6, "ablation_switchboard", ".switchboard .guess"),
            *(1, 0, " ", "lessonheads.off_same"),
        ),
    ],
)
def test_a_learner_says_in_the_figure_what_changes_and_changes_their_mind(
    figure, name, at, drawing, parts, first, last, key, told
):
    """One part is pressed by pointer, then another by a key, which alone counts."""
    drawn = figure(name, at, drawing)
    places = drawn.page.locator(parts)
    assert places.count() == (len(GUESSES) if name == "masks" else 2)
    places.nth(first).click()
    drawn.settle()
    places.nth(last).press(key)
    drawn.settle()
    for place in range(places.count()):
        expect(places.nth(place)).to_have_attribute("aria-pressed", str(place == last).lower())
    assert drawn.violations() == []
    press_button(drawn, "lesson_check")
    assert any(EN(told).replace("*", "") in one.replace("*", "") for one in said(drawn.app))
