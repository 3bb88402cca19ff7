"""Put drawings, which are browser modules, on a page.

`drawing("lookup/soft_lookup", data, ...)` draws `chapters/lookup/soft_lookup.js` with its `.css`.
The shared kit is in this folder, behind `parts.js`; `html.js` explains how to write a drawing. The
server sends modules and sheets from a URL with their hash (`FILES`): browsers cache them for ever.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
import streamlit as st

from explainer.drawings import asked
from explainer.drawings.events import answer

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from streamlit.components.v2.types import ComponentRenderer

    from explainer.drawings.asked import Asks

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent
# Decimals of a number that travels. Two or three are printed: had it but four, the second rounding
# would now and then not give what a sentence or a table prints of the same number.
DIGITS: Final = 6
ANSWERED: Final = "{}_answered"  # session: the number of the last choice of a drawing
SCRIPT: Final = """\
const at = (path) => new URL(`%s/${path}`, document.baseURI).href;
const [{ mount, sheet }, drawing] = await Promise.all(
  ["drawings/mount.js", %s, "drawings/parts.js"].map((path) => import(at(path))),
);
const sheets = await Promise.all([%s].map((path) => sheet(at(path))));
const decoder = new TextDecoder();
export default (component) =>
  mount(drawing, { ...component, data: JSON.parse(decoder.decode(component.data)) }, sheets);
"""
IMPORT: Final = re.compile(r'from "([^"]+)";')  # not of types, which end in a comment
Choice = Mapping[str, Any]
Blank = Callable[[Mapping[str, Any]], dict[str, Any]]
OnChoice = Callable[[Choice], None]


def module_files() -> list[Path]:
    """List the modules of the kit and of all chapters, without their tests."""
    found = [*HERE.rglob("*.js"), *ROOT.glob("chapters/*/*.js")]
    return sorted(path for path in found if not path.stem.endswith("_test"))


MODULES: Final = {path.relative_to(ROOT).as_posix(): path for path in module_files()}
SHEETS: Final = {
    path.relative_to(ROOT).as_posix(): path
    for path in sorted([*HERE.glob("*.css"), *ROOT.glob("chapters/*/*.css")])
}


def _hash() -> str:
    found = hashlib.sha256()
    for name, path in {**MODULES, **SHEETS}.items():
        found.update(name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:12]


ADDRESS: Final = f"drawings/{_hash()}"
# What a browser may ask for, by its address below the app's.
FILES: Final = {f"{ADDRESS}/{name}": path for name, path in {**MODULES, **SHEETS}.items()}


def rounded(values: NDArray[np.floating]) -> Any:
    """Convert an array to nested lists of rounded numbers, for sending."""
    return np.round(values.astype(float), DIGITS).tolist()


def packed(shares: NDArray[np.floating], bits: Literal[8, 16] = 16) -> dict[str, Any]:
    """Quantize numbers 0..1 to 2 ** bits steps in base64, for `packed.js`."""
    steps = np.rint(np.clip(shares, 0.0, 1.0) * (2**bits - 1)).astype(f"<u{bits // 8}")
    text = base64.b64encode(steps.tobytes()).decode("ascii")
    return {"shape": list(shares.shape), "bits": bits, "steps": text}


def place_in(choice: Choice, name: str, count: int) -> int | None:
    """Return the index `name` of a browser's choice if below `count`, else None."""
    place = choice.get(name)
    return place if type(place) is int and 0 <= place < count else None


def cell_in(sent: object, counts: Sequence[int]) -> tuple[int, int] | None:
    """Validate a (row, index) sent by a browser against the rows' `counts`; None if invalid."""
    if not isinstance(sent, Sequence) or [type(place) for place in sent] != [int, int]:
        return None
    row, place = sent
    return (row, place) if 0 <= row < len(counts) and 0 <= place < counts[row] else None


