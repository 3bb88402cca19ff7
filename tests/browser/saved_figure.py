"""A figure of the real app, saved through its own menu, and its files read again."""

import csv
import io
from collections.abc import Collection
from pathlib import Path
from xml.etree import ElementTree

from PIL import Image
from playwright.sync_api import Download, Locator, Page, Request, TimeoutError

from tests.browser.tabs import PATIENCE

SVG = "{http://www.w3.org/2000/svg}"


TRIES = 60
REFUSED = PATIENCE / TRIES  # ms after which it is pressed again


def download(page: Page, item: Locator, before: Collection[str]) -> Download:
    """What comes when the item is pressed, by another name than those before. Chromium refuses
    more than ten downloads within a second, and one that begins long after the press that asked
    for it: a reader presses again.
    """
    for _ in range(TRIES):
        try:
            with page.expect_download(
                lambda one: one.suggested_filename not in before, timeout=REFUSED
            ) as waiting:
                item.press("Enter")
        except TimeoutError:
            continue
        return waiting.value
    raise AssertionError("nothing is saved")


class Saved:
    """The files of one figure, saved through its menu."""

    def __init__(self, page: Page, nth: int, folder: Path) -> None:
        self.files: dict[str, bytes] = {}
        asked: list[str] = []
        button = page.locator("button.take-away").nth(nth)
        button.scroll_into_view_if_needed()

        def note(request: Request) -> None:
            asked.append(request.url)

        page.on("request", note)
        button.press("Enter")
        menu = page.locator(".take-away-menu")
        menu.get_by_role("button", name="(CSV)").first.wait_for()
        for item in menu.get_by_role("button").all():
            saved = download(page, item, self.files)
            path = folder / saved.suggested_filename
            saved.save_as(path)
            self.files[path.name] = path.read_bytes()
        page.keyboard.press("Escape")
        menu.wait_for(state="hidden")
        page.remove_listener("request", note)
        assert [url for url in asked if not url.startswith(("blob:", "data:"))] == []
        self.check_pictures()

    def one(self, ending: str) -> bytes:
        (name,) = (name for name in self.files if name.endswith(ending))
        return self.files[name]

    def check_pictures(self) -> None:
        """The PNG shows something, the SVG is one, needs nothing from elsewhere, says its name."""
        picture = Image.open(io.BytesIO(self.one(".png"))).convert("RGB")
        assert min(picture.size) >= 300
        assert len(set(picture.resize((160, 160)).get_flattened_data())) > 8
        root = ElementTree.fromstring(self.one(".svg"))
        assert root.tag == f"{SVG}svg"
        marks = [node for node in root.iter() if node.tag in {f"{SVG}path", f"{SVG}rect"}]
        assert len(marks) > 5
        assert not [
            value
            for node in root.iter()
            for name, value in node.attrib.items()
            if name.endswith("href") and not value.startswith(("#", "data:"))
        ]

    def table(self, ending: str) -> list[dict[str, str]]:
        text = self.one(ending).decode("utf-8-sig")
        return list(csv.DictReader(io.StringIO(text)))
