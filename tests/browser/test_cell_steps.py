"""The figure of one attention cell in a browser: what is shown when, what is chosen, what plays."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from explainer.text import Text
from tests.browser.app_page import Go
from tests.browser.mounted import Mount, Mounted
from tests.browser.tabs import settle

STAGE = ".cellsteps .stages"
PLACE = "cell?model=ko-en&kind=encoder&layer=3&head=3&row=3"
ALL_PLAYED = 30_000  # ms; ten steps
# Width and colour of the parts of the bar.
SHADES = """() => {
  const tile = document.querySelector("[data-testid=stBidiComponentIsolated]");
  return [...tile.shadowRoot.querySelectorAll(".cellsteps .key.token")]
    .map((one) => [parseFloat(one.style.width), getComputedStyle(one).backgroundColor])
    .filter(([width]) => width > 2);
}"""


@pytest.fixture
def draw(mount: Mount) -> Mount:
    def drawn(path: str = "cell?model=ko-en", **options: object) -> Mounted:
        return mount(path, "cell_cellsteps", **{"reduced_motion": "reduce", **options})

    return drawn


def step(page: Page) -> str | None:
    return page.locator(STAGE).get_attribute("aria-valuenow")


def words(page: Page) -> str:
    return page.locator(".cellsteps").text_content() or ""


def tokens(page: Page) -> list[str]:
    """What the parts of the bar are called."""
    found = page.locator(".cellsteps .key.token").all()
    return [str(one.get_attribute("aria-label")) for one in found]


def middle(page: Page, key: int) -> None:
    """A press on a part of the bar, where it is seen."""
    page.locator(".cellsteps .key.token").nth(key).click()


def test_in_the_app_it_starts_high_and_its_rail_groups_the_steps_as_the_story_does(go: Go) -> None:
    page = go("cell?model=ko-en", height=900)
    drawing = page.locator(".cellsteps .canvas .ground").first.bounding_box()
    assert drawing is not None and drawing["y"] < 345
    groups = page.locator(f"{STAGE} .group")
    for at, number in enumerate(page.locator(".st-key-beats [role=radio]").all()):
        steps = groups.nth(at).locator(".stop").all_text_contents()
        ends = "–".join(dict.fromkeys((steps[0], steps[-1])))
        assert number.inner_text() == ends
        groups.nth(at).locator(".stop").first.click()
        settle(page)
        assert step(page) == steps[0]
        assert groups.nth(at).evaluate("group => group.classList.contains('on')")
        expect(number).to_have_attribute("aria-checked", "true")


def test_it_opens_at_the_sum_and_later_numbers_are_not_in_the_page(draw: Mount) -> None:
    opened = draw()
    page = opened.page
    assert step(page) == "3" and "cell_stage" not in opened.parameters
    expect(page.locator(".cellsteps .foot")).to_contain_text(Text("en")("cell.cellsteps.signs"))
    expect(page.locator(".cellsteps .foot .hint")).to_have_text(Text("en")("cell.cellsteps.hint"))
    first = words(page)
    assert all(name.startswith("Guess: ") for name in tokens(page))
    assert page.locator(".cellsteps .keys.tokens").get_attribute("role") == "radiogroup"
    page = draw("cell?model=ko-en&cell_stage=10").page
    assert step(page) == "10"
    later = page.locator(".cellsteps .sum .strong").all_text_contents()
    score = later[-1]
    alone = re.compile(rf"(?<![\d.]){re.escape(score)}(?![\d.])")  # no part of another number
    assert alone.search(words(page)) and not alone.search(first)
    weights = [name.rsplit(" ", 1)[1] for name in tokens(page)]
    assert sum(map(float, weights)) == pytest.approx(1, abs=0.006)
    shown = re.findall(r"\d+\.\d+", first)  # a small weight may be a product as well
    assert max(weights, key=float) not in shown


def test_reduced_motion_does_not_play(draw: Mount) -> None:
    drawing = draw()
    page = drawing.page
    for _ in range(10):  # also when it would have begun
        assert step(page) == "3"
        expect(page.get_by_role("button", name="Pause")).to_have_count(0)
        drawing.wait(300)
    page.locator(STAGE).press("Home")
    page.get_by_role("button", name="Play").click()
    assert step(page) == "2"
    for later in ("3", "4"):
        drawing.wait(1500)
        assert step(page) == later
    page.get_by_role("button", name="Pause").click()
    drawing.wait(ALL_PLAYED)
    assert drawing.parameters["cell_stage"] == step(page) == "4"


def test_it_plays_by_itself_from_the_first_step_to_the_sum(draw: Mount) -> None:
    drawing = draw(reduced_motion="no-preference")
    page = drawing.page
    play, pause = (page.get_by_role("button", name=name) for name in ("Play", "Pause"))
    steps = [step(page)]
    drawing.wait(900)
    while pause.count():
        drawing.wait(500)
        steps.append(step(page))
    assert list(dict.fromkeys(steps)) == ["1", "2", "3"] and steps == sorted(steps, key=str)
    drawing.wait(ALL_PLAYED)
    assert step(page) == "3" and drawing.told == []
    dot = page.locator(".cellsteps .sum .strong")
    expect(dot).to_have_text(page.locator(".cellsteps .numbers b").inner_text())
    play.click()
    assert step(page) == "4"
    told = draw("cell?model=ko-en&cell_stage=4", reduced_motion="no-preference")
    told.wait(ALL_PLAYED)
    assert step(page) == "4"
    expect(play).to_be_visible()


def test_a_press_on_the_bar_chooses_that_cell(draw: Mount) -> None:
    drawing = draw(f"{PLACE}&cell_stage=6")
    page = drawing.page
    names = [name.rsplit(", weight", 1)[0] for name in tokens(page)]
    wide = max(range(len(names)), key=lambda key: float(tokens(page)[key].rsplit(" ", 1)[1]))
    middle(page, wide)
    drawing.settle()
    expect(page.locator(".cellsteps .crumb.col .shown")).to_have_text(names[wide])
    assert drawing.parameters.get("col", str(wide + 1)) == str(wide + 1)  # left out where usual
    other = (wide + 1) % len(names)
    page.locator(".cellsteps .key.name").nth(other).click()
    drawing.settle()
    expect(page.locator(".cellsteps .crumb.col .shown")).to_have_text(names[other])
    page.locator(".cellsteps .crumb.head select").select_option("0")
    drawing.settle()
    assert (drawing.parameters["col"], drawing.parameters["head"]) == (str(other + 1), "1")


def test_the_map_chooses_row_and_column_by_key(draw: Mount) -> None:
    drawing = draw("cell?model=ko-en&row=3&col=2&cell_stage=6")
    page = drawing.page
    page.locator(".cellsteps [data-focus=map]").focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    drawing.settle()
    found = drawing.parameters
    assert (found["row"], found["col"], found["cell_stage"]) == ("4", "4", "6")


def test_a_guess_stands_beside_the_models_answer(draw: Mount) -> None:
    drawing = draw(PLACE)
    page = drawing.page
    names = [name.removeprefix("Guess: ") for name in tokens(page)]
    middle(page, 1)
    box = page.locator(".cellsteps .asked-box")
    expect(box).to_contain_text(names[1])
    drawing.settle()
    assert "cell_stage" not in drawing.parameters, "a guess is the reader's own"
    page.get_by_role("button", name="Show the softmax").click()
    drawing.settle()
    assert step(page) == drawing.parameters["cell_stage"] == "6"
    weights = [float(name.rsplit(" ", 1)[1]) for name in tokens(page)]
    best = max(range(len(weights)), key=weights.__getitem__)
    expect(box).to_contain_text(f"You{names[1]}{weights[1]:.3f}")
    expect(box).to_contain_text(f"Model{names[best]}{weights[best]:.3f}")
    expect(box).to_contain_text("✓" if best == 1 else "✗")


@pytest.mark.parametrize(
    ("lang", "width", "end"), [("ko", 1440, 0), ("en", 1440, -1), ("ko", 390, -1), ("en", 390, 0)]
)
def test_the_own_answer_stands_on_no_other_word(
    draw: Mount, lang: str, width: int, end: int
) -> None:
    """At one end of the bar stands what the whole of it is."""
    drawing = draw(f"{PLACE}&lang={lang}", width=width)
    count = drawing.page.locator(".cellsteps .key.token").count()
    middle(drawing.page, end % count)
    drawing.page.locator(".cellsteps .reveal").click()
    drawing.settle()
    told = drawing.data("cell_cellsteps")["words"]
    small = drawing.page.locator(".cellsteps text.small")
    own, one = (
        small.get_by_text(told[name], exact=True).bounding_box() for name in ("mine", "one")
    )
    assert own is not None and one is not None
    apart = own["x"] + own["width"] <= one["x"] or one["x"] + one["width"] <= own["x"]
    assert apart or own["y"] >= one["y"] + one["height"]


def test_pointing_at_a_dimension_tells_its_product_and_asks_nobody(draw: Mount) -> None:
    drawing = draw("cell?model=ko-en&cell_stage=2")
    page = drawing.page
    field = page.locator(".cellsteps [data-focus=dim]")
    box = field.bounding_box()
    assert box is not None
    before = field.get_attribute("aria-valuenow")
    page.mouse.move(box["x"] + 40, box["y"] + box["height"] * 0.9)
    expect(field).not_to_have_attribute("aria-valuenow", str(before))
    told = str(field.get_attribute("aria-valuetext"))
    expect(page.locator(".cellsteps .lens")).to_contain_text(told)
    drawing.settle()
    assert "cell_dim" not in drawing.parameters
    page.mouse.click(box["x"] + 40, box["y"] + box["height"] * 0.9)
    drawing.settle()
    assert drawing.parameters["cell_dim"] == field.get_attribute("aria-valuenow")


def test_the_keyboard_stays_where_it_is_when_an_answer_draws_the_controls_anew(
    draw: Mount,
) -> None:
    """And the frame round a name holds no empty place for a score."""
    drawing = draw()
    page = drawing.page
    frame = page.locator(".cellsteps .key.name.mine")
    before = frame.bounding_box()
    page.locator(STAGE).focus()
    for stage in ("4", "5"):
        page.keyboard.press("ArrowRight")
        expect(page.locator(STAGE)).to_have_attribute("aria-valuenow", stage)
        drawing.settle()
        assert drawing.parameters["cell_stage"] == stage
        expect(page.locator(STAGE)).to_be_focused()
    after, score = frame.bounding_box(), page.locator(".cellsteps .score.chosen").bounding_box()
    assert before is not None and after is not None and score is not None
    assert before["y"] + before["height"] < score["y"]
    assert score["y"] + score["height"] < after["y"] + after["height"]


def test_a_narrow_drawing_leaves_no_room_for_heads_that_are_not_joined_yet(draw: Mount) -> None:
    drawing = draw("cell?model=ko-en&cell_stage=8", width=768)
    page = drawing.page
    plot = page.locator(".cellsteps .canvas")
    before = plot.bounding_box()
    page.locator(STAGE).press("ArrowRight")
    expect(page.locator(STAGE)).to_have_attribute("aria-valuenow", "9")
    drawing.settle()
    after = plot.bounding_box()
    assert before is not None and after is not None
    assert after["height"] > before["height"] + 100


def test_before_it_plays_and_while_it_is_cut_nothing_tells_the_end(draw: Mount) -> None:
    waiting = draw(reduced_motion="no-preference", height=300)  # too low for it to be seen
    waiting.wait(ALL_PLAYED)
    assert step(waiting.page) == "1"
    assert waiting.page.locator(".cellsteps .lens *").count() == 0
    cut = draw("cell?model=ko-en&cell_stage=5", reduced_motion="no-preference")
    cut.page.locator(STAGE).press("ArrowRight")
    cut.wait(40)  # of a movement of two seconds
    parts = cut.page.evaluate(SHADES)
    light = [sum(map(float, re.findall(r"\d\.\d+", shade))) for _, shade in sorted(parts)]
    assert len(parts) > 2 and light == sorted(light, reverse=True), "as dark as it is long now"
    assert len({*map(tuple, parts)}) == len({width for width, _ in parts}), "and no darker"
    assert cut.page.locator(".cellsteps .token .weight").count() == 0
    cut.wait(ALL_PLAYED)
    expect(cut.page.locator(".cellsteps .token .weight").first).to_be_visible()
