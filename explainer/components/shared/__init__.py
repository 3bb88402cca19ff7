"""What the components share: scripts, registration, and reading what was pressed."""

from __future__ import annotations

import base64
import functools
import gzip
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import streamlit as st

from explainer.components.answers import answer
from explainer.components.veil import Takes, under_veil

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

HERE: Final = Path(__file__).parent
ANSWERS: Final = HERE / "answers.js"
DOM: Final = HERE / "dom.js"
NUMBERS: Final = HERE / "numbers.js"
SVG: Final = HERE / "svg.js"
RESIZE: Final = HERE / "resize.js"
PLAY: Final = HERE / "play.js"
PLAIN: Final = frozenset({str, float, int, bool})
UNPACK: Final = """\
const packed = Uint8Array.from(atob("{packed}"), (one) => one.charCodeAt(0));
const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
const script = new Blob([await new Response(plain).text()], {{ type: "text/javascript" }});
const place = URL.createObjectURL(script);
const module = await import(place);
URL.revokeObjectURL(place);
export default module.default;
"""
# As small as the paper needs it, which `hostpage` finds out.
ON_PAPER: Final = "\n@media print {{ .{} {{ zoom: var(--on-paper, 1); }} }}\n"
Pick = tuple[str, int]  # (what was pressed, its index from 0)
_FOLDERS: Final[dict[str, Path]] = {}  # of the components by name


@functools.cache
def component(folder: Path, *scripts: Path, veil: Takes | None = None) -> ComponentRenderer:
    """The component named after its folder, with NAME.css and NAME.js of it; `scripts` go before.

    Registered once per process: Streamlit sends script and style to each browser once. `veil` takes
    the numbers out of its payload where a learner is to predict them. Raises ValueError where
    another folder has the name: Streamlit would draw with the script of the last one.
    """
    name = folder.name
    if _FOLDERS.setdefault(name, folder) != folder:
        raise ValueError(f"two components are called {name}: {_FOLDERS[name]} and {folder}")
    draw = st.components.v2.component(
        name,
        html=f'<div class="{name}"></div>',
        css=(folder / f"{name}.css").read_text(encoding="utf-8") + ON_PAPER.format(name),
        js=pack(join_scripts((*scripts, folder / f"{name}.js"))),
    )
    return cast("ComponentRenderer", under_veil(draw, veil))


def join_scripts(scripts: Iterable[Path]) -> str:
    """All scripts as one module, without comment lines and indentation; the export comes last.

    Safe because no string of the scripts runs over a line's end and comments stand on their own
    lines or behind code.
    """
    lines = (
        line.strip() for path in scripts for line in path.read_text(encoding="utf-8").splitlines()
    )
    return "\n".join(line for line in lines if line and not line.startswith(("//", "/**", "*")))


def pack(script: str) -> str:
    """A module that unpacks itself: gzip in base64, imported as it is told.

    A script travels again with every run that draws it, and packed it is half as long.
    """
    body = gzip.compress(script.encode(), compresslevel=9, mtime=0)
    return UNPACK.format(packed=base64.b64encode(body).decode())


def plain(value: object) -> Any:
    """What travels of a dataclass: its fields by name, also of those within it, to be read only.

    `dataclasses.asdict` copies every string besides, which takes several times as long.
    """
    if type(value) in PLAIN:
        return value
    if is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    return value


def read_pick(value: object, sizes: Mapping[str, int]) -> Pick | None:
    """What a browser sent as [what, index], if the drawing has that; None for anything else.

    `sizes` says how many there are of each thing that can be pressed.
    """
    if not isinstance(value, list | tuple) or len(value) != 2:
        return None
    what, index = value
    if not isinstance(what, str) or what not in sizes or type(index) is not int:
        return None
    return (what, index) if 0 <= index < sizes[what] else None


def obey(key: str, sizes: Mapping[str, int], on_pick: Callable[[Pick], None]) -> None:
    """For the callback of the component `key`: hand on what was pressed, if it can be."""
    pick = read_pick(answer(key, "pick"), sizes)
    if pick is not None:
        on_pick(pick)
