"""First figure: one token attends through all heads of a layer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.cell import head_tensors
from explainer.analysis.head_disagreement import disagreement
from explainer.analysis.head_roles import GAIN_THRESHOLD, HeadRole, Kind
from explainer.analysis.multi_head import head_fact, strongest_key
from explainer.chapters.heads.state import LIT, Choice, Heads, choose_map, is_lit
from explainer.drawings import Choice as Pressed
from explainer.drawings import cell_in, drawing, place_in, rounded
from explainer.frame import chapter
from explainer.frame.maps import Cell
from explainer.frame.pickers import HEAD, ROW, move, sides
from explainer.frame.roles import role_line, role_names, short_names
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.runs.roles import head_roles
from explainer.text import Text
from explainer.text.numbers import percent
from explainer.translation import Translation

MOST: Final = 20_000  # cells of the small maps
FULL: Final = 12_000  # weights that travel; of more the chosen row alone is drawn


def draw_attention_lines(view: View, chosen: Heads) -> None:
    """Draw the attention lines of the chosen row."""
    text, translation = view.text, view.translation
    data = looks_data(text, translation, chosen)

    def choose(choice: Pressed) -> None:
        row, head = (
            place_in(choice, name, len(data[all]))
            for name, all in (("row", "tokens"), ("lit", "roles"))
        )
        if row is not None:
            move(ROW, row)
        if head is not None:
            move(HEAD, head)
        if "lit" in choice:
            st.session_state[LIT] = head is not None

    drawing(
        "heads/headfan",
        data,
        words=text.section("heads.headfan"),
        key="heads_fan",
        chosen={"row": chosen.row, "lit": chosen.head if is_lit() else None},
        on_choice=choose,
        blank=_blank,
    )


def looks_data(text: Text, translation: Translation, chosen: Heads) -> dict[str, Any]:
    """Return the drawing's data for the chosen row, in every head of the layer."""
    roles = head_roles(translation, chosen.kind)[chosen.layer]
    rows, keys = sides(translation, chosen.kind, chosen.kind == "cross")
    names = short_names(text)
    return {
        **fan_data(translation.attention(chosen.kind)[chosen.layer], chosen.row),
        "kind": chosen.kind,
        "layer": chosen.layer,
        "head": chosen.head,
        "tokens": list(rows.tokens),
        "names": row_phrases(text, translation, chosen.kind),
        "keys": list(keys.tokens),
        "kinds": [role.role for role in roles],
        "roles": [names[role.role] for role in roles],
        "told": [
            role_sentence(text, translation, chosen, head, role) for head, role in enumerate(roles)
        ],
    }


def fan_data(weights: NDArray[np.floating], row: int) -> dict[str, Any]:
    """Return the drawing's data from a layer's (H, Q, K) weights; of a long text only `row`.

    With the heads' disagreement, and the largest number of tokens attended to.
    """
    by_row = weights.swapaxes(0, 1)
    shown = range(len(by_row)) if weights.size <= FULL else [row]
    return {
        "row": row,
        "rows": [rounded(one) if at in shown else None for at, one in enumerate(by_row)],
        "nats": rounded(disagreement(weights)),
        "places": [len(set(one.argmax(axis=-1).tolist())) for one in by_row],
    }


def _blank(data: Mapping[str, Any]) -> dict[str, Any]:
    """Hide the answer: tokens and numbered heads without weights."""
    none = [0] * len(data["rows"])
    heads = {name: [""] * len(data["roles"]) for name in ("kinds", "roles", "told")}
    hidden = {"rows": [None] * len(none), "nats": none, "places": none, "offers": data["keys"]}
    return {**data, **heads, **hidden}


def draw_grid(view: View, chosen: Heads, choice: Choice) -> None:
    """Draw maps of all layers x heads with their roles, clickable, and a table."""
    text, options = view.text, choice.options
    data = grid_data(text, view.translation, chosen.kind)
    layers, heads = len(data["told"]), len(data["told"][0])

    def choose(pressed: Pressed) -> None:
        pair = cell_in(pressed.get("at"), [heads] * layers)
        if pair is not None:
            choose_map(pair, chosen)

    drawing(
        "heads/headgrid",
        data,
        words=text.section("heads.headgrid"),
        key="heads_grid",
        chosen={"at": [options.layer, choice.head], "framed": tile_heads(choice, heads)},
        on_choice=choose,
        blank=_empty,
    )
    _table(view, chosen, head_roles(view.translation, chosen.kind)[chosen.layer])


