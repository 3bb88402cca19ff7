"""The whole stack as one drawing: shapes, parameters, the way into every page."""

from __future__ import annotations

import streamlit as st

from explainer.analysis.stack import (
    BASE,
    BIG,
    PUBLISHED,
    Sizes,
    counts_by_part,
    parts,
    sizes_of,
    total,
    vocabulary_for,
)
from explainer.chapters.layers import numbers as layers_numbers
from explainer.chapters.layers.boxes import Box, box_line, boxes, column, doors
from explainer.chapters.layers.chart_architecture import BOX_PICK, architecture
from explainer.chapters.layers.chart_to_scale import Square, to_scale
from explainer.chapters.layers.common import second_figure
from explainer.chapters.layers.detail import box_code, box_formulas, box_shapes
from explainer.frame import beats, chapter, choices
from explainer.frame.navigation import open_page
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import true_minus

CHART = "layers_drawing"
BOX = "layers_box"
CLICKED = "layers_clicked"  # session: id of a box that was clicked and not yet obeyed
FIRST = "encoder.self_attn"


def draw_stack(view: View) -> None:
    """Drawing beside the chosen box; below it models to scale."""
    text, translation = view.text, view.translation
    sizes = sizes_of(view.card["model"])
    all_boxes = boxes(text, sizes, len(translation.source.ids), len(translation.fed))
    names = {box.id: box.long_name for box in all_boxes}
    _obey_click(names)
    drawing, detail = st.columns([0.58, 0.42], gap="large")
    with (
        drawing,
        beats.elsewhere(),
        chapter.figure(text("layers.drawing"), text("layers.drawing_line")),
    ):
        place = st.empty()
    with drawing:
        code = st.container()
    with detail:
        chosen = choices.select(text, BOX, text("layers.box"), names, FIRST)
        box = next(one for one in all_boxes if one.id == chosen)
        _detail(view, sizes, box)
    lines = box_code(sizes, box)
    if lines is not None:
        with code:
            chapter.code(text, *lines)
    with place:
        _drawing(view, sizes, all_boxes, box)
    beats.here()
    scale = second_figure(text("layers.scale"), text("layers.scale_line"), "layers_scale")
    if scale.open:
        with scale:
            _scale(view, sizes)


def _obey_click(names: dict[str, str]) -> None:
    picked = st.session_state.pop(CLICKED, None)
    if picked in names:
        st.session_state[BOX] = picked


def _remember_click(key: str) -> None:
    """What a browser sends may be anything."""
    try:
        st.session_state[CLICKED] = str(st.session_state[key]["selection"][BOX_PICK][0]["id"])
    except (KeyError, IndexError, TypeError):
        st.session_state.pop(CLICKED, None)


def _drawing(view: View, sizes: Sizes, all_boxes: list[Box], box: Box) -> None:
    text = view.text
    key = f"{CHART}_{box.id}"  # a chart of its own, so that the same box can be clicked again
    chapter.chart(
        architecture(
            encoder=column(text, sizes, all_boxes, "encoder"),
            decoder=column(text, sizes, all_boxes, "decoder"),
            memory=("memory", "decoder.cross_attn"),
            selected=box.id,
            name_title=text("layers.box"),
            note_title=text("layers.box_note"),
            dark=view.dark,
        ),
        text(
            "layers.drawing_alt",
            encoder=sizes.n_encoder_layers,
            decoder=sizes.n_decoder_layers,
            total=f"{total(sizes):,}",
        ),
        key,
        on_select=lambda: _remember_click(key),
        selection_mode=BOX_PICK,
    )


def _detail(view: View, sizes: Sizes, box: Box) -> None:
    """What the chosen box does, in words, numbers and code, and where to read on."""
    text, translation = view.text, view.translation
    st.markdown(box_line(text, box))
    chapter.formula(text, box_formulas(sizes, box))
    lengths = (len(translation.source.ids), len(translation.fed))
    chapter.shapes(text, box_shapes(sizes, box, *lengths))
    with st.container(horizontal=True, gap="small"):
        for door in doors(text, box):
            if door.view:
                st.button(
                    door.name,
                    key=f"layers_to_{door.view}",
                    icon=":material/arrow_downward:",
                    on_click=_open_view,
                    args=(door.view,),
                )
            elif st.button(
                door.name, key=f"layers_go_{door.page}", icon=":material/arrow_forward:"
            ):
                open_page(door.page, text, door.params)


def _open_view(view: str) -> None:
    st.session_state["layers_view"] = view


