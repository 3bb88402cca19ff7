"""Where a written piece's logit comes from: source, prefix, feed-forward layers, constants."""

from __future__ import annotations

from typing import Final

import numpy as np
import streamlit as st

from explainer.analysis.contributions import GROUPS as PARTS_OF
from explainer.analysis.contributions import LayerPart, Parts
from explainer.chapters.ablation.runs import logit_parts, recorded_logits, runners_up
from explainer.charts.bars import SIGNED, Look, Marks, Series, bars
from explainer.charts.cell_map import Scale, cell_map
from explainer.frame import chapter, choices
from explainer.frame.formula import addends, in_colour, tones
from explainer.frame.pickers import picker
from explainer.frame.tables import columns_by_title, show_table
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import percent, true_minus

# Whose part it is: the source, what was written so far, the feed-forward layers, constants.
GROUPS: Final = ("source", "prefix", "ffn", "offsets")
TONES: Final = {"source": "source", "prefix": "target", "ffn": "primary", "offsets": "residual"}
STACKED: Final = Look(True, stacked=True, axis=True, form="+.2f", label_colour="target_text")
LIMIT: Final = 1e-4  # logits are tens: float32 keeps six digits of them


def group_names(text: Text) -> dict[str, str]:
    return text.each("ablation.from_*", "source", "prefix", "ffn", "offsets")


def part_name(text: Text, place: LayerPart) -> str:
    layer, part = place
    name = text.each(
        "ablation.part_*", "tokens", "positions", "self_attn", "cross_attn", "ffn", "offsets"
    )[part]
    return name if layer < 0 else text("ablation.part_layer", layer=layer + 1, part=name)


def draw_shares(view: View) -> None:
    """All written tokens by group, by layer and part, and one piece from the bottom up."""
    text, translation = view.text, view.translation
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        names = {"logit": text("ablation.of_logit"), "lead": text("ablation.of_lead")}
        is_lead = (
            choices.segments(
                text, "ablation_of", text("ablation.of"), names, "logit", text("ablation.of_help")
            )
            == "lead"
        )
    parts = logit_parts(view, is_lead)
    grouped = np.stack([parts.group(name) for name in GROUPS], axis=1)
    value = text("ablation.lead") if is_lead else text("ablation.logit")
    with chapter.figure(text("ablation.shares"), text("ablation.shares_line")):
        chapter.chart(
            bars(
                labels=translation.predicted_pieces,
                series=[
                    Series(group_names(text)[name], values, TONES[name])
                    for name, values in zip(GROUPS, grouped.T, strict=True)
                ],
                look=STACKED,
                marks=Marks(text("ablation.sum"), grouped.sum(axis=1)),
                label_title=text("ablation.piece"),
                value_title=value,
                dark=view.dark,
            ),
            text("ablation.shares_alt"),
            "ablation_shares",
        )
        st.caption(text("ablation.shares_note"))
    with chapter.figure(text("ablation.layers"), text("ablation.layers_line")):
        _by_layer(view, parts, value)
    with chapter.figure(text("ablation.piece_parts"), text("ablation.piece_parts_line")):
        row = _one_piece(view, parts, is_lead)
    numbers, shapes = chapter.details()
    with numbers:
        chapter.formula(text, _equations(view, grouped[row], row, is_lead))
        difference = np.abs(parts.totals() - recorded_logits(translation, is_lead)).max()
        chapter.agreement(text, float(difference), LIMIT)
    with shapes:
        trace = translation.trace
        chapter.shapes(
            text,
            [
                ("output", "B, T, d_model", (1, *trace["output"].shape)),
                ("logits", "B, T, V", (1, *trace["logits"].shape)),
                ("parts", "T, P", parts.values.shape),
            ],
            text("ablation.shares_shapes", count=len(parts.places)),
            own="P",
        )
        chapter.code(
            text, "explainer.analysis.contributions", "_through", "deviation", "def carried"
        )


def _by_layer(view: View, parts: Parts, value: str) -> None:
    """Every part of every piece; the numbers are also a table."""
    text, translation = view.text, view.translation
    names = [part_name(text, place) for place in parts.places]
    t, n = np.unravel_index(int(np.abs(parts.values).argmax()), parts.values.shape)
    chapter.chart(
        cell_map(
            values=parts.values,
            scale=Scale("signed", form=".1f"),
            row_labels=translation.predicted_pieces,
            key_labels=names,
            row_title=text("ablation.piece"),
            key_title="",
            value_title=value,
            dark=view.dark,
            key_colour="second",
        ),
        text(
            "ablation.layers_alt",
            piece=translation.predicted_pieces[int(t)],
            part=names[int(n)],
            value=true_minus(f"{parts.values[t, n]:+.2f}"),
        ),
        "ablation_layers",
    )
    table = chapter.table(text("ablation.table"), "ablation_parts_table")
    if not table.open:
        return
    columns = {
        text("ablation.piece"): translation.predicted_pieces,
        text("ablation.sum"): parts.totals().round(4),
        **dict(zip(names, parts.values.round(4).T, strict=True)),
    }
    with table:
        show_table(text("ablation.layers"), columns_by_title(columns))


def _one_piece(view: View, parts: Parts, is_lead: bool) -> int:
    """The parts of one piece, in the order they are added, with the percentages of the groups."""
    text, translation = view.text, view.translation
    source = parts.group("source")
    row = picker(text, translation, "cross").row(len(source), int(source.argmax()))
    st.text(text("ablation.row_of", piece=translation.predicted_pieces[row]))
    if is_lead:
        runner = runners_up(translation)[row]
        rank = list(translation.top_ids[row]).index(runner)
        st.text(text("ablation.runner_up", piece=translation.top_pieces[row][rank]))
    tone = {part: TONES[group] for group, inside in PARTS_OF.items() for part in inside}
    chapter.chart(
        bars(
            labels=[part_name(text, place) for place in parts.places],
            series=[Series("", parts.values[row], "primary")],
            look=SIGNED,
            tones=[tone[part] for _, part in parts.places],
            label_title=text("ablation.part"),
            value_title=text("ablation.lead") if is_lead else text("ablation.logit"),
            dark=view.dark,
        ),
        text("ablation.piece_parts"),
        "ablation_one",
    )
    total = float(parts.totals()[row])
    if abs(total) > 1e-6:
        shares = {name: float(parts.group(name)[row]) / total for name in GROUPS}
        written = {name: percent(share, 0) for name, share in shares.items()}
        st.markdown(text("ablation.percent", **written))
    return row


def _equations(view: View, groups: np.ndarray, row: int, is_lead: bool) -> list[str]:
    text, colours = view.text, tones(view.dark)
    y = rf"E_{{y_{{{row + 1}}}}}"
    asked = rf"({y} - E_{{y'}})" if is_lead else y
    source, prefix, ffn, offsets = (float(value) for value in groups)
    shown = addends(source, prefix, ffn, offsets)
    signs = [value if value.startswith("-") else f"+{value}" for value in shown[1:-1]]
    first, second = (
        in_colour(colours, "source", shown[0]),
        in_colour(colours, "target", signs[0]),
    )
    return [
        r"\mathrm{LN}(a + b) = \frac{a - \bar a}{\sigma} \odot \gamma"
        r" + \frac{b - \bar b}{\sigma} \odot \gamma + \beta",
        rf"\text{{{text('ablation.lead') if is_lead else text('ablation.logit')}}} = "
        rf"x_{{{row + 1}}} \cdot {asked} = {first} {second} {signs[1]} {signs[2]}"
        rf" = {shown[-1]}",
    ]
