"""Bars of greedy search, ways into tokens and chains, moved by keys alone; what plays ends."""

from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, expect

from tests.browser.mounted import Mount


def token(page: Page, part: str) -> str:
    """What a part of a bar says of itself, its token first."""
    return page.locator(f".greedy_steps [data-part='{part}']").get_attribute("aria-label") or ""


def test_another_part_of_a_bar_is_written_and_read_in_the_next_row(mount: Mount) -> None:
    drawing = mount("greedy?model=ko-en", "greedy_greedy_steps")
    page = drawing.page
    before = [token(page, f"{step}-0") for step in (0, 5, 7)]
    page.locator(".greedy_steps [data-part='6-0']").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".greedy_steps [data-part='6-1']")).to_be_focused()
    page.keyboard.press("Enter")
    drawing.settle()
    after = [token(page, f"{step}-0") for step in (0, 5, 7)]
    assert after[:2] == before[:2] and after[2] != before[2]  # the rows above stay, those below not
    again = mount(f"greedy?{urlencode(drawing.parameters)}", "greedy_greedy_steps").page
    assert [token(again, f"{step}-0") for step in (0, 5, 7)] == after


def off(page: Page) -> Locator:
    """Tokens that are not on the way shown, but on another."""
    others = "[aria-pressed=false]:not([aria-label*='None of the ways'])"
    return page.locator(f".segmentation .token{others}")


def test_a_token_off_the_way_takes_the_best_way_through_it(mount: Mount) -> None:
    drawing = mount("tokens?model=ko-en", "tokens_segmentation")
    page = drawing.page
    other = off(page).first
    name = other.get_attribute("data-token")
    other.focus()
    page.keyboard.press("Enter")
    drawing.settle()
    taken = page.locator(f".segmentation [data-token='{name}']")
    assert "tokens_way" in drawing.parameters
    expect(taken).to_have_attribute("aria-pressed", "true")
    expect(taken).to_be_focused()


def test_the_chains_are_walked_by_arrow_keys(mount: Mount) -> None:
    drawing = mount("rnn?model=ko-en", "rnn_chain")
    cells = drawing.page.locator(".chain [role=button]")
    cells.locator("xpath=self::*[@aria-pressed='true']").focus()
    drawing.page.keyboard.press("Home")
    expect(cells.first).to_have_attribute("aria-pressed", "true")
    drawing.page.keyboard.press("ArrowRight")
    expect(cells.nth(1)).to_have_attribute("aria-pressed", "true")
    drawing.settle()
    expect(cells.nth(1)).to_be_focused()
    assert "2" in (drawing.parameters.get("step"), drawing.parameters.get("rnn_step"))


PLAYED = 3_000  # ms: in the middle of what is played
TO_ITS_END = 30_000


def test_what_plays_ends_with_its_view(mount: Mount) -> None:
    mounted, play = mount("rnn", "rnn_chain"), ".chain .play"
    mounted.page.locator(play).first.click()
    mounted.wait(PLAYED)
    mounted.settle()
    told = len(mounted.told)
    mounted.app.session_state["rnn_view"] = "gates"
    mounted.rerun()
    assert mounted.page.locator(play).count() == 0
    mounted.wait(TO_ITS_END)
    assert len(mounted.told) == told
