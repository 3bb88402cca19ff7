"""The residual stream as a river: how a token's vector grows, with removable updates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import streamlit as st

from explainer.analysis.logit_lens import Lens
from explainer.analysis.residual import EMBED
from explainer.analysis.river import Rivers
from explainer.chapters.layers import dams
from explainer.chapters.layers.common import (
    STEP,
    norm_place,
    pick_of,
    pick_token,
    residual_code,
    stream_shapes,
    tokens_of,
)
from explainer.chapters.layers.stack import draw_stack
from explainer.drawings import drawing, rounded
from explainer.frame import beats, chapter, teaching
from explainer.frame.choices import OneOf
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.pickers import picker
from explainer.frame.tables import Column, show_table
from explainer.runs import registry
from explainer.runs.river import rivers_of
from explainer.text.numbers import decimal

if TYPE_CHECKING:
    from explainer.analysis.stack import SublayerId
    from explainer.engine import Translation
    from explainer.frame.view import View
    from explainer.text import Text

UNFOLDED: Final = 3  # tokens of a state
NEXT: Final = 4
HIDDEN: Final = {"wanted": (), "top": None, "next": None}


@dataclass(frozen=True)
class Chosen:
    """The selection; `step` is the decoder's, `position` that of the stream shown."""

    stack: str
    position: int
    step: int
    light: str


def draw_river(view: View) -> None:
    """Draw the residual stream, with sub-layers that the reader can remove."""
    text, translation = view.text, view.translation
    with chapter.figure(text("layers.flows"), text("layers.flows_line")):
        place = st.container()
        with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
            chosen = _read(view)
            dammed = dams.read_dams(text, view.card["model"])
            st.button(
                text("layers.open_all"),
                key="layers_open_all",
                icon=":material/undo:",
                disabled=not dammed,
                on_click=dams.open_all,
            )
        rivers = rivers_of(translation, dammed)
        data = river_data(translation, chosen, dammed)
        places = rivers.of(chosen.stack).places
        with place:
            drawing(
                "layers/river",
                {**data, "light": chosen.light, "post": norm_place(view) == "post"},
                words=text.section("layers.river"),
                key="layers_water",
                chosen={"dams": data["dams"]},
                computed=True,
                on_choice=partial(dams.set_dams, view.card["model"]),
                blank=_blank,
            )
        st.caption(
            text("layers.river_encoder" if chosen.stack == "encoder" else "layers.river_lens")
        )
        _table(text, [_name(text, place) for place in places], data["now"])
    beats.here()
    draw_stack(view)
    numbers, rest = chapter.details()
    with numbers:
        chapter.formula(text, _formulas(view, chosen, rivers))
        chapter.agreement(text, rivers.of(chosen.stack).law_difference())
    with rest:
        stream_shapes(text, translation, chosen.stack, places)
        chapter.code(text, *residual_code(view))


SIDE = OneOf("layers_side", ("decoder", "encoder"), says="layers.stack")
LIGHT = OneOf("layers_light", ("all", "add", "norm", "words"))


def _read(view: View) -> Chosen:
    text, translation = view.text, view.translation
    stack = SIDE.draw(text)
    written = translation.predicted_tokens
    step = pick_of(picker(text, translation), STEP, written)
    position = step
    if stack == "encoder":
        position = pick_token(picker(text, translation, stack), translation, stack)
    lights = LIGHT.names(text)
    if stack == "encoder":
        del lights["words"]  # it has none
    light = LIGHT.draw(text, lights)
    return Chosen(stack, position, step, light)


def _name(text: Text, place: tuple[int, str]) -> str:
    layer, part = place
    if place == EMBED:
        return text("layers.river.embedded")
    return text(f"layers.river.full_{part}", layer=layer + 1)


def river_data(
    translation: Translation, chosen: Chosen, dammed: Sequence[SublayerId]
) -> dict[str, Any]:
    """Return the drawing's data: the pass as it is, and with the removed sub-layers."""
    rivers = rivers_of(translation, tuple(dammed))
    before = _flow(translation, chosen, rivers_of(translation)) if dammed else None
    return {
        "places": [
            dams.trace_name((chosen.stack, *place)) for place in rivers.of(chosen.stack).places
        ],
        "now": _flow(translation, chosen, rivers),
        "before": before,
        "dams": [dams.trace_name(sublayer) for sublayer in dammed],
        "source": tokens_of(translation, chosen.stack)[chosen.position],
        "wanted": translation.predicted_tokens[chosen.step],
    }


