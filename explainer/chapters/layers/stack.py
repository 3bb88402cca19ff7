"""The whole stack: shapes, parameter counts, and the paper's models to scale."""

from __future__ import annotations

import streamlit as st

from explainer.analysis.stack import BASE, BIG, Sizes, counts_by_part, parts, sizes_of, total
from explainer.chapters.layers import numbers as layers_numbers
from explainer.chapters.layers.chart_to_scale import Square, to_scale
from explainer.chapters.layers.common import second_figure
from explainer.frame import chapter
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.text import Text

Group = tuple[str, str, float, int]  # a part: its name, tone, how pale, and how many numbers


def draw_stack(view: View) -> None:
    """Draw models to scale with each part's count, and this sentence's shapes."""
    text, translation = view.text, view.translation
    sizes = sizes_of(view.card["model"])
    place = second_figure(text("layers.scale"), text("layers.scale_line"), "layers_scale")
    if not place.open:
        return
    with place:
        left, right = st.columns([0.45, 0.55], gap="large")
        with left:
            _scale(view, sizes)
        with right:
            _counts(view, sizes)
        lengths = (len(translation.source.ids), len(translation.fed))
        chapter.shapes(text, stack_shapes(sizes, *lengths))


def stack_shapes(sizes: Sizes, source: int, target: int) -> list[tuple[str, str, tuple[int, ...]]]:
    """Return the tensors between the parts, from source ids to probabilities."""
    d, h, f, v = sizes.d_model, sizes.n_heads, sizes.d_ff, sizes.vocab_size
    return [
        ("E", "V, d_model", (v, d)),
        ("ids", "B, S", (1, source)),
        ("x", "B, S, d_model", (1, source, d)),
        ("q, k, v", "B, H, S, d_k", (1, h, source, d // h)),
        ("weights", "B, H, S, S", (1, h, source, source)),
        ("act", "B, S, d_ff", (1, source, f)),
        ("memory", "B, S, d_model", (1, source, d)),
        ("x", "B, T, d_model", (1, target, d)),
        ("weights", "B, H, T, T", (1, h, target, target)),
        ("cross", "B, H, T, S", (1, h, target, source)),
        ("act", "B, T, d_ff", (1, target, f)),
        ("probs", "B, T, V", (1, target, v)),
    ]


def _groups(text: Text, sizes: Sizes) -> list[Group]:
    """Return a model's parts as drawn in its square."""
    by_name = parts(sizes)
    names = {
        "matrix": (text("layers.part_matrix"), "residual", 0.75),
        "output_bias": (text("layers.part_bias"), "residual", 0.4),
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


def _counts(view: View, sizes: Sizes) -> None:
    """Draw each part's count for this model and the paper's; ours is verified."""
    text = view.text
    own, computed = counts_by_part(layers_numbers.counts(view.translator_name)), parts(sizes)
    columns = {"ours": _groups(text, sizes), "base": _groups(text, BASE), "big": _groups(text, BIG)}
    by_model = {
        model: {name: count for name, _, _, count in groups} for model, groups in columns.items()
    }
    rows = [
        {"part": name, **{model: by_model[model].get(name) for model in columns}}
        for name, _, _, _ in columns["ours"]
    ]
    sums = {model: sum(counts.values()) for model, counts in by_model.items()}
    show_table(
        text("layers.scale"),
        {
            "part": text("layers.part_title"),
            "ours": Column(text("layers.ours"), form="localized"),
            "base": Column(text("layers.base"), form="localized"),
            "big": Column(text("layers.big"), form="localized"),
        },
        [*rows, {"part": text("layers.sum"), **sums}],
    )
    if own == {name: part.total for name, part in computed.items()}:
        st.caption(text("layers.count_exact", total=f"{sum(own.values()):,}"))
    else:
        st.error(text("layers.count_off"))


def draw_stack_mistake(view: View) -> None:
    """Compare the textbook's decoder with this model's, parts removed one by one."""
    translation = view.translation
    from explainer.runs import resources

    text, model, source = view.text, translation.model, translation.source.ids
    chapter.wrong(text, text("layers.mistake_stack"))
    whole = resources.greedy_text(model, source)
    names = text.each("layers.without_*", "cross", "ffn", "residual")
    lines = [text("layers.removed_none", written=whole)]
    for name, changes in layers_numbers.REMOVED.items():
        written = resources.greedy_text(model, source, changes)
        lines.append(text("layers.removed", name=names[name], written=_short(written)))
    textbook = _short(layers_numbers.textbook(translation, view.card))
    lines.append(text("layers.removed", name=text("layers.textbook"), written=textbook))
    st.text("\n".join(lines))


def _short(written: str, limit: int = 90) -> str:
    return written if len(written) <= limit else f"{written[:limit]} …"
