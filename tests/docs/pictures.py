"""The README's pictures, made by the app: `python -m tests.docs.pictures http://localhost:8501`."""

import io
import shutil
import sys
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.tabs import FLAGS, new_context, settle
from tests.docs.readme import ROOT

FOLDER: Final = ROOT / ".docs"
COLOURS: Final = 200  # of a picture: flat drawings need no more
# name: address, what is shown, and how much of its height from where, in parts of the whole
PICTURES: Final = {
    "first-page": ("", "[data-testid=stMain]", (0.0, 0.98)),
    "loop": ("?step=3", ".flow .stage", (0.43, 0.57)),
    "ladder": ("cell?cell_stage=4", ".cellsteps", (0.165, 0.54)),
    "tree": ("beam", ".beamtree", (0.0, 0.62)),
    "river": ("layers", ".river", (0.0, 0.86)),
    "lottery": ("sampling?sampling_temperature=1.2&sampling_k=8", ".lottery", (0.0, 1.0)),
}


def main() -> None:
    address = sys.argv[1].rstrip("/")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for name, (path, shown, (top, share)) in PICTURES.items():
            picture(browser, f"{address}/{path}", shown, top, share).save(
                FOLDER / f"{name}.png", optimize=True
            )
            print(FOLDER / f"{name}.png")
        browser.close()


def picture(browser: Browser, url: str, shown: str, top: float, share: float) -> Image.Image:
    context = new_context(
        browser, viewport={"width": 1440, "height": 900}, locale="en-US", reduced_motion="reduce"
    )
    page: Page = context.new_page()
    page.goto(url)
    page.locator(shown).first.wait_for()
    settle(page)
    found = Image.open(io.BytesIO(page.locator(shown).first.screenshot()))
    context.close()
    cut = (0, int(top * found.height), found.width, int((top + share) * found.height))
    return found.convert("RGB").crop(cut).quantize(COLOURS)


if __name__ == "__main__":
    main()
