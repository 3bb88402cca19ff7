"""What every head looks at on this sentence, and where Q, K and V come from."""

from __future__ import annotations

import streamlit as st

from explainer.analysis.head_roles import GAIN_THRESHOLD, Kind
from explainer.analysis.multi_head import head_fact
from explainer.analysis.sublayer import inputs_of
from explainer.chapters.heads.cut import Heads
from explainer.charts.overview import overview
from explainer.components.headgrid import GridText, headgrid
from explainer.frame import chapter
from explainer.frame.pickers import sides
from explainer.frame.roles import role_names
from explainer.frame.snippets import draw_snippet, head_weight
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.runs.resources import head_roles
from explainer.translation import prefix_of

ROLE = ("role", "score", "gain")  # columns about what a head does


def draw_looks(view: View, chosen: Heads) -> None:
    """All layers and heads as small maps, and the heads of the chosen layer as a table."""
    text = view.text
    with chapter.figure(text("heads.looks"), text("heads.looks_line")):
        left, right = st.columns([0.4, 0.6], gap="large")
        with left:
            _grid(view, chosen)
        with right:
            _table(view, chosen)
            _snippet(view, chosen)


def _snippet(view: View, chosen: Heads) -> None:
    translation = view.translation
    prefix, head = chosen.prefix, chosen.head
    fact = head_fact(
        translation.trace[f"{prefix}.weights"][head], translation.trace[f"{prefix}.mask"][head]
    )
    draw_snippet(view.text, "heads", head_weight(translation, prefix, head, fact.weight))


def _obey(pair: tuple[int, int]) -> None:
    """A clicked map becomes the state of the controls, which count from 1."""
    st.session_state["layer"], st.session_state["head"] = pair[0] + 1, pair[1] + 1


def _grid(view: View, chosen: Heads) -> None:
    translation = view.translation
    text, weights = view.text, translation.attention(chosen.kind)
    layers, heads = range(weights.shape[0]), range(weights.shape[1])
    names = [[text("words.head_name", layer=i + 1, head=j + 1) for j in heads] for i in layers]
    words = GridText(
        title=text("heads.looks"),
        corner=text("words.corner"),
        layer_names=[text("words.layer_short", layer=i + 1) for i in layers],
        head_names=[text("words.head_short", head=j + 1) for j in heads],
        labels=names,
        tips=names,
    )
    headgrid(
        mosaic=overview(weights=weights, dark=view.dark),
        weights=weights,
        words=words,
        chosen=(chosen.layer, chosen.head),
        dark=view.dark,
        key="heads_grid",
        on_pick=_obey,
    )


def _table(view: View, chosen: Heads) -> None:
    translation = view.translation
    text, weights = view.text, translation.attention(chosen.kind)
    rows, keys = sides(translation, chosen.kind, chosen.kind != "encoder")
    roles = head_roles(weights, chosen.kind, tuple(keys.pieces))[chosen.layer]
    names, mask = role_names(text), translation.trace[f"{chosen.prefix}.mask"]
    found = []
    for head, role in enumerate(roles):
        fact = head_fact(weights[chosen.layer, head], mask[head])
        cell = text("heads.cell_name", row=rows.pieces[fact.row], column=keys.pieces[fact.column])
        found.append(
            {
                "head": head + 1,
                "role": names[role.role],
                "score": role.score,
                "gain": role.gain,
                "even": fact.evenness,
                "cell": cell,
                "weight": fact.weight,
            }
        )
    if len({role.role for role in roles}) == 1:  # said once instead of in every line
        st.caption(text("heads.all_roles", role=names[roles[0].role], threshold=GAIN_THRESHOLD))
        found = [{k: v for k, v in row.items() if k not in ROLE} for row in found]
    column = st.column_config
    show_table(
        text("heads.looks_alt", layer=chosen.layer + 1),
        {
            "head": Column(text("heads.col_head"), width=50),
            "role": text("heads.col_role"),
            "score": Column(text("heads.col_score"), form="%.2f", width=60),
            "gain": Column(
                text("heads.col_gain"),
                form="%.2f",
                help=text("heads.col_gain_help", threshold=GAIN_THRESHOLD),
                width=60,
            ),
            "even": column.ProgressColumn(
                text("heads.col_even"),
                min_value=0,
                max_value=1,
                format="%.2f",
                help=text("heads.col_even_help"),
            ),
            "cell": text("heads.col_cell"),
            "weight": Column(text("heads.col_weight"), form="%.2f", width=60),
        },
        found,
        key="heads_roles",
    )


def draw_uses(view: View, layer: int) -> None:
    """The three attentions of one layer with the recorded tensors they are made from."""
    text, translation = view.text, view.translation
    kinds: dict[Kind, tuple[str, str]] = {
        "encoder": (text("words.kind_encoder"), text("heads.mask_all")),
        "decoder": (text("words.kind_decoder"), text("heads.mask_past")),
        "cross": (text("words.kind_cross"), text("heads.mask_source")),
    }
    rows = []
    for kind, (name, visible) in kinds.items():
        layers = translation.attention(kind).shape[0]
        prefix = prefix_of(kind, min(layer, layers - 1))
        trace = translation.trace
        x, memory = (f"{name} {trace[name].shape}" for name in inputs_of(trace, prefix))
        shape = str((1, *trace[f"{prefix}.weights"].shape))
        rows.append({"use": name, "q": x, "k": memory, "mask": visible, "shape": shape})
    with chapter.figure(text("heads.uses"), text("heads.uses_line")):
        show_table(
            text("heads.uses_alt"),
            {
                "use": text("heads.col_use"),
                "q": text("heads.col_queries"),
                "k": text("heads.col_keys"),
                "mask": text("heads.col_mask"),
                "shape": text("heads.col_shape"),
            },
            rows,
            key="heads_uses",
        )