def _groups(text: Text, sizes: Sizes) -> list[tuple[str, str, float, int]]:
    """The parts of a model as they are cut out of its square."""
    by_name = parts(sizes)
    names = {
        "matrix": (text("layers.part_matrix"), "residual", 0.75),
        "encoder.self_attn": (text("layers.part_enc_self"), "source", 0.9),
        "encoder.ffn": (text("layers.part_enc_ffn"), "source", 0.55),
        "encoder.norm": (text("layers.part_enc_norm"), "source", 0.3),
        "encoder.positions": (text("layers.part_positions"), "source", 0.2),
        "decoder.self_attn": (text("layers.part_dec_self"), "target", 1.0),
        "decoder.cross_attn": (text("layers.part_dec_cross"), "target", 0.8),
        "decoder.ffn": (text("layers.part_dec_ffn"), "target", 0.5),
        "decoder.norm": (text("layers.part_dec_norm"), "target", 0.3),
        "decoder.positions": (text("layers.part_positions"), "target", 0.2),
    }
    return [(*names[name], part.total) for name, part in by_name.items()]


def _scale(view: View, sizes: Sizes) -> None:
    text = view.text
    models = ((view.translator_name, sizes), (text("layers.base"), BASE), (text("layers.big"), BIG))
    squares = [
        Square(f"{name}\n{total(size) / 1e6:.1f}M", _groups(text, size)) for name, size in models
    ]
    left, right = st.columns([0.55, 0.45], gap="large")
    with left:
        chapter.chart(
            to_scale(
                squares=squares,
                part_title=text("layers.part_title"),
                count_title=text("layers.parameters"),
                dark=view.dark,
            ),
            text(
                "layers.scale_alt",
                ours=f"{total(sizes):,}",
                base=f"{total(BASE):,}",
                big=f"{total(BIG):,}",
            ),
        )
    with right:
        _counts(view, sizes)


def _counts(view: View, sizes: Sizes) -> None:
    """Ours exactly, the paper's nearly, and why."""
    text = view.text
    own, computed = counts_by_part(layers_numbers.counts(view.translator_name)), parts(sizes)
    exact = own == {name: part.total for name, part in computed.items()}
    if exact:
        st.caption(text("layers.count_exact", total=f"{sum(own.values()):,}"))
    else:
        st.error(text("layers.count_off"))
    for name, size in (("base", BASE), ("big", BIG)):
        published = PUBLISHED[name]
        off = total(size) / published - 1
        st.markdown(
            text(
                "layers.published",
                name=text("layers.base" if name == "base" else "layers.big"),
                computed=f"{total(size) / 1e6:.1f}",
                printed=f"{published / 1e6:.0f}",
                off=true_minus(f"{off:+.1%}"),
                pieces=f"{vocabulary_for(size, published):,.0f}",
            )
        )
    st.markdown(text("layers.published_why"))
    _count_table(text, sizes)


def _count_table(text: Text, sizes: Sizes) -> None:
    place = chapter.table(text("layers.count_table"), "layers_counts")
    if not place.open:
        return
    columns = {"ours": _groups(text, sizes), "base": _groups(text, BASE), "big": _groups(text, BIG)}
    names = [name for name, _, _, _ in columns["base"]]
    by_model = {
        model: {name: count for name, _, _, count in groups} for model, groups in columns.items()
    }
    rows = [{"part": name, **{m: by_model[m].get(name) for m in columns}} for name in names]
    sums = {m: sum(counts.values()) for m, counts in by_model.items()}
    with place:
        show_table(
            text("layers.count_table"),
            {
                "part": text("layers.part_title"),
                "ours": Column(text("layers.ours"), form="localized"),
                "base": Column(text("layers.base"), form="localized"),
                "big": Column(text("layers.big"), form="localized"),
            },
            [*rows, {"part": text("layers.sum"), **sums}],
        )


def draw_stack_mistake(view: View) -> None:
    """The textbook's decoder, and this model's with one part after the other taken out."""
    translation = view.translation
    from explainer.runs import resources

    text, model, source = view.text, translation.model, translation.source.ids
    st.markdown(text("layers.mistake_stack"))
    whole = resources.greedy_text(model, source)
    names = text.each("layers.without_*", "cross", "ffn", "residual")
    st.text(text("layers.removed_none", written=whole))
    for name, changes in layers_numbers.REMOVED.items():
        written = resources.greedy_text(model, source, changes)
        st.text(text("layers.removed", name=names[name], written=_short(written)))
    st.text(
        text(
            "layers.removed",
            name=text("layers.textbook"),
            written=_short(layers_numbers.textbook(translation, view.card)),
        )
    )
    st.markdown(text("layers.mistake_stack_end"))


def _short(written: str, limit: int = 90) -> str:
    return written if len(written) <= limit else f"{written[:limit]} …"
