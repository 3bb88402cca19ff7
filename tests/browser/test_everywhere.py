"""Every page as it reaches a reader: both languages, light and dark, large and small, by keyboard
alone and with the network cable out. The list of chapters is the same on all: axe and the Tab key
go through it once in a language and theme.

A reader goes from page to page by "next": the first half of the course in Korean and dark, the
second in English and light, by turns in two of four widths; with EXPLAINER_EVERYWHERE=all the whole
in all four pairs and all widths.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, TimeoutError, ViewportSize, expect

from explainer.charts.palette import TYPE
from explainer.data.samples import default_sentence
from explainer.frame.course import Chapter, chapters, parts
from explainer.text import Text
from tests.browser.app_page import LIST, Go, arrive, parameters, type_of, violations
from tests.browser.conftest import Turn
from tests.browser.keyboard import walk
from tests.browser.tabs import clean_tab, forget, new_context, settle

TURNS = (("ko", "dark"), ("en", "light"))
ALL = (*TURNS, ("ko", "light"), ("en", "dark"))
EVERY = os.environ.get("EXPLAINER_EVERYWHERE") == "all"
HALF = (len(chapters()) + 1) // 2
VISITS = [
    (lang, shown, spec)
    for lang, shown in ALL
    for number, spec in enumerate(chapters())
    if EVERY or TURNS[number // HALF] == (lang, shown)
]
MODEL = {"ko": "ko-en", "en": "en-de"}
Sizes = tuple[ViewportSize, ViewportSize]
WINDOWS: tuple[Sizes, Sizes] = (
    ({"width": 1920, "height": 1000}, {"width": 320, "height": 640}),
    ({"width": 768, "height": 1000}, {"width": 360, "height": 740}),
)
LARGE: ViewportSize = {"width": 1440, "height": 1000}
PHONE = 400  # pixels at most
FITS = """() => {
  const main = document.querySelector("[data-testid=stMain]");
  const root = document.documentElement;
  return root.scrollWidth <= window.innerWidth && main.scrollWidth <= main.clientWidth;
}"""
# The figure is what a reader sees first on a phone: half of the window has it to itself.
PHONE_WINDOW: ViewportSize = {"width": 390, "height": 844}
LEADS = {"translate", "cell", "heads", "sampling", "ablation"}
FIRST_SCREEN = """() => {
  document.querySelector("[data-testid=stMain]").scrollTo(0, 0);
  const figure = document.querySelector(
    "[data-testid=stMain] :is([class*='st-key-figure_'], .flow .stage)");
  const bar = [...document.querySelectorAll(".st-key-sentence :is(input, button)")]
    .filter((each) => each.offsetParent).map((each) => each.getBoundingClientRect());
  return [figure.getBoundingClientRect().top, bar.length,
    Math.max(...bar.map((r) => r.top)) - Math.min(...bar.map((r) => r.bottom))];
}"""
COVERED = """() => {
  document.querySelector("[data-testid=stMain]").scrollTo(0, 0);
  const [title, head] = ["[data-testid=stMain] h1", "[data-testid=stHeader]"]
    .map((each) => document.querySelector(each).getBoundingClientRect());
  return head.bottom - title.top;
}"""
DRAWN = "[data-testid=stBidiComponentIsolated], [data-testid=stVegaLiteChart]"
# A browser tells the page, lays it out anew for a sheet of A4 and prints, all at once: no script
# that watches widths has had its turn. So the width is set and measured in one go here, too.
WIDER = """(drawn) => {
  dispatchEvent(new Event("beforeprint"));
  const main = document.querySelector("[data-testid=stMain]");
  Object.assign(main.style, { flex: "none", width: "718px" });
  const end = main.getBoundingClientRect().left + 718;
  const wider = [...document.querySelectorAll(drawn)]
    .flatMap((host) => [...(host.shadowRoot || host).querySelectorAll("svg, canvas, table")])
    .filter((part) => part.checkVisibility())
    .map((part) => [part.getBoundingClientRect().right - end, part.outerHTML.slice(0, 80)])
    .filter(([beyond]) => beyond > 1);
  Object.assign(main.style, { flex: "", width: "" });
  dispatchEvent(new Event("afterprint"));
  return wider;
}"""
PRINTED = {"layers", "masks", "positions", "growth", "classroom"}
NEXT = ".st-key-foot a:has-text('arrow_forward')"
TOP = "document.querySelector('[data-testid=stMain]').scrollTop"
SMALL = Path(__file__).with_name("targets.js").read_text(encoding="utf-8")


HANGUL = """() => [...document.fonts].filter(
  (face) => face.family.includes("Explainer Hangul") && face.status === "loaded").length"""
DEJAVU = "/usr/share/fonts/truetype/dejavu"  # no Hangul in it; Chromium needs some font
MOST = 1.5 * 2**20  # bytes of the first visit, fonts and everything the server pushes included
FONTLESS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>"""


