"""The drawing in a real browser: pointer, keys, what reaches the server; it fits, with axe."""

import pytest
from playwright.sync_api import WebSocket, expect

from tests.browser.app_page import Go
from tests.browser.flow_page import caption, choose, report, shown, slider
from tests.browser.mounted import Mount
from tests.browser.tabs import settle, spend, tap

STEP_MS = 1100  # of what plays


def test_pointing_never_reaches_the_server_and_a_click_brings_no_data_again(go: Go) -> None:
    """In the app, by what goes over the wire."""
    sent, received = list[int](), list[int]()

    def watch(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: sent.append(len(frame)))
        socket.on("framereceived", lambda frame: received.append(len(frame)))

    page = spend(go("?lang=en"))
    page.on("websocket", watch)
    page.reload()
    page.locator(".flow .region").first.wait_for()
    settle(page)
    first = sum(received)
    before = caption(page)
    sent.clear()
    told = page.locator(".flow .caption")
    page.locator(".flow .target.token").nth(1).hover()
    expect(told).to_contain_text("Path of")
    page.locator(".flow .target.row:visible").first.hover(position={"x": 40, "y": 10})
    expect(told).to_contain_text("Having read")
    page.mouse.move(5, 5)
    expect(told).to_have_text(before)
    settle(page)
    assert sent == []
    received.clear()
    choose(page, "Layer 1, head 3")
    page.wait_for_url("**head=3**")
    settle(page)
    assert 0 < sum(received) < first / 6, (sum(received), first)  # half of that the session's own


def test_keys_and_pointer_move_the_step_and_quick_ones_are_told_together(flow: Mount) -> None:
    drawing = flow()
    page = drawing.page
    slider(page).focus()
    runs = report(drawing)["runs"]
    # All three within one task of the browser: on a busy machine real presses come too far apart.
    slider(page).evaluate(
        """node => { for (let i = 0; i < 3; i++) node.dispatchEvent(
            new KeyboardEvent("keydown", {key: "ArrowLeft", bubbles: true})); }"""
    )
    expect(slider(page)).to_have_attribute("aria-valuenow", "5")
    assert report(drawing)["place"] == [4, 2, -1]
    drawing.settle()
    # The first step is told at once, the two after it together; a run may take up both.
    assert report(drawing)["runs"] - runs in (1, 2)
    assert drawing.parameters["step"] == "4"
    expect(slider(page)).to_have_attribute("aria-valuenow", "5")
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    expect(slider(page)).to_have_attribute("aria-valuenow", "10")
    page.keyboard.press("Home")
    expect(slider(page)).to_have_attribute("aria-valuenow", "1")
    box = slider(page).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 3, box["y"] + 20, steps=5)
    expect(slider(page)).to_have_attribute("aria-valuenow", "10")
    page.mouse.up()


def test_a_small_map_chooses_layer_and_head_and_names_lead_to_their_pages(flow: Mount) -> None:
    drawing = flow()
    page = drawing.page
    before = caption(page)
    choose(page, "Layer 1, head 3")
    assert shown(page)[1] == "Layer 1, head 3"
    assert "layer 1, head 3" in caption(page)
    assert caption(page) != before
    assert report(drawing)["place"] == [7, 0, 2]
    assert (drawing.parameters["layer"], drawing.parameters["head"]) == ("0", "2")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert shown(page)[1] == "Layer 2, head 4"
    focused = page.locator(".flow .map:focus")
    expect(focused).to_have_attribute("aria-label", "Layer 2, head 4")
    picked = page.locator(".flow .picker summary")
    expect(picked).to_have_text("L2 · head 4")
    page.keyboard.press("Escape")
    expect(focused).to_have_count(0)
    expect(picked).to_be_focused()
    names = page.locator(".flow .region")
    pages = names.evaluate_all("nodes => nodes.map(node => node.dataset.page)")
    assert sorted(pages) == ["cross_attention", "decoder", "encoder", "memory", "output", "tokens"]
    page.locator(".flow [data-page=memory]").focus()
    page.keyboard.press("Enter")
    assert report(drawing)["goto"] == "memory"
    page.locator(".flow [data-page=output]").click()
    assert report(drawing)["goto"] == "output"


