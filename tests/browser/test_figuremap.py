"""The map of the whole figure: it leads, and it follows."""

from playwright.sync_api import Page, expect

from explainer.frame.figuremap import REGIONS
from explainer.text import Text
from tests.browser.app_page import Go, parameters, translation, violations, write
from tests.browser.tabs import settle

SENTENCE = "The cat sleeps."


def lit(page: Page) -> list[str]:
    ink = page.locator(".figuremap .panel .ink").all()
    return [
        one.get_attribute("data-region") or "" for one in ink if one.get_attribute("opacity") == "1"
    ]


def title(page: Page, chapter: str, lang: str) -> None:
    words = Text(lang)(f"{chapter}.title")
    expect(page.locator("[data-testid=stMainBlockContainer] h1")).to_have_text(words)
    settle(page)


KO = Text("ko")
HEAD = """() => {
  const box = (each) => document.querySelector(each).getBoundingClientRect();
  const [map, title] = [box(".st-key-figuremap"), box("h1")];
  const [share, idea] = [box(".st-key-share"), box(".st-key-idea p")];
  return { height: title.height, apart: map.left - Math.max(title.right, share.right),
           above: idea.top - map.bottom, seen: map.top };
}"""


def takes_no_height(page: Page) -> None:
    for width in (1440, 1366):
        page.set_viewport_size({"width": width, "height": 1000})
        settle(page)
        found = page.evaluate(HEAD)
        assert found["height"] < 45  # one line
        assert found["apart"] > 0 and found["seen"] >= 0
        assert found["above"] > -4  # the room above the letters of a line


def stays_off_paper(page: Page) -> None:
    """Nor is there anything else that opens or leads on; the sentence and what is chosen stay."""
    page.emulate_media(media="print")
    for name in ("figuremap", "tools", "needed", "foot", "chapters"):
        expect(page.locator(f".st-key-{name}")).to_be_hidden()
    expect(page.locator(".st-key-bar input")).to_be_visible()
    expect(page.locator(".st-key-bar button")).to_be_hidden()
    views = page.locator(".st-key-masks_view [role=radio]")
    expect(views.filter(visible=True)).to_have_text([KO("masks.view_training")])
    page.emulate_media(media="screen")


def is_one_tab_stop_with_arrows(page: Page) -> None:
    stops = page.locator(".figuremap .picture a[tabindex='0']")
    assert stops.count() == 1 and stops.get_attribute("data-id") == "mask"
    stops.focus()
    page.keyboard.press("ArrowLeft")
    focused = page.locator(".figuremap .picture a:focus")
    expect(focused).to_have_attribute("data-id", "decoder")
    expect(page.locator(".figuremap .label")).to_have_text(KO("figuremap.decoder"))
    page.keyboard.press("Home")
    expect(focused).to_have_class("whole")
    page.keyboard.press("Enter")
    title(page, "translate", "ko")


def test_a_region_leads_to_its_chapter_and_back_with_all_that_was_set(go: Go) -> None:
    """The map takes no height, stays off paper and is one tab stop with arrows."""
    page = go("?lang=ko&model=en-de")
    write(page, SENTENCE)
    found = translation(page)
    page.evaluate("() => { window.same = true; }")
    expect(page.locator(".figuremap")).to_have_count(0)  # it is there in large
    page.locator(".flow [data-page=output]").click()
    title(page, "greedy", "ko")
    assert lit(page) == ["output", "loop"]
    page.locator(".figuremap a[data-id=mask]").click()
    title(page, "masks", "ko")
    assert lit(page) == ["mask"]
    kept = parameters(page)
    assert (kept["s"], kept["model"]) == (SENTENCE, "en-de")
    page.locator(".figuremap a.whole").click()
    title(page, "translate", "ko")
    assert translation(page) == found
    assert page.evaluate("() => window.same")
    page.go_back()
    title(page, "masks", "ko")
    takes_no_height(page)
    stays_off_paper(page)
    is_one_tab_stop_with_arrows(page)


def test_the_map_follows_the_kind_of_attention_and_sets_it(go: Go) -> None:
    page = go("heads?lang=en")
    assert lit(page) == ["heads", "cross"]
    page.get_by_role("radio", name=Text("en")("words.kind_decoder")).first.click()
    settle(page)
    assert lit(page) == ["heads", "decoder"]
    page.locator(".figuremap a[data-id=encoder]").click()
    page.wait_for_function("() => new URLSearchParams(location.search).get('kind') === 'encoder'")
    title(page, "heads", "en")
    assert lit(page) == ["encoder", "heads"]


def test_on_a_phone_a_button_opens_the_same_as_a_list(go: Go) -> None:
    page = go("cell?lang=en", width=390, height=844)
    button, panel = page.locator(".figuremap .thumb"), page.locator(".figuremap .panel")
    expect(panel).to_be_hidden()
    place = button.bounding_box()
    assert place is not None and place["y"] + place["height"] <= 60 and place["height"] >= 24
    button.click()
    expect(panel).to_be_visible()
    assert violations(page, within=[".st-key-figuremap"]) == []
    sizes = [one.bounding_box() for one in panel.locator(".list a").all()]
    assert len(sizes) == len(REGIONS) + 1
    assert all(size is not None and size["height"] >= 24 for size in sizes)
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(button).to_be_focused()
    button.click()
    panel.locator(".list a", has_text=Text("en")("figuremap.memory")).click()
    title(page, "lookup", "en")
    expect(panel).to_be_hidden()
    assert lit(page) == ["memory"]
