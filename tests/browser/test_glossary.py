"""The figure of the glossary in a browser: its parts are pressed, a word lights where it lives."""

from playwright.sync_api import Page, expect

from explainer.chapters.glossary.places import PLACES, lit_parts, terms_of_part
from explainer.data.glossary import terms
from tests.browser.app_page import Go, parameters, violations
from tests.browser.tabs import settle, tap

NODES = 2_000
CHANGED = [".st-key-glossary_parts", ".st-key-glossary_terms", ".st-key-glossary_entry"]


def lit(page: Page) -> list[str]:
    return page.locator(".partsindex .ink").evaluate_all(
        "(all) => all.filter((one) => one.getAttribute('opacity') === '1')"
        ".map((one) => one.dataset.region)"
    )


def pressed(page: Page) -> list[str]:
    return page.locator(".partsindex .name[aria-pressed=true]").evaluate_all(
        "(all) => all.map((one) => one.dataset.id)"
    )


def listed(page: Page) -> list[str]:
    return page.locator(".pagelinks .words a").evaluate_all(
        "(all) => all.map((one) => one.dataset.id)"
    )


def ids(place: str) -> list[str]:
    return [term.id for term in terms_of_part(place)]


def test_a_part_is_pressed_and_a_word_that_is_pointed_at_lights_its_parts(go: Go) -> None:
    page = go("glossary?lang=en&glossary_q=softmax&glossary_order=letter")
    assert pressed(page) == [] and listed(page)[0] == "softmax"
    page.locator(".partsindex .hit[data-id=mask]").click()
    settle(page)
    assert pressed(page) == ["mask"] and listed(page) == ids("mask")
    kept = parameters(page)
    assert kept["glossary_part"] == "mask"
    assert not {"glossary_q", "glossary_order", "glossary_term"} & kept.keys()
    page.locator(".partsindex .name[data-id=cross]").click()
    settle(page)
    assert pressed(page) == ["cross"] and listed(page) == ids("cross")
    by_id, here = {term.id: term for term in terms()}, lit(page)
    page.locator(".pagelinks .words a[data-id=decoder]").hover()
    assert set(lit(page)) == set(lit_parts(by_id["decoder"])) != set(here)
    page.locator(".partsindex .hit[data-id=tokens]").hover()
    assert lit(page) == ["tokens"]
    page.locator("h1").hover()
    assert lit(page) == here
    page.locator(".pagelinks .words a[data-id=decoder]").click()
    settle(page)
    assert set(lit(page)) == set(lit_parts(by_id["decoder"])) and pressed(page) == ["cross"]
    assert violations(page, within=CHANGED) == []

    # By keyboard it is one stop, with arrows.
    stops = page.locator(".partsindex .name[tabindex='0']")
    assert stops.count() == 1 and stops.get_attribute("data-id") == "cross"
    stops.focus()
    page.keyboard.press("ArrowRight")
    focused = page.locator(".partsindex .name:focus")
    expect(focused).to_have_attribute("data-id", PLACES[PLACES.index("cross") + 1])
    page.keyboard.press("Enter")
    settle(page)
    assert pressed(page) == ["decoder"] and listed(page) == ids("decoder")
    expect(focused).to_have_attribute("data-id", "decoder")


def test_on_a_phone_figure_words_and_entry_are_in_sight_together(go: Go) -> None:
    page = go("glossary?lang=en&glossary_part=loop", width=390, height=844)
    chosen = page.locator(".partsindex .name[aria-pressed=true]")
    expect(chosen).to_be_in_viewport(ratio=1)
    expect(page.locator(".pagelinks .words a[aria-current]")).to_be_in_viewport(ratio=1)
    expect(page.locator(".st-key-glossary_entry h3")).to_be_in_viewport(ratio=1)
    tap(page.locator(".partsindex .hit[data-id=memory]"))
    settle(page)
    assert pressed(page) == ["memory"] and listed(page) == ids("memory")
    expect(chosen).to_be_in_viewport(ratio=1)
    assert violations(page, within=CHANGED) == []


def test_on_paper_all_names_of_parts_stand_and_both_sides_of_a_contrast(go: Go) -> None:
    """And the page stays light."""
    page = go("glossary?lang=en&glossary_term=mask&glossary_order=course", width=794, height=1123)
    nodes = page.evaluate(
        """() => {
          const count = (root) => [...root.querySelectorAll("*")]
            .reduce((sum, each) => sum + 1 + (each.shadowRoot ? count(each.shadowRoot) : 0), 0);
          return count(document.body);
        }"""
    )
    assert nodes < NODES
    page.emulate_media(media="print")
    row = page.locator(".partsindex .names")
    assert row.evaluate("(row) => row.scrollWidth <= row.clientWidth")
    assert page.locator(".partsindex .name:visible").count() == len(PLACES)
    other = page.locator(".st-key-glossary_contrasts button").first
    assert other.is_visible() and other.inner_text() == "dropout"
    assert not page.locator(".st-key-glossary_order").is_visible()
