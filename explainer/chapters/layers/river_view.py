"""The residual river: how one token's vector grows a word, and what is lost where it is dammed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import streamlit as st

from explainer.analysis.logit_lens import Lens
from explainer.analysis.residual import EMBED
from explainer.analysis.river import River, Rivers
from explainer.chapters.layers import dams
from explainer.chapters.layers.common import (
    norm_place,
    pick_of,
    pick_token,
    residual_code,
    stream_shapes,
)
from explainer.chapters.layers.river import (
    Flow,
    Level,
    Mouth,
    RiverWords,
    river,
    river_payload,
)
from explainer.chapters.layers.stack import draw_stack
from explainer.frame import beats, chapter, choices, teaching
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.pickers import picker
from explainer.frame.tables import Column, show_table
from explainer.runs import registry
from explainer.runs.river import rivers_of
from explainer.text.numbers import decimal, percent

if TYPE_CHECKING:
    from explainer.analysis.stack import SublayerId
    from explainer.components.shared import Pick
    from explainer.frame.view import View
    from explainer.text import Text

KEY: Final = "layers_water"
UNFOLDED: Final = 3  # words of a level
AT_MOUTH: Final = 4


@dataclass(frozen=True)
class Chosen:
    """What the reader looks at; `step` is the decoder's, `position` the one whose river it is."""

    stack: str
    position: int
    step: int
    light: str


@dataclass(frozen=True)
class Passes:
    """The pass with its dams, and the one without where there are any."""

    now: Rivers
    before: Rivers | None
    dammed: tuple[SublayerId, ...]

    @property
    def first(self) -> Rivers:
        return self.before or self.now


def draw_river(view: View) -> None:
    text = view.text
    with chapter.figure(text("layers.river")):
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
        passes = Passes(
            rivers_of(view.translation, dammed),
            rivers_of(view.translation) if dammed else None,
            dammed,
        )
        with place:
            _draw(view, chosen, passes)
        st.caption(
            text("layers.river_encoder" if chosen.stack == "encoder" else "layers.river_lens")
        )
        _table(view, chosen, passes)
    beats.here()
    draw_stack(view)
    numbers, rest = chapter.details()
    with numbers:
        chapter.formula(text, _formulas(view, chosen, passes.now))
        chapter.agreement(text, passes.now.of(chosen.stack).law_difference())
    with rest:
        places = passes.now.of(chosen.stack).places
        stream_shapes(text, view.translation, chosen.stack, places)
        chapter.code(text, *residual_code(view))


def _read(view: View) -> Chosen:
    text, translation = view.text, view.translation
    names = {"decoder": text("layers.decoder"), "encoder": text("layers.encoder")}
    stack = choices.segments(text, "layers_side", text("layers.stack"), names, "decoder")
    written = translation.predicted_tokens
    step = pick_of(picker(text, translation), "layers_step", text("layers.step"), written)
    position = step
    if stack == "encoder":
        position = pick_token(picker(text, translation, stack), translation, stack)
    lights = text.each("layers.light_*", "all", "add", "norm", "words")
    if stack == "encoder":
        del lights["words"]  # it has none
    light = choices.segments(text, "layers_light", text("layers.light"), lights, "all")
    return Chosen(stack, position, step, light)


def _draw(view: View, chosen: Chosen, passes: Passes) -> None:
    text, translation = view.text, view.translation
    own_river = passes.now.of(chosen.stack)
    told = not teaching.hides("probabilities")
    now = _flow(view, chosen, passes.now, told)
    before = _flow(view, chosen, passes.before, told) if passes.before else None
    known = {place: code for code, place in dams.codes(view.card["model"]).items()}
    own = [(chosen.stack, *place) for place in own_river.places[1:]]
    tokens = translation.source.tokens if chosen.stack == "encoder" else translation.fed_tokens
    data = river_payload(
        now,
        before,
        names=[_names(text, place) for place in own_river.places],
        dammed=[n for n, place in enumerate(own) if place in passes.dammed],
        mouth=_mouths(view, chosen, passes) if told else (),
        source=tokens[chosen.position],
        wanted=translation.predicted_tokens[chosen.step],
        side=chosen.stack,
        light=chosen.light,
        post=norm_place(view) == "post",
        words=_words(view, chosen, passes, told),
        dark=view.dark,
    )
    river(data, key=KEY, on_pick=partial(_obey, [known[place] for place in own]))


def _obey(codes: Sequence[str], pick: Pick) -> None:
    dams.turn(codes[pick[1]])


def _names(text: Text, place: tuple[int, str]) -> tuple[str, str, str, str]:
    """In full, the sub-layer alone, the layer, and both in short."""
    layer, part = place
    if place == EMBED:
        name = text("layers.embedded")
        return name, name, "", name
    full = {
        "self_attn": text("layers.full_self_attn", layer=layer + 1),
        "cross_attn": text("layers.full_cross_attn", layer=layer + 1),
        "ffn": text("layers.full_ffn", layer=layer + 1),
    }[part]
    short = text.each("layers.river_*", "self_attn", "cross_attn", "ffn")[part]
    tight = text("layers.river_tight", layer=layer + 1, part=short)
    return full, short, text("layers.layer_n", layer=layer + 1), tight


def _flow(view: View, chosen: Chosen, rivers: Rivers, told: bool) -> Flow:
    levels = None
    if told and chosen.stack == "decoder":
        levels = levels_of(view, rivers.words, chosen.step, UNFOLDED)
    return Flow(rivers.of(chosen.stack), chosen.position, levels)


def levels_of(view: View, words: Lens, step: int, count: int) -> list[Level]:
    """The words of every state at a step."""
    model = registry.model_of(view.translation.model)
    ids, probs = words.top_ids[:, step, :count], words.top_probs[:, step, :count]
    return [
        Level(
            list(zip(model.tokens(ids[n].tolist()), probs[n].tolist(), strict=True)),
            float(words.probs[n, step]),
        )
        for n in range(len(ids))
    ]


