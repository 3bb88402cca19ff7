"""The figure of one attention cell in a browser: what is shown when, what is chosen, what plays."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.app_page import Go
from tests.browser.mounted import Mount, Mounted
from tests.browser.tabs import settle

STAGE = ".cellsteps .stages"
PLACE = "cell?model=ko-en&kind=encoder&layer=3&head=3&row=3"
ALL_PLAYED = 30_000  # ms; ten steps


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
        assert groups.nth(at).locator(".now").count() == 1
        expect(number).to_have_attribute("aria-checked", "true")


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


def test_the_keyboard_stays_where_it_is_when_an_answer_draws_the_controls_anew(draw):
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