def drawing(
    name: str,
    data: Mapping[str, Any],
    *,
    words: Mapping[str, str],
    key: str,
    chosen: Mapping[str, Any] | None = None,
    on_choice: OnChoice | None = None,
    blank: Blank | None = None,
    computed: bool | Sequence[str] = False,
) -> None:
    """Draw `chapters/NAME.js` with plain numbers, strings and lists.

    A name without a chapter, `map`, is a shared drawing. `words` are the script's texts
    (`words.x`), `text.section("images.gaze")`. `chosen` is the state that the server keeps;
    `on_choice` gets the parts that the reader changes, by name: untrusted input. `blank` returns
    the data without what a question about it asks for (`asked.py`). If it has `offers`, names of
    parts, these take the answer (`answers.js`); `shown` are the parts of the answered figure, if
    their order differs, and `chosen` what is chosen in a figure that takes none. `computed`: the
    data depends on `chosen`, or on these parts of it, only, so that a page without a server can
    undo another choice (`site/site.js`).
    """
    given: dict[str, Any] = {
        **{"data": dict(data), "words": dict(words), "chosen": dict(chosen or {})},
        **({"computed": computed} if computed else {}),
    }
    asks, alone = asked.now(), asked.only()
    if asks is None and alone in (None, key):
        if blank and (ghost := asked.ghost(key)):
            known = blank(data)
            given["ghost"] = ghost.among(known.get("shown") or known.get("offers", ()))
        with asked.here() if alone else nullcontext():
            _draw(name, key, given, on_choice)
    elif asks and blank and alone == key:
        with asked.here():
            _draw(name, f"{key}_asked", *_asking(given, blank(data), asks))


def _draw(name: str, key: str, given: dict[str, Any], on_choice: OnChoice | None) -> None:
    answered = ANSWERED.format(key)

    def choose() -> None:
        choice = answer(key, "choice")
        if not isinstance(choice, Mapping):
            return
        if type(number := choice.get("number")) is int:
            st.session_state[answered] = number
        if on_choice is not None:
            on_choice(choice)

    if given["chosen"]:  # else nothing can be taken back, and what is the same is not sent again
        given = {**given, "answered": st.session_state.get(answered, 0)}
    sent = json.dumps(given).encode()  # Streamlit would serialize a dict twice
    _component(name)(key=key, data=sent, on_choice_change=choose)


def _asking(
    given: dict[str, Any], data: dict[str, Any], asks: Asks
) -> tuple[dict[str, Any], OnChoice | None]:
    """Return the drawing's input for a question, and the callback for its answer."""
    offers, _, kept = (data.pop(name, ()) for name in ("offers", "shown", "chosen"))
    if asks.kind is None:
        return {**given, "data": data, "chosen": dict(kept), "still": True}, None
    among = asks.among(offers)
    chosen = {"answer": among.pop("given")}
    return (
        {**given, "data": data, "chosen": chosen, "asks": among},
        lambda choice: asks.on_answer(choice.get("answer")),
    )


@cache
def _component(name: str) -> ComponentRenderer:
    """Register a drawing as a component, once per process."""
    path = _module(name)
    return st.components.v2.component(
        name.replace("/", "_"),
        html=f'<div class="drawing {path.stem}"></div>',
        js=SCRIPT % (ADDRESS, _listed(_own_modules(path)), _listed(sheets(name))),
    )


def _module(name: str) -> Path:
    return (ROOT / "chapters" if "/" in name else HERE) / f"{name}.js"


def sheets(name: str) -> list[str]:
    """List the style sheets of a drawing: the kit's, those of what it imports, its own."""
    path = _module(name)
    parts = (path.parent / part for part in _imports(path))
    own = (part.resolve().with_suffix(".css") for part in (*parts, path))
    found = (HERE / "kit.css", *filter(Path.is_file, own))
    return [sheet.relative_to(ROOT).as_posix() for sheet in found]


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _imports(path: Path) -> list[str]:
    return IMPORT.findall(path.read_text(encoding="utf-8"))


def _own_modules(path: Path) -> list[str]:
    """List the drawing and its parts beside it, to be loaded at once; the kit is cached."""
    found = [path]
    for one in found if path.parent != HERE else ():
        beside = (one.parent / part for part in _imports(one) if part.startswith("./"))
        found += [part for part in dict.fromkeys(beside) if part not in found]
    return [one.relative_to(ROOT).as_posix() for one in found]