def grid_data(text: Text, translation: Translation, kind: Kind) -> dict[str, Any]:
    """Return the drawing's data of all heads: small maps and roles."""
    weights = translation.attention(kind)
    roles = head_roles(translation, kind)
    names, keys = short_names(text), sides(translation, kind)[1].tokens
    captions = [
        [
            text("heads.mostly", token=keys[role.favourite].lstrip("▁") or "▁")
            if role.role == "mixed"
            else names[role.role]
            for role in layer
        ]
        for layer in roles
    ]
    return {
        "maps": small_maps(weights),
        "captions": captions,
        "kinds": [[role.role for role in layer] for layer in roles],
        "told": [[role_line(text, role, keys) for role in layer] for layer in roles],
    }


def small_maps(weights: NDArray[np.floating], most: int = MOST) -> list[list[list[list[int]]]]:
    """Return (L, H, Q, K) weights in percent, max-pooled 2 x 2 until at most `most`."""
    while weights.size > most and max(weights.shape[2:]) > 1:
        layers, heads, rows, columns = weights.shape
        even = np.pad(weights, ((0, 0), (0, 0), (0, rows % 2), (0, columns % 2)))
        weights = even.reshape(layers, heads, -(-rows // 2), 2, -(-columns // 2), 2).max((3, 5))
    percents: list[list[list[list[int]]]] = np.rint(100 * weights).astype(int).tolist()
    return percents


def _empty(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the grid without maps and roles."""
    none = [[""] * len(layer) for layer in data["told"]]
    return {**data, "maps": None, "captions": none, "kinds": none, "told": none}


def tile_heads(choice: Choice, n_heads: int) -> list[Cell]:
    """Return (layer, head) of every small map that contributes to the large one."""
    options, everything = choice.options, range(n_heads)
    if options.combine == "rollout" and options.kind != "cross":
        return [(layer, head) for layer in range(options.layer + 1) for head in everything]
    heads = everything if options.combine in ("mean", "rollout") else options.heads
    return [(options.layer, head) for head in heads]


def row_phrases(text: Text, translation: Translation, kind: str) -> list[str]:
    """Name every row in a sentence: the token read, last written, or about to be."""
    tokens = {
        "encoder": translation.source.tokens,
        "decoder": translation.fed_tokens,
        "cross": translation.predicted_tokens,
    }[kind]
    asks = {
        "encoder": lambda token: text("heads.asks_encoder", token=token),
        "decoder": lambda token: text("heads.asks_decoder", token=token),
        "cross": lambda token: text("heads.asks_cross", token=token),
    }[kind]
    return [asks(token) for token in tokens]


def role_sentence(
    text: Text, translation: Translation, chosen: Heads, head: int, role: HeadRole
) -> str:
    """Describe a head's weight in the chosen row and its role in the sentence."""
    keys = sides(translation, chosen.kind)[1].tokens
    look = strongest_key(head_tensors(translation.trace, chosen.prefix, head), chosen.row)
    here = text(
        "heads.fetched",
        head=head + 1,
        token=keys[look.key],
        weight=f"{look.weight:.2f}",
        share=percent(look.share, 0),
    )
    return f"{here} {text('heads.whole')} {role_line(text, role, keys)}"


def _table(view: View, chosen: Heads, roles: tuple[HeadRole, ...]) -> None:
    """Draw the layer's heads as a table, the text alternative of the figure."""
    text, translation = view.text, view.translation
    table = chapter.table(text("words.table"), "heads_table")
    if not table.open:
        return
    keys, names = sides(translation, chosen.kind)[1].tokens, role_names(text)
    mask = translation.trace[f"{chosen.prefix}.mask"]
    rows = []
    for head, role in enumerate(roles):
        tensors = head_tensors(translation.trace, chosen.prefix, head)
        look = strongest_key(tensors, chosen.row)
        rows.append(
            {
                "head": head + 1,
                "role": names[role.role],
                "score": role.score,
                "even": head_fact(tensors.weights, mask[head]).evenness,
                "key": keys[look.key],
                "weight": look.weight,
                "share": look.share,
            }
        )
    with table:
        st.caption(text("words.role_help", threshold=GAIN_THRESHOLD))
        show_table(
            text("heads.headfan.name", layer=chosen.layer + 1),
            {
                "head": Column(text("heads.col_head"), width=50),
                "role": text("heads.col_role"),
                "score": Column(text("heads.col_score"), form="%.2f", width=60),
                "even": Column(
                    text("heads.col_even"), form="%.2f", help=text("heads.col_even_help"), width=80
                ),
                "key": text("heads.col_key"),
                "weight": Column(text("heads.col_weight"), form="%.2f", width=60),
                "share": Column(text("heads.col_share"), form="%.2f", width=90),
            },
            rows,
            key="heads_roles",
        )
