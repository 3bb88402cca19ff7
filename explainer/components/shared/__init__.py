"""What the components share: scripts and registration."""

from __future__ import annotations

import base64
import functools
import gzip
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import streamlit as st

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

HERE: Final = Path(__file__).parent
DOM: Final = HERE / "dom.js"
NUMBERS: Final = HERE / "numbers.js"
LINKS: Final = HERE / "links.js"
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
_FOLDERS: Final[dict[str, Path]] = {}  # of the components by name


@functools.cache
def component(folder: Path, *scripts: Path) -> ComponentRenderer:
    """The component named after its folder, with NAME.css and NAME.js of it; `scripts` go before.

    Registered once per process: Streamlit sends script and style to each browser once. Raises
    ValueError where another folder has the name: Streamlit would draw with the script of the last.
    """
    name = folder.name
    if _FOLDERS.setdefault(name, folder) != folder:
        raise ValueError(f"two components are called {name}: {_FOLDERS[name]} and {folder}")
    return st.components.v2.component(
        name,
        html=f'<div class="{name}"></div>',
        css=(folder / f"{name}.css").read_text(encoding="utf-8") + ON_PAPER.format(name),
        js=pack(join_scripts((*scripts, folder / f"{name}.js"))),
    )


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