Tab = tuple[Page, list[str]]  # a tab and what went wrong in it
BEFORE = f"{LIST}, [data-testid=stSkipToContent]"  # what the Tab key meets before the page
_listed: set[tuple[str, str]] = set()  # where the list has been gone through


@pytest.fixture(scope="module")
def tabs(one_browser: Browser, turn: Turn) -> Iterator[Callable[[str, str], Tab]]:
    """The tab of a language and a theme; another pair begins with a clean one."""
    opened: dict[tuple[str, str], Tab] = {}

    def close() -> None:
        forget([page for page, _ in opened.values()])
        opened.clear()

    def tab(lang: str, shown: str) -> Tab:
        if (lang, shown) not in opened:
            close()
            bad = list[str]()
            page = clean_tab(
                one_browser,
                bad,
                size=LARGE,
                color_scheme="dark" if shown == "dark" else "light",
                locale="ko-KR" if lang == "ko" else "en-US",
                reduced_motion="reduce",
                has_touch=True,
            )
            opened[lang, shown] = page, bad
        return opened[lang, shown]

    yield tab
    with turn():
        close()


@pytest.mark.usefixtures("browser")
@pytest.mark.parametrize(
    ("lang", "shown", "spec"), VISITS, ids=[f"{v[0]}-{v[1]}-{v[2].id}" for v in VISITS]
)
def test_every_page(tabs, address, lang, shown, spec):
    page, bad = tabs(lang, shown)
    bad.clear()
    text = Text(lang)
    come_to(page, f"{address}/{spec.url}?model={MODEL[lang]}", spec, text)
    settle(page)

    assert page.evaluate(TOP) == 0
    expect(page.locator(NEXT)).to_have_count(0 if spec == chapters()[-1] else 1)
    if spec.bar:  # nothing was written, so its own example stands there
        source, target = MODEL[lang].split("-")
        example = default_sentence(source, spec.id, target)
        expect(page.locator(".st-key-bar input")).to_have_value(example)
        assert "s" not in parameters(page)
    assert page.title() == text("shell.tab", page=text(spec.name))
    assert page.evaluate("document.documentElement.lang") == lang
    assert page.locator("[data-testid=stException]").count() == 0
    listed = (lang, shown) in _listed
    without = LIST if listed else ""
    assert violations(page, without) == []
    in_six_sizes(page)
    found = walk(page, BEFORE if listed else "")
    # At least the way to every part of the course, or what stands in the head of each page.
    assert found["reached"] > (3 if listed else len(parts()))
    assert (found["missed"], found["faint"]) == ([], [])
    _listed.add((lang, shown))
    # Neighbours of one language have different windows.
    turn = chapters().index(spec) % len(WINDOWS)
    for window in sum(WINDOWS, ()) if EVERY else WINDOWS[turn]:
        page.set_viewport_size(window)
        settle(page)
        try:  # a chart needs a moment to take the new width
            page.wait_for_function(FITS)
        except TimeoutError:
            pytest.fail(f"scrolls sideways at {window['width']} pixels")
        if window["width"] <= PHONE:
            fits_a_phone(page)
    if spec.id in LEADS:
        page.set_viewport_size(PHONE_WINDOW)
        settle(page)
        top, controls, apart = page.evaluate(FIRST_SCREEN)
        assert 0 < top <= PHONE_WINDOW["height"] / 2
        # Field, button and examples; settings where the page has no search of its own.
        assert controls == (4 if spec.settings else 3)
        assert apart < 0, "the sentence bar takes more than one line"
    if spec.id in PRINTED:
        page.emulate_media(media="print")
        settle(page)
        assert page.evaluate(WIDER, DRAWN) == []
        page.emulate_media(media="screen")
    assert bad == []


def fits_a_phone(page: Page) -> None:
    assert page.evaluate(SMALL) == []
    assert page.evaluate(COVERED) <= 1, "the bar above covers the title"
    in_six_sizes(page)