def _mouths(view: View, chosen: Chosen, passes: Passes) -> list[Mouth]:
    text, mouths = view.text, []
    for kind, one in (("now", passes.now), ("before", passes.before)):
        if one is not None:
            rows = levels_of(view, one.words, chosen.step, AT_MOUTH)[-1].top
            name = text("layers.mouth_now" if kind == "now" else "layers.mouth_before")
            mouths.append(Mouth(kind, name, rows))
    return mouths


def surfaces(words: Lens, step: int, wanted: int) -> int | None:
    """The state from which on the written token is the most probable; None where it is not."""
    first = None
    for n, best in enumerate(words.top_ids[:, step, 0].tolist()):
        if best != wanted:
            first = None
        elif first is None:
            first = n
    return first


def _caption(view: View, chosen: Chosen, passes: Passes, told: bool) -> str:
    """What the drawing shows now, in a line."""
    text, translation = view.text, view.translation
    if passes.dammed:
        dammed = ", ".join(
            _dam(text, stack, _names(text, (layer, part))[0])
            for stack, layer, part in passes.dammed
        )
        if not told:
            return text("layers.told_dams", dams=dammed)
    elif not told or chosen.stack == "encoder":
        return text("layers.told_hint")
    step, wanted = chosen.step, translation.predicted_tokens[chosen.step]
    now = levels_of(view, passes.now.words, step, 1)
    (top, share) = now[-1].top[0]
    if passes.dammed:
        before = levels_of(view, passes.first.words, step, 1)[-1].wanted
        return text(
            "layers.told_lost" if top != wanted else "layers.told_kept",
            dams=dammed,
            wanted=wanted,
            before=percent(before, 0),
            now=percent(now[-1].wanted, 0),
            top=top,
            share=percent(share, 0),
        )
    first = surfaces(passes.now.words, step, translation.predicted[step])
    if first is None:
        return text("layers.told_other", wanted=wanted, now=percent(now[-1].wanted, 0), top=top)
    full = _names(text, passes.now.decoder.places[first])[0]
    return text(
        "layers.told_surfaces",
        wanted=wanted,
        name=full,
        first=percent(now[first].wanted, 0),
        last=percent(now[-1].wanted, 0),
    )


def _dam(text: Text, stack: str, name: str) -> str:
    if stack == "encoder":
        return text("layers.dam_encoder", name=name)
    return text("layers.dam_decoder", name=name)


def _words(view: View, chosen: Chosen, passes: Passes, told: bool) -> RiverWords:
    text = view.text
    line = _caption(view, chosen, passes, told)
    return RiverWords(
        name=text("layers.river_alt", told=line),
        told=line,
        open=text.template("layers.tributary"),
        closed=text.template("layers.tributary_closed"),
        shut=text("layers.shut"),
        norm=text.template("layers.weir"),
        word=text.template("layers.surfaced"),
        scale=text("layers.river_scale"),
        lens=text("layers.river_words"),
        line=text.template("layers.river_line"),
        blank=text("layers.river_blank"),
    )


def _table(view: View, chosen: Chosen, passes: Passes) -> None:
    """The same numbers as a table; nothing is sent while it is closed."""
    text = view.text
    place = chapter.table(text("layers.river_table"), "layers_river_table")
    if not place.open:
        return
    river = passes.now.of(chosen.stack)
    rows = _rows(view, chosen, river)
    if chosen.stack == "decoder" and not teaching.hides("probabilities"):
        levels = levels_of(view, passes.now.words, chosen.step, 1)
        for row, level in zip(rows, levels, strict=True):
            row |= {"word": level.top[0][0], "p": level.top[0][1], "wanted": level.wanted}
    titles: dict[str, Column | str] = {
        "after": text("layers.after"),
        "x": Column(text("layers.length_state"), form="%.2f"),
        "add": Column(text("layers.length_update"), form="%.2f"),
        "cos": Column(text("layers.cosine"), form="%.2f"),
        "sum": Column(text("layers.length_sum"), form="%.2f"),
        "word": text("layers.best"),
        "p": Column(text("layers.best_share"), form="percent"),
        "wanted": Column(text("layers.prob_written"), form="percent"),
    }
    with place:
        show_table(text("layers.river_table"), {name: titles[name] for name in rows[0]}, rows)


def _rows(view: View, chosen: Chosen, river: River) -> list[dict[str, object]]:
    at = chosen.position
    return [
        {
            "after": _names(view.text, place)[0],
            "x": float(river.widths[n, at]),
            "add": float(river.additions[n - 1, at]) if n else None,
            "cos": float(river.cosines[n - 1, at]) if n else None,
            "sum": float(river.sums[n - 1, at]) if n else None,
        }
        for n, place in enumerate(river.places)
    ]


def _formulas(view: View, chosen: Chosen, passes: Rivers) -> list[str]:
    """The widest tributary of the river with its numbers: why lengths do not simply add up."""
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
    """The lens on the middle state: the token written in the end, by the output matrix."""
    n = len(lens.probs) // 2
    logit, log_sum = float(lens.logits[n, step]), float(lens.log_sums[n, step])
    token = f"{{{in_colour(tones(view.dark), 'target', 'v')}}}"
    return [
        rf"z_{token} = x_{{{n}}} \cdot E_{token} = {number(logit)}",
        rf"p_{token} = \frac{{e^{{z_{token}}}}}{{\sum_u e^{{z_u}}}}"
        rf" = e^{{{number(logit)} - {number(log_sum)}}} = {float(lens.probs[n, step]):.3g}",
    ]
