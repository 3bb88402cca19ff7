"""The README's pictures and those for previews of pages that stand alone, made by the app:
`python -m tests.docs.pictures http://localhost:8501`.
"""

import io
import sys
from base64 import b64encode
from html import escape
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

import explainer.chapters  # noqa: F401  # registers the course
from explainer.frame.course import chapters
from explainer.text import Text
from tests.browser.tabs import FLAGS, new_context, settle
from tests.conftest import chromium
from tests.docs.readme import ROOT

FOLDER: Final = ROOT / ".docs"
COLOURS: Final = 200  # of a picture: flat drawings need no more
# name: address, what is shown, and how much of its height from where, in parts of the whole
PICTURES: Final = {
    "first-page": ("", "[data-testid=stMain]", (0.0, 0.98)),
    "loop": ("?step=3", ".flow .stage", (0.455, 0.545)),
    "ladder": ("cell?cell_stage=4", ".cellsteps", (0.18, 0.5)),
    "tree": ("beam", ".beamtree", (0.0, 0.685)),
    "river": ("layers", ".river", (0.0, 0.86)),
    "lottery": ("sampling?sampling_temperature=1.2&sampling_k=8", ".lottery", (0.0, 1.0)),
}
# Pictures for previews of pages that stand alone: address and what is shown, below the title.
PREVIEWS: Final = ROOT / "explainer" / "site" / "social"
SOCIAL: Final = {
    "translate": ("?step=2", ".flow .stage"),
    "positions": ("positions", ".dials svg"),
    "layers": ("layers", ".river .scroll"),
    "beam": ("beam", ".beamtree .scroll"),
    "toy": ("toy?toy_at=23", ".training_timeline"),
}
CARD_SIZE: Final[ViewportSize] = {"width": 1200, "height": 630}
CARD: Final = """<style>
body {{ box-sizing: border-box; color: #14202e; display: flex; flex-direction: column; gap: 20px;
  font-family: "Noto Sans KR", "Noto Sans CJK KR", sans-serif; height: 100vh; margin: 0;
  padding: 30px 40px; }}
h1 {{ font-size: 40px; line-height: 1.2; margin: 0; }}
img {{ flex: 1; min-height: 0; object-fit: contain; object-position: left top; }}
</style><h1>{}</h1><img src="data:image/png;base64,{}">"""


def main() -> None:
    address = sys.argv[1].rstrip("/")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for name, (path, shown, (top, share)) in PICTURES.items():
            found = drawn(browser, f"{address}/{path}", shown)
            cut = (0, int(top * found.height), found.width, int((top + share) * found.height))
            save(found.crop(cut), FOLDER / f"{name}.png")
        for id, (path, shown) in SOCIAL.items():
            found = drawn(browser, f"{address}/{path}", shown, scale=2)
            save(card(browser, id, found), PREVIEWS / f"{id}.png")
        browser.close()


def drawn(browser: Browser, url: str, shown: str, scale: int = 1) -> Image.Image:
    context = new_context(
        browser,
        viewport={"width": 1440, "height": 900},
        locale="en-US",
        reduced_motion="reduce",
        device_scale_factor=scale,
    )
    page: Page = context.new_page()
    page.goto(url)
    page.locator(shown).first.wait_for()
    settle(page)
    page.add_style_tag(content="h3 { visibility: hidden; }")  # a drawing may begin beside it
    found = Image.open(io.BytesIO(page.locator(shown).first.screenshot()))
    context.close()
    return found


def card(browser: Browser, id: str, picture: Image.Image) -> Image.Image:
    """The title of a page above its drawing, in the size of a preview."""
    (title,) = (Text("en")(one.title) for one in chapters() if one.id == id)
    written = io.BytesIO()
    picture.save(written, "PNG")
    page = browser.new_page(viewport=CARD_SIZE)
    page.set_content(CARD.format(escape(title), b64encode(written.getvalue()).decode()))
    page.locator("img").evaluate("(image) => image.decode()")
    found = Image.open(io.BytesIO(page.screenshot()))
    page.close()
    return found


def save(picture: Image.Image, path: Path) -> None:
    picture.convert("RGB").quantize(COLOURS).save(path, optimize=True)
    print(path)


if __name__ == "__main__":
    main()
