"""Four readings of one cross-attention map: weight, norm-weighted, occlusion, the user's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.alignment import (
    Links,
    alignment_error_rate,
    misleading_cell,
    row_correlations,
    strongest_links,
)
from explainer.chapters.ablation.runs import contributions_of_head
from explainer.chapters.ablation.state import ordinary
from explainer.frame import chapter
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.maps import Scale, Side, draw_map
from explainer.frame.pickers import pick_map, picker
from explainer.frame.tables import Column, columns_by_title, show_table
from explainer.frame.view import View
from explainer.runs.roles import occlusion_changes
from explainer.text import Text
from explainer.translation import Translation

Floats = NDArray[np.float64]
LIMIT: Final = 1e-4  # of vectors of a few units in float32, added up in another order
WIDE: Final = 14  # columns: beyond this the maps stand below each other
ROOMY: Final = 10  # and up to here all three stand side by side


@dataclass(frozen=True)
class Readings:
    """Four maps (T, S): weights, norm-weighted contributions, occlusion drops, user's links."""

    weight: Floats
    handed: Floats
    drop: Floats
    links: Links
    difference: float  # of the vectors handed over, added up, from the recorded output

    def all(self) -> tuple[Floats, ...]:
        """Return the four maps in displayed order."""
        return self.weight, self.handed, self.drop, self.links.astype(np.float64)


def reading_names(text: Text) -> tuple[str, ...]:
    return (
        text("ablation.weight"),
        text("ablation.handed"),
        text("ablation.occlusion"),
        text("ablation.drawn"),
    )


def draw_readings(view: View) -> None:
    """Draw all four maps and how far they agree."""
    text, translation = view.text, view.translation
    layers, heads = translation.attention("cross").shape[:2]
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        layer, head = pick_map(picker(text, translation, "cross"), layers, heads)
    with chapter.figure(text("ablation.readings"), text("ablation.readings_line")):
        readings = _four(view, layer, head)
    agree = chapter.fold(text("ablation.agree"), "ablation_agree")
    if agree.open:
        with agree:
            st.caption(text("ablation.agree_line"))
            _agreement(text, translation, readings)
    numbers, shapes = chapter.details()
    with numbers:
        cell = misleading(translation)
        chapter.formula(text, _equations(view, readings, cell[2] if cell else 0))
        chapter.agreement(text, readings.difference, LIMIT)
    with shapes:
        name = f"decoder.{layer}.cross_attn"
        parts = [("v", "B, H, S, d_k"), ("weights", "B, H, T, S"), ("out", "B, T, d_model")]
        sizes = [(p, axes, (1, *translation.trace[f"{name}.{p}"].shape)) for p, axes in parts]
        chapter.shapes(text, sizes, text("ablation.readings_shapes"))
        chapter.code(text, "explainer.analysis.occlusion", "occlusion", "visible_RS")


def compute_readings(
    translation: Translation, layer: int, head: int | None, links: Links
) -> Readings:
    """Compute the readings from the trace and the memoised occlusion."""
    weights = translation.attention("cross")[layer].astype(np.float64)
    passed = contributions_of_head(translation, layer, head)
    return Readings(
        weights.mean(axis=0) if head is None else weights[head],
        passed.shares(),
        occlusion_changes(translation),
        links,
        passed.difference,
    )


def first_guess(translation: Translation) -> Links:
    """Return initial links: the rows where the strongest weight and occlusion agree on a token."""
    rows, keys = ordinary(translation.predicted_tokens), ordinary(translation.source.tokens)
    weights = translation.attention("cross")[-1].mean(axis=0)
    return strongest_links(weights, rows, keys) & strongest_links(
        occlusion_changes(translation), rows, keys
    )


def _four(view: View, layer: int, head: int | None) -> Readings:
    translation = view.translation
    text, names = view.text, reading_names(view.text)
    readings = compute_readings(translation, layer, head, first_guess(translation))
    tokens = translation.source.tokens, translation.predicted_tokens
    lines = (
        text("ablation.weight_line"),
        text("ablation.handed_line"),
        text("ablation.occlusion_line"),
        text("ablation.drawn_line"),
    )
    slots = _slots(len(tokens[0]))
    labels: dict[str, Any] = {
        "rows": Side(text("words.row_axis_predicted"), tokens[1], "target"),
        "keys": Side(text("words.key_axis_source"), tokens[0], "source"),
    }
    maps: tuple[tuple[str, Floats, str, Literal["weights", "signed"]], ...] = (
        ("ablation_weight", readings.weight, text("words.weight"), "weights"),
        ("ablation_handed", readings.handed, text("ablation.share"), "weights"),
        ("ablation_occlusion", readings.drop, text("ablation.drop"), "signed"),
    )
    for slot, name, line, (key, values, title, kind) in zip(
        slots, names, lines, maps, strict=False
    ):
        with slot:
            draw_map(
                text,
                key,
                values,
                name,
                scale=Scale(title, kind),
                head=name,
                line=line,
                **labels,
            )
    with slots[3]:
        chapter.name_chart(names[3], lines[3])
        return compute_readings(translation, layer, head, _editor(text, translation))


def _slots(n_keys: int) -> list[Any]:
    """Return containers for the four readings, side by side if narrow."""
    if n_keys <= ROOMY:
        return [*st.columns(3, gap="small"), st.container()]
    first = st.columns(2, gap="medium") if n_keys <= WIDE else (st.container(), st.container())
    return [*first, st.container(), st.container()]


