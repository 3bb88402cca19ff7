"""Bars of greedy search, cuts of words and chains, moved by keys alone; what plays ends."""

from urllib.parse import urlencode

from playwright.sync_api import Page, expect

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


def test_between_two_letters_a_word_is_cut_and_joined_again(mount: Mount) -> None:
    """What it makes can be opened by its address; the focus stays where it was cut."""
    drawing = mount("tokens?model=ko-en", "tokens_segmentation")
    page, tokens = drawing.page, drawing.page.locator(".segmentation .token.on")
    gap = page.locator(".segmentation .cut[aria-pressed=false]").first
    cut = page.locator(f".segmentation .cut[data-cut='{gap.get_attribute('data-cut')}']")
    before = tokens.count()
    cut.focus()
    page.keyboard.press("Enter")
    drawing.settle()
    expect(cut).to_have_attribute("aria-pressed", "true")
    expect(cut).to_be_focused()
    parted = tokens.count()
    assert parted > before and {"tokens_way", "tokens_cut"} & {*drawing.parameters}
    again = mount(f"tokens?{urlencode(drawing.parameters)}", "tokens_segmentation")
    assert again.page.locator(".segmentation .token.on").count() == parted
    again.page.locator(f".segmentation .cut[data-cut='{cut.get_attribute('data-cut')}']").press(" ")
    again.settle()
    assert again.page.locator(".segmentation .token.on").count() == before


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