def test_space_plays_and_stops(flow: Mount) -> None:
    drawing = flow("step=2")
    page = drawing.page
    slider(page).focus()
    page.keyboard.press(" ")
    icon = page.locator(".flow .icon").first
    expect(icon).to_have_attribute("aria-label", "Pause")
    drawing.wait(3 * STEP_MS)
    expect(slider(page)).to_have_attribute("aria-valuenow", "6")
    told = report(drawing)["place"]
    assert told == [3, 2, -1], "it is told that the step is left, and then nothing while it plays"
    page.keyboard.press(" ")
    expect(icon).to_have_attribute("aria-label", "Play")
    stopped = int(slider(page).get_attribute("aria-valuenow") or 0)
    drawing.wait(3 * STEP_MS)
    expect(slider(page)).to_have_attribute("aria-valuenow", str(stopped))
    assert report(drawing)["place"] == [stopped - 1, 2, -1]


def test_a_first_tap_lights_and_a_second_one_presses(flow: Mount) -> None:
    drawing = flow(width=400, height=800)
    page = drawing.page
    tile = page.locator(".flow .target.memory").nth(1)
    tap(tile)
    expect(page.locator(".flow .caption")).to_contain_text("Path of ▁어제")
    drawing.settle()
    assert report(drawing)["cell"] is None
    tap(tile)
    assert report(drawing)["cell"] == {"row": 7, "token": 1, "layer": 2, "head": -1}


def test_the_same_data_keeps_the_drawing_and_another_sentence_begins_anew(flow: Mount) -> None:
    drawing = flow()
    page = drawing.page
    slider(page).focus()
    page.keyboard.press("ArrowLeft")
    assert report(drawing)["place"] == [6, 2, -1]
    page.locator(".flow .target.token").nth(4).click()
    page.locator(".flow svg path.fade").first.evaluate("node => { node.kept = true; }")
    runs = report(drawing)["runs"]
    drawing.app.button(key="again").click()
    drawing.rerun()
    assert report(drawing)["runs"] == runs + 1
    assert report(drawing)["place"] == [6, 2, -1]
    expect(slider(page)).to_have_attribute("aria-valuenow", "7")
    assert page.locator(".flow svg path.fade").first.evaluate("node => node.kept === true")
    expect(page.locator(".flow .target.token").nth(4)).to_have_attribute("aria-pressed", "true")
    drawing.app.button(key="other").click()
    drawing.rerun()
    expect(slider(page)).to_have_attribute("aria-valuenow", "3")
    assert report(drawing)["place"] == [2, 2, -1]
    assert page.locator(".flow").count() == 1
    expect(page.locator(".flow .target[aria-pressed=true]")).to_have_count(0)


def test_a_long_sentence_loads_the_head_that_is_chosen(flow: Mount) -> None:
    drawing = flow("src=28&tgt=8&step=5")
    page = drawing.page
    assert page.locator(".flow .map svg").count() == 3, "one mean map a layer"
    choose(page, "Layer 2, head 5")
    drawing.settle()
    expect(page.locator(".flow .map svg")).to_have_count(6)
    assert shown(page) == ("6", "Layer 2, head 5")
    assert "layer 2, head 5" in caption(page)


@pytest.mark.parametrize(
    ("query", "width"),
    [
        ("src=1&tgt=1&step=0&layer=0&layers=1&heads=1", 320),
        ("src=64&tgt=96&step=60", 320),
        ("src=64&tgt=96&step=95", 1280),
        ("layers=6&heads=16", 320),
        ("layers=6&heads=16", 820),
        ("", 700),
    ],
)
def test_nothing_leaves_the_page_sideways(flow: Mount, query: str, width: int) -> None:
    page = flow(query, width=width).page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    frame = page.locator(".flow").bounding_box()
    assert frame is not None
    cut = ":is(.fed, .written, .home, .proposed, .name) *"  # with an ellipsis
    seen = f".flow svg.main :is(text, rect), .flow .over :not({cut})"
    outside = page.locator(seen).evaluate_all(
        """(nodes, [left, right]) => nodes.filter(node => {
             const box = node.getBoundingClientRect();
             return box.width && (box.left < left - 3 || box.right > right + 3);
           }).map(node => node.outerHTML.slice(0, 120))""",
        [frame["x"], frame["x"] + frame["width"]],
    )
    assert outside == []
    tiles = page.locator(".flow .target.memory").evaluate_all(
        "nodes => nodes.map(node => node.getBoundingClientRect()).map(box => [box.left, box.right])"
    )
    for (_, right), (left, _) in zip(tiles, tiles[1:], strict=False):
        assert right <= left + 0.6, "memory tiles overlap"


def test_axe_finds_nothing_in_a_long_sentence(flow: Mount) -> None:
    """In one as it opens: test_everywhere."""
    drawing = flow("lang=ko&src=28&tgt=12&dark=1", color_scheme="dark")
    assert drawing.violations({"resultTypes": ["violations"]}) == []