def _editor(text: Text, translation: Translation) -> Links:
    """Draw a checkbox for each pair of tokens; kept as long as the sentence."""
    source, written = translation.source.tokens, translation.predicted_tokens
    frame = pd.DataFrame(
        first_guess(translation), columns=[f"{i} {token}" for i, token in enumerate(source, 1)]
    )
    frame.insert(0, "row", [f"{i} {token}" for i, token in enumerate(written, 1)])
    about = hash((translation.model, translation.source.ids, translation.predicted))
    edited = st.data_editor(
        frame,
        hide_index=True,
        key=f"ablation_draw_{about:x}",
        disabled=["row"],
        row_height=26,
        height=min(27 * len(written) + 42, 520),
        alt=text("ablation.drawn"),
        column_config={"row": st.column_config.TextColumn(text("ablation.token"), pinned=True)},
    )
    links: Links = edited.to_numpy()[:, 1:].astype(bool)
    return links


def misleading(translation: Translation) -> tuple[int, int, int, int] | None:
    """Return (layer, head, row, key) of a high weight on a token that can be hidden, or None."""
    rows, keys = ordinary(translation.predicted_tokens), ordinary(translation.source.tokens)
    return misleading_cell(
        translation.attention("cross"), occlusion_changes(translation), rows, keys
    )


def row_shares(readings: Readings, row: int) -> Floats:
    """Return one row of all readings as shares 0..1, (4, S); occlusion drops below 0 count as 0."""
    falls = np.clip(readings.drop[row], 0.0, None)
    drop = falls / (falls.sum() or 1.0)
    return np.stack([readings.weight[row], readings.handed[row], drop, readings.links[row]])


def draw_strip(view: View, shares: Floats, names: Sequence[str], key: str) -> None:
    """Draw the readings of one row as lines of one map."""
    translation = view.translation
    text, tokens = view.text, translation.source.tokens
    best = ", ".join(
        f"{name}: {tokens[int(line.argmax())]}" for name, line in zip(names, shares, strict=True)
    )
    draw_map(
        text,
        key,
        shares,
        text("ablation.strip_alt", best=best),
        rows=Side("", names),
        keys=Side(text("words.key_axis_source"), tokens, "source"),
        scale=Scale(text("ablation.share")),
    )


def _agreement(text: Text, translation: Translation, readings: Readings) -> None:
    """Draw rank correlations between all four, and the error rate against the user's links."""
    rows, keys = ordinary(translation.predicted_tokens), ordinary(translation.source.tokens)
    names = reading_names(text)
    if len(keys) < 2 or not rows:
        st.info(text("ablation.too_short"))
        return
    table = row_correlations([reading[np.ix_(rows, keys)] for reading in readings.all()])
    left, right = st.columns([0.62, 0.38], gap="large")
    with left:
        chapter.name_chart(text("ablation.spearman"), text("ablation.spearman_line"))
        numbers = dict(zip(names, table.round(2).T, strict=True))
        show_table(text("ablation.spearman"), columns_by_title({" ": names, **numbers}))
    with right:
        rates = [
            alignment_error_rate(strongest_links(reading, rows, keys), readings.links)
            for reading in readings.all()[:3]
        ]
        links = int(readings.links.sum())
        chapter.name_chart(text("ablation.aer"), text("ablation.aer_line", links=links))
        show_table(
            text("ablation.aer"),
            {
                "reading": Column(text("ablation.reading"), names[:3]),
                "aer": Column(text("ablation.aer_short"), rates, "%.3f"),
            },
        )


def _equations(view: View, readings: Readings, row: int) -> list[str]:
    """Return formulas of the row's strongest ordinary cell, read three ways, and the error rate."""
    translation = view.translation
    text, colours = view.text, tones(view.dark)
    rows, keys = ordinary(translation.predicted_tokens), ordinary(translation.source.tokens)
    everything = keys or list(range(readings.weight.shape[1]))
    key = everything[int(readings.weight[row, everything].argmax())]
    a = in_colour(colours, "weight", rf"a_{{{row + 1},{key + 1}}}")
    v = in_colour(colours, "v", rf"v_{{{key + 1}}}")
    links = strongest_links(readings.weight, rows, keys)
    shared, first, second = (
        int(x) for x in ((links & readings.links).sum(), links.sum(), readings.links.sum())
    )
    equations = [
        rf"{a} = {number(float(readings.weight[row, key]))}",
        rf"\frac{{\lVert {a} {v} W_O \rVert}}{{\sum_j \lVert a_j v_j W_O \rVert}}"
        rf" = {number(float(readings.handed[row, key]))}",
        rf"\log p(y_{{{row + 1}}}) - \log p_{{-{key + 1}}}(y_{{{row + 1}}})"
        rf" = {number(float(readings.drop[row, key]))}",
    ]
    if first + second:
        rate = alignment_error_rate(links, readings.links)
        equations.append(
            r"\mathrm{AER} = 1 - \frac{|A \cap S| + |A \cap S|}{|A| + |S|}"
            rf" = 1 - \frac{{2 \cdot {shared}}}{{{first} + {second}}} = {rate:.3f}"
        )
    st.caption(text("ablation.cell_of", token=str(key + 1), row=row + 1))
    return equations