def _flow(translation: Translation, chosen: Chosen, rivers: Rivers) -> dict[str, Any]:
    """Return a pass as `river.js` expects it; tokens only if probabilities are not hidden."""
    river, words, step = rivers.of(chosen.stack), rivers.words, chosen.step
    columns = {"x": river.widths, "sum": river.sums, "add": river.additions, "cos": river.cosines}
    flow = {name: rounded(values[:, chosen.position]) for name, values in columns.items()}
    if teaching.hides("probabilities"):
        return flow | HIDDEN
    tokens = registry.model_of(translation.model).tokens
    states = zip(words.top_ids[:, step].tolist(), rounded(words.top_probs[:, step]), strict=True)
    top = [list(zip(tokens(ids), probs, strict=True)) for ids, probs in states]
    return flow | {
        "wanted": rounded(words.probs[:, step]),
        "top": [state[:UNFOLDED] for state in top] if chosen.stack == "decoder" else None,
        "next": top[-1][:NEXT],
    }


def _blank(data: Mapping[str, Any]) -> dict[str, Any]:
    """Hide the answer: equal updates everywhere, no tokens."""
    count = len(data["places"])
    even = {"sum": [1.0] * (count - 1), "add": [0.5] * (count - 1), "cos": [0.5] * (count - 1)}
    return {
        **data,
        "now": {"x": [1.0] * count, **even, **HIDDEN},
        "before": None,
        "wanted": "",
        "blank": True,
    }


def _table(text: Text, names: list[str], flow: Mapping[str, Any]) -> None:
    """Draw the numbers as a table; sends nothing while it is closed."""
    place = chapter.table(text("layers.river_table"), "layers_river_table")
    if not place.open:
        return
    columns = {
        "after": Column(text("layers.after"), names),
        "x": Column(text("layers.length_state"), flow["x"], form="%.2f"),
        "add": Column(text("layers.length_update"), [None, *flow["add"]], form="%.2f"),
        "cos": Column(text("layers.cosine"), [None, *flow["cos"]], form="%.2f"),
        "sum": Column(text("layers.length_sum"), [None, *flow["sum"]], form="%.2f"),
    }
    if flow["top"]:
        best, shares = zip(*(state[0] for state in flow["top"]), strict=True)
        columns |= {
            "word": Column(text("layers.best"), best),
            "p": Column(text("layers.best_share"), shares, form="percent"),
            "wanted": Column(text("layers.prob_written"), flow["wanted"], form="percent"),
        }
    with place:
        show_table(text("layers.river_table"), columns)


def _formulas(view: View, chosen: Chosen, passes: Rivers) -> list[str]:
    """Return the largest update with numbers, showing why norms do not simply add up."""
    river, at = passes.of(chosen.stack), chosen.position
    n = int(river.additions[1:, at].argmax()) + 1
    x, added = river.widths[n, at], river.additions[n, at]
    cosine, total = river.cosines[n, at], river.sums[n, at]
    grey = in_colour(tones(view.dark), "residual", "x")
    lines = [
        rf"\cos\theta = \frac{{{grey} \cdot F(x)}}{{|{grey}|\,|F(x)|}} = {decimal(cosine)}",
        rf"|{grey} + F(x)| = \sqrt{{|{grey}|^2 + |F(x)|^2 + 2\,|{grey}|\,|F(x)| \cos\theta}}"
        rf" = \sqrt{{{number(x**2)} + {number(added**2)} + {number(2 * x * added * cosine)}}}"
        rf" = {number(float(total))}",
    ]
    if chosen.stack == "decoder" and not teaching.hides("probabilities"):
        lines += _reading(view, passes.words, chosen.step)
    if norm_place(view) == "post":
        lines.append(
            rf"x' = \mathrm{{LayerNorm}}({grey} + F(x)) \quad"
            rf" |x'| = {number(float(river.widths[n + 1, at]))}"
        )
    return lines


def _reading(view: View, lens: Lens, step: int) -> list[str]:
    """Return the logit lens of the middle state on the token written in the end."""
    n = len(lens.probs) // 2
    logit, log_sum = float(lens.logits[n, step]), float(lens.log_sums[n, step])
    token = f"{{{in_colour(tones(view.dark), 'target', 'v')}}}"
    return [
        rf"z_{token} = x_{{{n}}} \cdot E_{token} = {number(logit)}",
        rf"p_{token} = \frac{{e^{{z_{token}}}}}{{\sum_u e^{{z_u}}}}"
        rf" = e^{{{number(logit)} - {number(log_sum)}}} = {float(lens.probs[n, step]):.3g}",
    ]
