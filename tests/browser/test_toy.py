"""A toy trained by two visitors at once, one of whom leaves; stopped, opened and taken along."""

import io
import re
import zipfile
from pathlib import Path

from playwright.sync_api import Page, expect

from explainer.text import Text
from tests.browser.tabs import clean_tab, forget, settle

EN = Text("en")
LONG = "toy_steps=4000&toy_heads=4"  # nothing was recorded of it


def button(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def begin(page: Page) -> None:
    button(page, EN("toy.start"))
    expect(page.get_by_text("Your run").first).to_be_visible()


def test_two_train_one_after_the_other_and_one_takes_the_toy_along(address, browser):
    bad: list[str] = []
    first, second = (
        clean_tab(browser, bad, size={"width": 1440, "height": 1000}, reduced_motion="reduce")
        for _ in range(2)
    )
    for seed, page in enumerate((first, second)):  # both are there before anything is trained
        page.goto(f"{address}/toy?lang=en&{LONG}&toy_seed={seed + 2}")
        page.get_by_text(EN("toy.not_recorded")).wait_for()
        settle(page)
    begin(first)
    expect(first.get_by_text(EN("toy.training")).first).to_be_visible()
    begin(second)
    expect(second.get_by_text(EN("toy.waiting", before=1)).first).to_be_visible()
    forget([first])  # the first visitor leaves: the second is trained
    expect(second.get_by_text(EN("toy.training")).first).to_be_visible()
    # Any state but the first: each is on the page until the next one comes, which may be soon.
    expect(second.get_by_text(re.compile(r"Step [1-9][\d,]*:")).first).to_be_visible()
    button(second, EN("toy.stop"))
    expect(second.get_by_text(EN("toy.end_stopped")).first).to_be_visible()
    settle(second)

    button_of_view = second.get_by_text(EN("toy.view_maps"), exact=True)
    button_of_view.click()
    expect(second.get_by_text(EN("toy.maps", step="").strip()).first).to_be_visible()
    with second.expect_download() as waiting:
        second.get_by_role("link", name=EN("toy.download")).click()
    data = Path(waiting.value.path()).read_bytes()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        assert "toy/config.json" in archive.namelist()
    forget([second])
    assert bad == []
