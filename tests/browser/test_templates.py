"""Templates of drawings in a browser: only what has changed is written."""

import pytest
from playwright.sync_api import Browser, Page, expect

from explainer.drawings import ADDRESS
from tests.browser.mounted import ADDRESS as SITE
from tests.browser.mounted import blank

OPEN = f"""async () => Object.assign(window, await import("{SITE}{ADDRESS}/drawings/html.js"))"""
DRAWINGS = """() => {
  document.body.innerHTML = "<div id=root></div>";
  const row = (name) => keyed(name, html`<li><input aria-label=${name}></li>`);
  window.list = (names) =>
    render(html`<ul>${names.map(row)}</ul><p>${names.length} of ${names}</p>`, root);
  const number = (at) => at > 0 && svg`<text x=${at}>${at}</text>`;
  const path = (at) => (at > 1 ? svg`<g class="a ${at}"><path d=${"M0 0"} /></g>` : "none");
  const press = (at) => () => { window.pressed = at; };
  window.holes = (at) => render(html`<svg viewBox="0 0 9 9">${number(at)} ${path(at)}</svg>
    <button hidden=${at > 1} onclick=${press(at)}>${["<b>", null, at]}</button>`, root);
  const parts = (more) => [more && html`<i></i>`, more && ["more", html`<b></b>`], html`<input>`];
  window.beside = (more) => render(html`<p>${parts(more)}</p>`, root);
  const left = () => html`<b></b><input onblur=${() => leaving(false)}>`;
  window.leaving = (isThere) => render(html`<p>${isThere && left()}</p>`, root);
}"""


@pytest.fixture
def page(browser: Browser) -> Page:
    page = blank(browser)
    page.evaluate(OPEN)
    page.evaluate(DRAWINGS)
    return page


def test_a_list_in_another_order_keeps_nodes_and_focus(page: Page) -> None:
    page.evaluate("(names) => list(names)", ["a", "b", "c"])
    page.get_by_label("b").fill("typed")
    kept = page.get_by_label("b").element_handle()
    page.evaluate("(names) => list(names)", ["b", "d", "a"])
    names = page.locator("input").evaluate_all("(all) => all.map((one) => one.ariaLabel)")
    assert names == ["b", "d", "a"]
    assert page.evaluate("(kept) => kept === root.querySelector('input')", kept)
    expect(page.get_by_label("b")).to_have_value("typed")
    expect(page.get_by_label("b")).to_be_focused()
    expect(page.locator("p")).to_have_text("3 of bda")
    page.evaluate("(names) => list(names)", [])
    expect(page.locator("li")).to_have_count(0)


def test_what_comes_or_goes_leaves_a_part_of_a_list_alone(page: Page) -> None:
    page.evaluate("() => beside(false)")
    page.locator("input").focus()
    page.evaluate("() => beside(true)")
    expect(page.locator("p")).to_have_text("more")
    expect(page.locator("input")).to_be_focused()
    page.evaluate("() => beside(false)")
    expect(page.locator("p > *")).to_have_count(1)
    expect(page.locator("input")).to_be_focused()


def test_what_loses_the_focus_as_it_goes_may_draw_anew(page: Page) -> None:
    bad = list[str]()
    page.on("pageerror", lambda error: bad.append(str(error)))
    page.evaluate("() => leaving(true)")
    page.locator("input").focus()
    page.evaluate("() => leaving(false)")
    expect(page.locator("p > *")).to_have_count(0)
    assert bad == []


def test_holes_of_every_kind(page: Page) -> None:
    page.evaluate("(at) => holes(at)", 1)
    expect(page.locator("text")).to_have_attribute("x", "1")
    expect(page.locator("button")).to_have_text("<b>1")
    page.locator("button").click()
    assert page.evaluate("pressed") == 1
    path = "() => root.querySelector('path')?.namespaceURI"
    assert page.evaluate(path) is None
    page.evaluate("(at) => holes(at)", 2)
    assert page.evaluate(path) == "http://www.w3.org/2000/svg"
    expect(page.locator("button")).to_be_hidden()
    page.locator("button").dispatch_event("click")
    assert page.evaluate("pressed") == 2  # one listener, the newest
    page.evaluate("(at) => holes(at)", 0)
    expect(page.locator("text")).to_have_count(0)
    expect(page.locator("svg")).to_have_text("none")
