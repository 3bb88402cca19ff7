"""The stationery shop: a table the reader may change, a hard and a soft look-up in it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd
import streamlit as st

from explainer.analysis.lookup import (
    GOODS,
    PRICES,
    PRINTED_VALUE,
    PRINTED_WEIGHTS,
    SIMILARITIES,
    SoftLookup,
    hard_lookup,
    implied_range,
    implied_similarities,
    soft_lookup,
)
from explainer.charts.lookup import key_bars
from explainer.frame import address, chapter, choices
from explainer.frame.formula import coloured, number, tones
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.text import Text

MOST_ROWS: Final = 12
TOP_VALUE: Final = 1_000_000.0
TOP_SIMILARITY: Final = 20.0
LONGEST_KEY: Final = 20  # characters
TERMS: Final = 6  # a longer sum is written with its first terms and dots
GOOD: Final = "lookup_good"  # session: the last table that could be used
QUERY: Final = "lookup_query"


@dataclass(frozen=True)
class Shop:
    """A usable table: one entry a key."""

    keys: tuple[str, ...]
    values: tuple[float, ...]
    similarities: tuple[float, ...]


def first_shop(text: Text) -> Shop:
    """The worked example."""
    names = text.each("lookup.*", "pencil", "mechanical", "notebook", "scissors", "ruler")
    return Shop(tuple(names[good] for good in GOODS), PRICES, SIMILARITIES)


def read_table(text: Text, frame: pd.DataFrame) -> tuple[Shop | None, str]:
    """The table as numbers, or None and what is wrong with it. A browser may send anything."""
    if not len(frame):
        return None, text("lookup.empty_table")
    if len(frame) > MOST_ROWS:
        return None, text("lookup.too_many", most=MOST_ROWS, found=len(frame))
    keys: list[str] = []
    numbers: list[tuple[float, float]] = []
    for row, (key, value, similarity) in enumerate(
        zip(frame["key"], frame["value"], frame["similarity"], strict=True), start=1
    ):
        pair = _number(value, 0.0, TOP_VALUE), _number(similarity, -TOP_SIMILARITY, TOP_SIMILARITY)
        if pair[0] is None:
            return None, text("lookup.bad_value", row=row, most=f"{TOP_VALUE:,.0f}")
        if pair[1] is None:
            return None, text("lookup.bad_similarity", row=row, most=f"{TOP_SIMILARITY:g}")
        keys.append("" if pd.isna(key) else str(key)[:LONGEST_KEY])
        numbers.append((pair[0], pair[1]))
    return Shop(tuple(keys), tuple(v for v, _ in numbers), tuple(s for _, s in numbers)), ""


def _number(cell: Any, low: float, high: float) -> float | None:
    try:
        found = float(cell)
    except (TypeError, ValueError):
        return None
    return found if math.isfinite(found) and low <= found <= high else None


def draw_dictionary(view: View) -> Shop:
    """The table beside what it answers, then formula, shapes and code."""
    text = view.text
    with chapter.figure(text("lookup.shop"), text("lookup.shop_line")):
        left, right = st.columns([0.44, 0.56], gap="large")
        with left:
            shop = _table(text)
            sharpness = choices.real_number(
                text,
                "lookup_sharpness",
                text("lookup.sharpness"),
                (0.0, 10.0, 0.1),
                1.0,
                text("lookup.sharpness_help"),
            )
        found = soft_lookup(shop.similarities, shop.values, sharpness)
        with left:
            _hard(text, shop)
        with right:
            _soft(view, shop, found)
    numbers, shapes = st.columns(2, gap="large")
    with numbers:
        chapter.formula(text, _equations(view, shop, found, sharpness))
    with shapes:
        count = (len(shop.keys),)
        rows = [("similarity", "n", count), ("weights", "n", count), ("values", "n", count)]
        chapter.shapes(text, rows, text("lookup.shop_shapes"), own="n")
        chapter.code(text, "explainer.analysis.lookup", "softmax")
    return shop


def _table(text: Text) -> Shop:
    """The editor, and the last table that could be used when this one cannot."""
    start = first_shop(text)
    frame = pd.DataFrame(
        {"key": start.keys, "value": start.values, "similarity": start.similarities}
    )
    columns = st.column_config
    edited = st.data_editor(
        frame,
        num_rows="dynamic",
        hide_index=True,
        key="lookup_table",
        alt=text("lookup.table_alt"),
        column_config={
            "key": columns.TextColumn(text("lookup.key"), max_chars=LONGEST_KEY),
            "value": columns.NumberColumn(
                text("lookup.value"), min_value=0.0, max_value=TOP_VALUE, format="localized"
            ),
            "similarity": columns.NumberColumn(
                text("lookup.similarity"),
                min_value=-TOP_SIMILARITY,
                max_value=TOP_SIMILARITY,
                format="%.2f",
            ),
        },
    )
    st.caption(
        text(
            "lookup.table_line",
            most=MOST_ROWS,
            similarity=f"{TOP_SIMILARITY:g}",
            value=f"{TOP_VALUE:,.0f}",
        )
    )
    shop, problem = read_table(text, edited)
    if shop is None:
        st.warning(problem, icon=":material/edit:")
        kept: Shop = st.session_state.get(GOOD, start)
        return kept
    st.session_state[GOOD] = shop
    return shop


def _hard(text: Text, shop: Shop) -> None:
    """A Python dictionary and the query: the value of the very key, or a KeyError."""
    st.subheader(text("lookup.hard"), anchor=False)
    address.seed(QUERY, text("lookup.pen"), _short)
    query = st.text_input(
        text("lookup.query"), max_chars=LONGEST_KEY, key=QUERY, autocomplete="off"
    )
    address.keep(QUERY, query, text("lookup.pen"))
    table = dict(zip(shop.keys, shop.values, strict=True))
    answer = hard_lookup(table, query)
    shown = f"KeyError: {query!r}" if answer is None else f"{answer:,.2f}"
    session = f">>> prices[{query!r}]\n{shown}"
    st.code(session, language=None, wrap_lines=True)
    st.caption(text("lookup.hard_miss") if answer is None else text("lookup.hard_hit"))
    if len(table) < len(shop.keys):
        st.caption(text("lookup.duplicate"))


def _short(written: str) -> str | None:
    return written if len(written) <= LONGEST_KEY else None


def _soft(view: View, shop: Shop, found: SoftLookup) -> None:
    """Two columns of bars: how much of each key, and what it adds."""
    text = view.text
    st.subheader(text("lookup.soft"), anchor=False)
    st.caption(text("lookup.soft_weights"))
    chapter.chart(
        key_bars(
            labels=shop.keys,
            values=found.weights,
            notes=[f"{w:.4f}" for w in found.weights],
            colour="weight",
            value_title=text("words.weight"),
            label_title=text("lookup.key"),
            dark=view.dark,
            reach=1.0,
        ),
        text("lookup.weights_alt", count=len(shop.keys)),
        "lookup_weights",
    )
    st.caption(text("lookup.soft_parts"))
    notes = [
        f"{w:.4f} × {v:,.0f} = {p:,.2f}"
        for w, v, p in zip(found.weights, shop.values, found.parts, strict=True)
    ]
    chapter.chart(
        key_bars(
            labels=shop.keys,
            values=found.parts,
            notes=notes,
            colour="v",
            value_title=text("lookup.part"),
            label_title=text("lookup.key"),
            dark=view.dark,
            reach=max(shop.values),
        ),
        text("lookup.parts_alt", value=f"{found.value:,.2f}"),
        "lookup_parts",
    )
    st.metric(text("lookup.answer"), f"{found.value:,.2f}")


def _equations(view: View, shop: Shop, found: SoftLookup, sharpness: float) -> list[str]:
    colours = tones(view.dark)
    best = int(found.weights.argmax())
    weight, value = coloured(colours, "weight", "w_j"), coloured(colours, "v", "v_j")
    beta = "" if sharpness == 1 else rf"{sharpness:g} \cdot "
    terms = [
        rf"{coloured(colours, 'weight', f'{w:.4f}')} \cdot {coloured(colours, 'v', f'{v:g}')}"
        for w, v in zip(found.weights[:TERMS], shop.values[:TERMS], strict=True)
    ]
    lines = [" + ".join(terms[at : at + 2]) for at in range(0, len(terms), 2)]
    total = r" \\[3pt] & \quad + ".join(lines)  # two terms a line fit a phone
    more = r" + \cdots" if len(shop.keys) > TERMS else ""
    symbol = r"\beta s" if sharpness != 1 else "s"
    return [
        rf"{coloured(colours, 'weight', f'w_{best + 1}')} = "
        rf"\frac{{e^{{{symbol}_{best + 1}}}}}{{\sum_l e^{{{symbol}_l}}}} = "
        rf"\frac{{e^{{{beta}{shop.similarities[best]:g}}}}}{{{number(found.denominator)}}} = "
        rf"\frac{{{number(found.numerators[best])}}}{{{number(found.denominator)}}} = "
        rf"{coloured(colours, 'weight', f'{found.weights[best]:.4f}')}",
        rf"u = \textstyle\sum_j {weight} {value} = {total}{more} \\[3pt] & = "
        rf"\mathbf{{{found.value:.2f}}}",
    ]


def draw_printed(view: View, _: Shop) -> None:
    """Printed numbers that are no softmax: which similarities they would need, and their sums."""
    text = view.text
    shop = first_shop(text)
    found = soft_lookup(SIMILARITIES, PRICES)
    anchor = int(np.argmax(SIMILARITIES))
    needed = implied_similarities(PRINTED_WEIGHTS, anchor, SIMILARITIES[anchor])
    low, high = implied_range(PRINTED_WEIGHTS, anchor, SIMILARITIES[anchor])
    fits = (low <= np.array(SIMILARITIES)) & (np.array(SIMILARITIES) <= high)
    st.markdown(text("lookup.mistake_line"))
    show_table(
        text("lookup.mistake_alt"),
        {
            "key": Column(text("lookup.key"), list(shop.keys), width=70),
            "given": Column(text("lookup.similarity"), list(SIMILARITIES), "%.1f", width=65),
            "softmax": Column(text("lookup.col_softmax"), found.weights, "%.4f", width=75),
            "printed": Column(text("lookup.col_printed"), list(PRINTED_WEIGHTS), "%.3f", width=60),
            "range": Column(
                text("lookup.col_range"),
                [
                    f"{'✓' if inside else '✗'} {a:.3f}…{b:.3f}"
                    for a, b, inside in zip(low, high, fits, strict=True)
                ],
                width=125,
            ),
            "needed": Column(text("lookup.col_needed"), needed, "%.3f", width=70),
        },
    )
    again = float(np.dot(PRINTED_WEIGHTS, PRICES))
    st.markdown(
        text(
            "lookup.mistake_end",
            total=f"{sum(PRINTED_WEIGHTS):.3f}",
            again=f"{again:,.2f}",
            printed=f"{PRINTED_VALUE:,.2f}",
            right=f"{found.value:,.2f}",
            outside=int((~fits).sum()),
            count=len(fits),
        )
    )
