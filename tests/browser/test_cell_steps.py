"""The figure of one attention cell in a browser: what is shown when, what is chosen, what plays."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from explainer.text import Text
from tests.browser.app_page import parameters, visits
from tests.browser.tabs import settle

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]
STAGE = ".cellsteps .stages"
SEEN = "() => document.querySelector('.st-key-figure_cell [data-testid=stBidiComponentIsolated]')"
# Width and colour of the parts of the bar in an early picture of the softmax. The frames of the
# movement are asked for by hand, so that it has come as far on every machine.
SHADES = """async () => {
  const root = (document.querySelector('.st-key-figure_cell [data-testid=stBidiComponentIsolated]')
    .shadowRoot).querySelector('.cellsteps');
  const [frame, now, start] = [window.requestAnimationFrame, performance.now, performance.now()];
  let tick;
  window.requestAnimationFrame = (next) => { tick = next; };
  performance.now = () => start;
  root.querySelector('.stages').dispatchEvent(
    new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
  performance.now = now;
  tick(start + 40);
  window.requestAnimationFrame = frame;
  frame(tick);
  const bar = Number(root.querySelector('.key.piece .hit').getAttribute('y'));
  return [...root.querySelectorAll('g.row > rect[style*=rgb]')]
    .filter((one) => Number(one.getAttribute('y')) === bar)
    .map((one) => [Number(one.getAttribute('width')), one.style.fill]);
}"""
WORDS = SEEN + ".shadowRoot.querySelector('.cellsteps').textContent"


@pytest.fixture
def visit(address: str, browser: Browser) -> Iterator[Visit]:
    with visits(address, browser, height=1000, reduced_motion="reduce") as go:

        def opened(path: str = "cell?model=ko-en", **options: object) -> Page:
            page = go(path, **options)
            page.locator(STAGE).wait_for()
            return page

        yield opened


def step(page: Page) -> str | None:
    return page.locator(STAGE).get_attribute("aria-valuenow")


def pieces(page: Page) -> list[str]:
    """What the parts of the bar are called."""
    found = page.locator(".cellsteps .key.piece").all()
    return [str(one.get_attribute("aria-label")) for one in found]


def middle(page: Page, key: int) -> None:
    """A press on a part of the bar, where it is seen."""
    page.locator(".cellsteps .key.piece .hit").nth(key).click()


def test_it_opens_at_the_sum_and_later_numbers_are_not_in_the_page(visit: Visit) -> None:
    page = visit()
    assert step(page) == "3" and "cell_stage" not in parameters(page)
    first = page.evaluate(WORDS)
    shown = visit("cell?model=ko-en&cell_stage=10")
    assert step(shown) == "10"
    later = shown.locator(".cellsteps .sum .strong").all_text_contents()
    score = later[-1]
    assert score in shown.evaluate(WORDS) and score not in first
    weights = [name.rsplit(" ", 1)[1] for name in pieces(shown)]
    assert sum(map(float, weights)) == pytest.approx(1, abs=0.006)
    assert not any(weight in first for weight in weights if weight != "0.000")
    assert all(name.startswith("Guess: ") for name in pieces(page))
    assert page.locator(".cellsteps .keys.pieces").get_attribute("role") == "radiogroup"


def test_it_starts_high_and_reduced_motion_does_not_play(visit: Visit) -> None:
    page = visit(height=900)
    assert page.locator(".cellsteps .drawing .ground").first.bounding_box()["y"] < 330  # type: ignore[index]
    settle(page)  # also until it would have begun
    assert step(page) == "3"
    page.locator(STAGE).press("Home")
    play = page.get_by_role("button", name="Play")
    play.click()
    expect(page.locator(STAGE)).not_to_have_attribute("aria-valuenow", "1")
    page.get_by_role("button", name="Pause").click()
    settle(page)
    assert parameters(page)["cell_stage"] == step(page)


def test_it_plays_by_itself_from_the_first_step_to_the_sum(visit: Visit) -> None:
    script = f"""(() => {{
      const seen = window.steps = [];
      const look = () => {{
        const all = [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")];
        const bar = all.map((one) => one.shadowRoot?.querySelector("{STAGE}")).find(Boolean);
        const now = bar?.getAttribute("aria-valuenow");
        window.played ||= Boolean(bar?.getRootNode().querySelector('[aria-label=Pause]'));
        if (now && now !== seen.at(-1)) seen.push(now);
        requestAnimationFrame(look);
      }};
      look();
    }})()"""
    page = visit(reduced_motion="no-preference", script=script)
    page.wait_for_function("() => window.played")  # a busy machine may look after it has ended
    page.get_by_role("button", name="Play").wait_for()
    settle(page)
    shown = page.evaluate("window.steps")
    assert shown == ["1", "2", "3"] and step(page) == "3"
    assert "cell_stage" not in parameters(page)
    dot = page.locator(".cellsteps .sum .strong")
    expect(dot).to_have_text(page.locator(".cellsteps .numbers b").inner_text())
    page.get_by_role("button", name="Play").click()
    expect(page.locator(STAGE)).to_have_attribute("aria-valuenow", "4")
    told = visit("cell?model=ko-en&cell_stage=4", reduced_motion="no-preference")
    settle(told)
    assert step(told) == "4"
    expect(told.get_by_role("button", name="Play")).to_be_visible()


def test_who_takes_over_stops_it(visit: Visit) -> None:
    page = visit(reduced_motion="no-preference")
    page.get_by_role("button", name="Pause").wait_for()
    page.locator(STAGE).press("End")
    page.get_by_role("button", name="Play").wait_for()
    settle(page)
    assert parameters(page)["cell_stage"] == step(page) == "10"


def test_the_rail_groups_the_steps_as_the_cards_below_do(visit: Visit) -> None:
    page = visit()
    groups = page.locator(f"{STAGE} .group")
    cards = page.locator(".st-key-beats button")
    for at, card in enumerate(cards.all()):
        steps = groups.nth(at).locator(".stop").all_text_contents()
        assert card.locator("strong").inner_text() == "–".join(dict.fromkeys((steps[0], steps[-1])))
        groups.nth(at).locator(".stop").first.click()
        settle(page)
        assert step(page) == steps[0]
        assert groups.nth(at).evaluate("group => group.classList.contains('on')")
        expect(card).to_have_attribute("aria-checked", "true")


def test_a_press_on_the_bar_chooses_that_cell(visit: Visit) -> None:
    page = visit("cell?model=ko-en&kind=encoder&layer=3&head=3&row=3&cell_stage=6")
    names = [name.rsplit(", weight", 1)[0] for name in pieces(page)]
    wide = max(range(len(names)), key=lambda key: float(pieces(page)[key].rsplit(" ", 1)[1]))
    middle(page, wide)
    expect(page.locator(".cellsteps .crumb.col .shown")).to_have_text(names[wide])
    settle(page)
    assert parameters(page)["col"] == str(wide + 1)
    other = (wide + 1) % len(names)
    page.locator(".cellsteps .key.name").nth(other).click()
    expect(page.locator(".cellsteps .crumb.col .shown")).to_have_text(names[other])
    page.locator(".cellsteps .crumb.head select").select_option("0")
    settle(page)
    assert (parameters(page)["col"], parameters(page)["head"]) == (str(other + 1), "1")


def test_the_map_chooses_row_and_column_by_key(visit: Visit) -> None:
    page = visit("cell?model=ko-en&row=3&col=2&cell_stage=6")
    page.locator(".cellsteps [data-focus=map]").focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    settle(page)
    found = parameters(page)
    assert (found["row"], found["col"], found["cell_stage"]) == ("4", "4", "6")


def test_a_guess_stands_beside_the_models_answer(visit: Visit) -> None:
    page = visit("cell?model=ko-en&kind=encoder&layer=3&head=3&row=3")
    names = [name.removeprefix("Guess: ") for name in pieces(page)]
    middle(page, 1)
    box = page.locator(".cellsteps .asked-box")
    expect(box).to_contain_text(names[1])
    settle(page)
    assert "cell_stage" not in parameters(page), "a guess is the reader's own"
    page.get_by_role("button", name="Show the softmax").click()
    settle(page)
    assert step(page) == parameters(page)["cell_stage"] == "6"
    weights = [float(name.rsplit(" ", 1)[1]) for name in pieces(page)]
    best = max(range(len(weights)), key=weights.__getitem__)
    expect(box).to_contain_text(f"You{names[1]}{weights[1]:.3f}")
    expect(box).to_contain_text(f"Model{names[best]}{weights[best]:.3f}")
    expect(box).to_contain_text("✓" if best == 1 else "✗")


def test_pointing_at_a_dimension_tells_its_product_and_asks_nobody(visit: Visit) -> None:
    page = visit("cell?model=ko-en&cell_stage=2")
    field = page.locator(".cellsteps [data-focus=dim]")
    box = field.bounding_box()
    assert box is not None
    before = field.get_attribute("aria-valuenow")
    page.mouse.move(box["x"] + 40, box["y"] + box["height"] * 0.9)
    expect(field).not_to_have_attribute("aria-valuenow", str(before))
    told = str(field.get_attribute("aria-valuetext"))
    expect(page.locator(".cellsteps .lens")).to_contain_text(told)
    settle(page)
    assert "cell_dim" not in parameters(page)
    page.mouse.click(box["x"] + 40, box["y"] + box["height"] * 0.9)
    settle(page)
    assert parameters(page)["cell_dim"] == field.get_attribute("aria-valuenow")


def test_the_frame_round_a_name_holds_no_empty_place_for_a_score(visit: Visit) -> None:
    page = visit()
    frame = page.locator(".cellsteps .key.name .hit.frame")
    before = frame.bounding_box()
    page.locator(STAGE).press("ArrowRight")
    page.locator(STAGE).press("ArrowRight")
    expect(page.locator(STAGE)).to_have_attribute("aria-valuenow", "5")
    settle(page)
    after = frame.bounding_box()
    assert before is not None and after is not None
    score = page.locator(".cellsteps .row .cell.chosen").bounding_box()
    assert score is not None
    assert before["y"] + before["height"] < score["y"]
    assert score["y"] + score["height"] < after["y"] + after["height"]


def test_the_keyboard_stays_where_it_is_when_an_answer_draws_the_controls_anew(
    visit: Visit,
) -> None:
    page = visit()
    page.locator(STAGE).focus()
    for stage in ("4", "5", "6"):
        page.keyboard.press("ArrowRight")
        expect(page.locator(STAGE)).to_have_attribute("aria-valuenow", stage)
        settle(page)
        expect(page.locator(STAGE)).to_be_focused()


def test_colours_and_what_can_be_pressed_are_told_below(visit: Visit) -> None:
    page = visit("cell?model=ko-en&lang=en")
    text = Text("en")
    expect(page.locator(".cellsteps .foot")).to_contain_text(text("cell.signs"))
    expect(page.locator(".cellsteps .foot .hint")).to_have_text(text("cell.hint"))


def test_a_narrow_drawing_leaves_no_room_for_heads_that_are_not_joined_yet(visit: Visit) -> None:
    page = visit("cell?model=ko-en&cell_stage=8", width=768)
    drawing = page.locator(".cellsteps .drawing")
    before = drawing.bounding_box()
    page.locator(STAGE).press("ArrowRight")
    expect(page.locator(STAGE)).to_have_attribute("aria-valuenow", "9")
    settle(page)
    after = drawing.bounding_box()
    assert before is not None and after is not None
    assert after["height"] > before["height"] + 100


def test_before_it_plays_and_while_it_is_cut_nothing_tells_the_end(visit: Visit) -> None:
    waiting = visit(reduced_motion="no-preference", height=420)  # too low for the figure to be seen
    expect(waiting.locator(STAGE)).to_have_attribute("aria-valuenow", "1")
    assert waiting.locator(".cellsteps .lens *").count() == 0
    page = visit("cell?model=ko-en&cell_stage=5", reduced_motion="no-preference")
    parts = page.evaluate(SHADES)
    light = [sum(map(int, re.findall(r"\d+", shade))) for _, shade in sorted(parts)]
    assert len(parts) > 2 and light == sorted(light, reverse=True), "as dark as it is long now"
    assert len({*map(tuple, parts)}) == len({width for width, _ in parts}), "and no darker"
    expect(page.locator(".cellsteps .row .weight").first).to_be_visible()