def in_six_sizes(page: Page) -> None:
    found = type_of(page)
    assert len(found) <= len(TYPE) and min(found) >= min(TYPE.values()), found


def come_to(page: Page, address: str, spec: Chapter, text: Text) -> None:
    """Open the first page by its address; go on by "next" to the page that comes next, and by the
    list, which has every page, a folded part of it too, to another. The window is large again when
    the page comes: the one before need not take its size.
    """
    title = page.locator("[data-testid=stMainBlockContainer] h1").first
    if title.count() == 0:
        page.goto(address, wait_until="commit")
        page.locator("html").wait_for(state="attached")  # a page that has come may be empty yet
        assert page.evaluate("document.documentElement.lang") == text.lang  # before the script ran
        page.locator(".st-key-chapters a").last.wait_for(state="attached")
    else:
        before = chapters()[chapters().index(spec) - 1]
        if title.inner_text() == text(before.title):
            page.locator(NEXT).click()
            page.set_viewport_size(LARGE)
        else:
            page.set_viewport_size(LARGE)
            settle(page)
            links = page.locator(".st-key-chapters a")
            links.filter(has_text=text(spec.name)).first.dispatch_event("click")
    expect(title).to_have_text(text(spec.title))


@pytest.mark.usefixtures("browser")
def test_the_first_visit_is_light_even_without_a_korean_font(launch, address, tmp_path):
    """Counted on the wire, with an empty cache, in a browser that finds no font with Hangul."""
    settings = tmp_path / "fonts.conf"
    settings.write_text(FONTLESS.format(fonts=DEJAVU, cache=tmp_path / "cache"))
    environment: dict[str, str | float | bool] = {**os.environ, "FONTCONFIG_FILE": str(settings)}
    browser = launch(env=environment)
    page = new_context(browser, locale="ko-KR").new_page()
    sent, pushed, names = dict[str, float](), list[int](), dict[str, str]()
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on(
        "Network.responseReceived", lambda e: names.update({e["requestId"]: e["response"]["url"]})
    )
    wire.on(
        "Network.loadingFinished", lambda e: sent.update({e["requestId"]: e["encodedDataLength"]})
    )
    wire.on(
        "Network.webSocketFrameReceived",
        lambda e: pushed.append(len(e["response"]["payloadData"]) * 3 // 4),
    )
    arrive(page, address)
    page.locator(".flow .region").first.wait_for()
    settle(page)
    hangul = page.evaluate(HANGUL)
    browser.close()
    total = sum(sent.values()) + sum(pushed)
    files = " ".join(names.values())
    assert total <= MOST, f"{total / 2**20:.2f} MiB"
    assert hangul >= 1 and "hangul-common-regular" in files and "hangul-rest" not in files
    for heavy in ("Plotly", "DataFrame", "SyntaxHighlighter", "katex", "SourceSans"):
        assert heavy not in files, heavy
    assert total > 2**19, "too little to be the whole app"


def test_the_language_follows_the_reader(go: Go) -> None:
    page = go("masks", has_touch=True)
    said = "document.documentElement.lang + ' ' + document.title"
    page.locator("[data-testid=stSidebar] [role=radio]").first.click()
    korean, masks = Text("ko"), f"ko {Text('ko')('shell.tab', page=Text('ko')('masks.name'))}"
    page.wait_for_function(f"() => {said} === {masks!r}")
    settle(page)  # the address, to which the way back will lead, names the language, too
    page.locator(".st-key-chapters a", has_text=korean("heads.name")).first.click()
    heads = f"ko {korean('shell.tab', page=korean('heads.name'))}"
    page.wait_for_function(f"() => {said} === {heads!r}")
    settle(page)
    page.go_back()
    page.wait_for_function(f"() => {said} === {masks!r}")
    settle(page)
    page.go_forward()
    page.wait_for_function(f"() => {said} === {heads!r}")


def test_the_keyboard_skips_opens_and_closes(go: Go) -> None:
    page = go(has_touch=True)
    focused = "document.activeElement"
    page.keyboard.press("Tab")
    assert page.evaluate(f"{focused}.dataset.testid") == "stSkipToContent"
    page.keyboard.press("Enter")
    assert page.evaluate(f"!!{focused}.closest('[data-testid=stMain]')")

    menu = page.locator(".st-key-tools [data-testid=stPopover] button").first
    menu.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-testid=stPopoverBody]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-testid=stPopoverBody]")).to_have_count(0)
    expect(menu).to_be_focused()
