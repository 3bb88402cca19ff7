"""Charts by keyboard, where Streamlit draws them anew meanwhile."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from explainer.components.hostpage import SCRIPTS
from explainer.components.shared import join_scripts

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# A chart that could be chosen in, as it stands while Streamlit draws it anew: what React remembers
# of it has no view yet, or one without a choice.
CHART = """<main data-testid="stMain"><div><div data-testid="stVegaLiteChart" data-keys="true"
tabindex="0"><canvas></canvas></div></div></main>"""
STATES = {
    "no view": "null",
    "no choice": "{ toCanvas() {}, data() {}, _signals: {} }",
}
KEYS = """const chart = document.querySelector(CHART);
chart.__reactFiber$test = { memoizedState: { memoizedState: VIEW, next: null } };
const main = document.querySelector("main");
const keys = new ChartKeys(main, "");
chart.focus();"""


@pytest.mark.parametrize("view", STATES.values(), ids=STATES)
def test_a_key_in_a_chart_that_is_being_drawn_does_nothing(browser: Browser, view: str) -> None:
    page = browser.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_content(CHART)
    script = join_scripts(SCRIPTS).replace("export default ", "const hostpage = ")
    page.add_script_tag(content=script + KEYS.replace("VIEW", view))
    for key in ("ArrowRight", "Enter", "End"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement === chart")
    assert not errors and not page.query_selector(".chart-frame")
    # The chart in use was replaced by this one: it gets the focus.
    page.evaluate("""keys.left = { index: 0, place: 0, path: window.location.pathname };
        keys.waits = true; chart.blur(); keys.focusAgain()""")
    assert page.evaluate("document.activeElement === chart")
    assert not errors and not page.query_selector(".chart-frame")
    page.close()
