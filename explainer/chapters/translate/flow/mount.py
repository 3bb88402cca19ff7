"""Mounts the drawing on a page and keeps what it shows in step with the host."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import streamlit as st

from explainer.chapters.translate.flow.payload import (
    flow_payload,
    heads_sent,
    vector_scale,
    vector_width,
    without_weights,
)
from explainer.chapters.translate.flow.strings import flow_words
from explainer.charts.palette import PALETTE
from explainer.components import veil
from explainer.components.shared import (
    ANSWERS,
    COPY,
    DOM,
    NUMBERS,
    ON_PAPER,
    PLAY,
    join_scripts,
    pack,
)
from explainer.components.veil import under_veil
from explainer.frame import teaching
from explainer.lessons import progress

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

    from explainer.frame.view import View
    from explainer.translation import Translation

# Joined in this order into one module; flow.js holds the export and comes last.
SCRIPTS: Final = (
    "dom.js",
    "model.js",
    "layout.js",
    "shapes.js",
    "encoder.js",
    "decoder.js",
    "cables.js",
    "output.js",
    "bar.js",
    "picker.js",
    "words.js",
    "targets.js",
    "names.js",
    "numbers.js",
    "result.js",
    "opening.js",
    "byhand.js",
    "flow.js",
)
PAGES: Final = ("tokens", "encoder", "memory", "cross_attention", "decoder", "output")
# Names in an address: where one of the first stands the opening is never played, where one of the
# others does it is not played by itself, for the reader came to see something.
GUIDED: Final = (progress.LESSON, teaching.TEACH, teaching.PRESENT)
PLACED: Final = ("step", "layer", "head")  # in the address
FOLDER: Final = Path(__file__).parent
FlowPosition = tuple[int, int, int]  # (step, layer, head)


@dataclass(frozen=True)
class Cell:
    """The pressed memory tile: query `row` (a decoder step) and key `piece`, both from 0."""

    row: int
    piece: int
    layer: int
    head: int


@dataclass(frozen=True)
class FlowState:
    """What the reader looks at (from 0; head -1 is the mean) and what was pressed just now.

    `goto` is one of PAGES after a region's name was pressed; it and `cell` last for one run.
    """

    step: int
    layer: int
    head: int
    cell: Cell | None = None
    goto: str | None = None

    @property
    def place(self) -> FlowPosition:
        """(step, layer, head)."""
        return self.step, self.layer, self.head


def flow(
    view: View, *, key: str, step: int, layer: int, head: int, told: bool = False
) -> FlowState:
    """Draws `view.translation` and returns what is shown.

    `step`, `layer` and `head` say where a sentence starts. The host may hand the returned values
    back in the next run (as a URL does) and nothing changes; other values move the drawing there,
    and so do values of some runs ago where the host was `told` them by a button or a link.
    Raises ValueError without a translation or where it has no such step, layer or head.
    """
    translation = view.translation
    if translation is None:
        raise ValueError("the flow drawing needs a translation")
    under = veil.now()
    probabilities = under is None and not teaching.hides("probabilities")
    size = _Size(*translation.attention("cross").shape)
    origin = _origin(translation, size, key, (step, layer, head), told)
    shown = origin.reported or origin.start
    model = flow_payload(
        translation,
        step=origin.start[0],
        layer=origin.start[1],
        head=_packed_head(size, origin.start[2], shown[2]),
        probabilities=probabilities,
    )
    if under is not None:
        model = without_weights(model, under.choices)
    words = flow_words(
        view.text,
        vocabulary=translation.n_vocab,
        width=vector_width(translation),
        scale=vector_scale(model),
        probabilities=probabilities,
    )
    data: dict[str, Any] = {
        "model": model,
        "words": words,
        "sentence": translation.text,
        "target": view.card.get("target", ""),
        "guided": GUIDED,
        "placed": PLACED,
        "dark": view.dark,
        "lang": view.lang,
        "origin": origin.name,
    }
    data["version"] = _digest(data)
    result = under_veil(_component(), _without_words)(
        key=key,
        data=data,
        on_view_change=_nothing,
        on_cell_change=_nothing,
        on_goto_change=_nothing,
    )
    return _state(size, result, origin.name, shown)


@dataclass(frozen=True)
class _Size:
    """How many there are of each: what a browser reports must lie inside."""

    layers: int
    heads: int
    steps: int
    sources: int


@dataclass(frozen=True)
class _Origin:
    """Where the drawing started: the script begins anew there whenever `name` changes."""

    name: str
    start: FlowPosition
    reported: FlowPosition | None


def _origin(
    translation: Translation, size: _Size, key: str, given: FlowPosition, told: bool = False
) -> _Origin:
    """The start is kept while the host only echoes, so that equal data is not sent again.

    A new report always wins: the address in the browser lags behind, so while the reader scrubs
    the host may hand back a place of several runs ago.
    """
    memory = st.session_state.setdefault(_memory_key(key), {})
    component = st.session_state.get(key)
    view = component.get("view") if isinstance(component, Mapping) else None
    reported = _reported_position(size, view, memory.get("name", ""))
    moved = reported is not None and reported != memory.get("reported")
    echoed = given in (memory.get("given"), memory.get("returned"))
    stays = given == memory.get("returned") if told else moved or echoed
    sentence = _sentence(translation)
    if memory.get("sentence") != sentence or not stays:
        turn = memory.get("turn", 0) + 1
        name = f"{key}:{turn}:{sentence}"
        memory.update(sentence=sentence, turn=turn, name=name, start=given)
        reported = None
    memory.update(given=given, reported=reported, returned=reported or memory["start"])
    return _Origin(memory["name"], memory["start"], reported)


def _memory_key(key: str) -> str:
    return f"{key}.origin"


def _sentence(translation: Translation) -> str:
    """Tells translations apart: the same words by another model have other weights."""
    parts = (
        translation.model,
        translation.source.pieces,
        translation.fed_pieces,
        translation.predicted_pieces,
        [round(float(probability), 6) for probability in translation.predicted_probs],
    )
    return _digest(parts)


def _digest(value: object) -> str:
    return hashlib.blake2b(json.dumps(value).encode(), digest_size=8).hexdigest()


def _packed_head(size: _Size, start: int, shown: int) -> int:
    """A long sentence travels with the head that is looked at; a short one has them all."""
    sent = heads_sent(size.sources, size.steps, size.heads, shown)
    return start if len(sent) == size.heads else shown


def _reported_position(size: _Size, value: object, origin: str) -> FlowPosition | None:
    """The place the browser reported, if it belongs to this drawing.

    What comes from a browser may be anything: values that do not fit count as not reported.
    """
    if not isinstance(value, Mapping) or value.get("origin") != origin:
        return None
    place = (value.get("step"), value.get("layer"), value.get("head"))
    limits = ((0, size.steps), (0, size.layers), (-1, size.heads))
    if all(_fits(number, *limit) for number, limit in zip(place, limits, strict=True)):
        return place  # type: ignore[return-value]  # _fits has shown that they are integers
    return None


def _fits(number: object, low: int, end: int) -> bool:
    return type(number) is int and low <= number < end


def _state(size: _Size, result: Mapping[str, Any], origin: str, shown: FlowPosition) -> FlowState:
    step, layer, head = _reported_position(size, result.get("view"), origin) or shown
    goto = result.get("goto")
    return FlowState(
        step=step,
        layer=layer,
        head=head,
        cell=_cell(size, result.get("cell")),
        goto=goto if goto in PAGES else None,
    )


def _cell(size: _Size, value: object) -> Cell | None:
    """The pressed tile, or None where nothing was pressed or the numbers do not fit."""
    if not isinstance(value, Mapping):
        return None
    limits = {
        "row": (0, size.steps),
        "piece": (0, size.sources),
        "layer": (0, size.layers),
        "head": (-1, size.heads),
    }
    if not all(_fits(value.get(name), *limit) for name, limit in limits.items()):
        return None
    return Cell(**{name: value[name] for name in limits})


def _without_words(data: Mapping[str, Any]) -> dict[str, Any]:
    """Of a drawing without weights: what is said about them."""
    words = {**data["words"], **dict.fromkeys(("caption_row", "row_label"), "")}
    offers = [*data["model"]["source"], *data["model"]["choices"]]
    return {
        **data,
        "offers": offers,
        "words": words,
        "sentence": "",
        "origin": f"{data['origin']}:veiled",
    }


def _nothing() -> None:
    """State and triggers are read from the result; a callback only makes them known."""


@functools.cache
def _component() -> ComponentRenderer:
    """Registered once per process: Streamlit sends script and style to each browser once."""
    return st.components.v2.component("explainer_flow", css=flow_style(), js=pack(flow_script()))


def flow_script() -> str:
    """All scripts joined into one ES module."""
    return join_scripts((ANSWERS, DOM, NUMBERS, COPY, PLAY, *(FOLDER / name for name in SCRIPTS)))


def flow_style() -> str:
    """The style sheet after the palette of both themes as CSS variables."""
    light, dark = (
        "".join(f"--{name.replace('_', '-')}:{colour};" for name, colour in PALETTE[theme].items())
        for theme in ("light", "dark")
    )
    rules = (FOLDER / "flow.css").read_text(encoding="utf-8") + ON_PAPER.format("flow")
    return f".flow{{{light}}}\n.flow.dark{{{dark}}}\n{rules}"
