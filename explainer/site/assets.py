"""Files that pages share: style, fonts, modules; their names contain a hash of the content."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Final

from explainer.drawings import IMPORT, MODULES, SHEETS, sheets
from explainer.site.page import inline_json
from explainer.site.render import content_hash
from explainer.web import theme

HERE: Final = Path(__file__).parent
FONT: Final = re.compile(r'url\("([^"?]+)[^"]*"\)')
FOLDER: Final = "assets"
ICON: Final = HERE.parent / "shell" / "icon.png"
MOUNT: Final = "drawings/mount.js"
# Fonts embedded in single-file pages: readers do not have them, and they are small.
SMALL_FONTS: Final = ("icons.woff2", "signs.woff2")


def style() -> str:
    """Join the app's style sheets that do not style Streamlit elements with the site's own."""
    sheets = (*theme.ORDER[:2], HERE / "site.css")
    return "".join(sheet.read_text(encoding="utf-8") for sheet in sheets)


def inline_style() -> str:
    """Return `style()` for a single-file page: icon fonts embedded, Hangul in a local font."""

    def inside(found: re.Match[str]) -> str:
        if found[1] not in SMALL_FONTS:
            return "local(sans-serif)"
        packed = base64.b64encode((theme.FONTS / found[1]).read_bytes()).decode("ascii")
        return f'url("data:font/woff2;base64,{packed}")'

    return FONT.sub(inside, style())


def script(name: str) -> str:
    """Read a script of the site."""
    return (HERE / f"{name}.js").read_text(encoding="utf-8")


def with_imports(names: Iterable[str]) -> list[str]:
    """List these modules, such as `chapters/masks/triangle.js`, and all that they import."""
    found = list(dict.fromkeys(names))
    for name in found:
        found += [one for one in dict.fromkeys(_imported(name)) if one not in found]
    return found


@cache
def _imported(name: str) -> tuple[str, ...]:
    return tuple(_resolved(name, one) for one in IMPORT.findall(source(name)))


def _resolved(name: str, written: str) -> str:
    """Resolve a relative import: "./html.js" in "drawings/dom.js" is "drawings/html.js"."""
    return normpath(PurePosixPath(name).parent / written)


def source(name: str) -> str:
    """Read the source of a module."""
    return MODULES[name].read_text(encoding="utf-8")


@cache
def module_script(name: str) -> str:
    """Wrap a module as a script that registers its text, with imports by import-map name."""
    text = IMPORT.sub(lambda found: f'from "own/{_resolved(name, found[1])}";', source(name))
    return f"site.module({json.dumps(name)},{inline_json(json.dumps(text, ensure_ascii=False))});\n"


@cache
def style_script(name: str) -> str:
    """Wrap a drawing's style sheets as a script that registers them."""
    css = "".join(SHEETS[sheet].read_text(encoding="utf-8") for sheet in sheets(name))
    return f"site.style({json.dumps(name)},{json.dumps(css, ensure_ascii=False)});\n"


@dataclass(frozen=True)
class Assets:
    """Writer of the shared files into a site's folder."""

    out: Path

    def file(self, name: str, suffix: str, content: str) -> str:
        """Write a file unless it exists; return its address relative to a language's pages."""
        path = self.out / FOLDER / f"{name}-{content_hash(content)}.{suffix}"
        if not path.is_file():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        return f"../{FOLDER}/{path.name}"

    def head(self, drawings: Mapping[str, str], more: Iterable[str] = ()) -> str:
        """Return a page's style and script tags, for its `drawings` (modules by style name).

        `more` names scripts of the site that are loaded as well.
        """
        scripts = [self.file("site", "js", one) for one in map(script, ("site", *more))]
        scripts += [
            self.file(PurePosixPath(name).stem, "js", module_script(name))
            for name in with_imports((MOUNT, *drawings.values()))
        ]
        scripts += [
            self.file(name.replace("/", "-"), "css.js", style_script(name)) for name in drawings
        ]
        tags = "".join(f'<script defer src="{one}"></script>\n' for one in scripts)
        sheet = f'<link rel="stylesheet" href="{self.file("site", "css", style())}">'
        return f'<link rel="icon" href="../{FOLDER}/{ICON.name}">\n{sheet}\n{tags}'

    def copy(self) -> None:
        """Copy the fonts and the tab's icon."""
        (self.out / FOLDER).mkdir(parents=True, exist_ok=True)
        for file in (*theme.FONTS.glob("*.woff2"), ICON):
            (self.out / FOLDER / file.name).write_bytes(file.read_bytes())


def inline_head(drawings: Mapping[str, str]) -> str:
    """Return what `Assets.head` links to as inline tags, for a single-file page."""
    scripts = [script("site"), *map(module_script, with_imports((MOUNT, *drawings.values())))]
    scripts += map(style_script, drawings)
    return f"<style>{inline_style()}</style>\n<script>{''.join(scripts)}</script>"
