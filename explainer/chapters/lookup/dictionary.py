"""The shop example: an editable table with a hard and a soft look-up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

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
    soft_lookup,
)
from explainer.drawings import Choice, drawing
from explainer.frame import address, chapter
from explainer.frame.choices import Drawn, Slider
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.view import View
from explainer.text import Text

MOST_ROWS: Final = 12
TOP_VALUE: Final = 1_000_000.0
TOP_SIMILARITY: Final = 20.0
LONGEST_KEY: Final = 20  # characters
SHARPEST: Final = 10.0
TERMS: Final = 6  # a longer sum is written with its first terms and dots
GOOD: Final = "lookup_good"  # session: the last table that could be used
QUERY: Final = "lookup_query"


BASE: Final = "lookup_base"  # session: the table that the editor was given
EDITOR: Final = "lookup_editor"  # session: how many editors there were


@dataclass(frozen=True)
class Shop:
    """A valid table: keys, values and similarities."""

    keys: tuple[str, ...]
    values: tuple[float, ...]
    similarities: tuple[float, ...]


def first_shop(text: Text) -> Shop:
    """Return the worked example."""
    names = text.each("lookup.*", "pencil", "mechanical", "notebook", "scissors", "ruler")
    return Shop(tuple(names[good] for good in GOODS), PRICES, SIMILARITIES)


def read_table(text: Text, frame: pd.DataFrame) -> tuple[Shop | None, str]:
    """Parse the edited table; None and the problem if invalid. Untrusted input."""
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
        number = float(cell)
    except (TypeError, ValueError):
        return None
    return number if math.isfinite(number) and low <= number <= high else None


def draw_dictionary(view: View) -> Shop:
    """Draw the look-up, the folded table behind it, formula, shapes and code."""
    text = view.text
    with chapter.figure(text("lookup.shop"), text("lookup.shop_line")):
        place = st.container()
        shop, query = _table(text)
        sharpness = SHARPNESS.in_drawing(text)
        answer = soft_lookup(shop.similarities, shop.values, sharpness)
        with place:
            _balance(view, shop, sharpness, query)
    numbers, shapes = chapter.details()
    with numbers:
        chapter.formula(text, _equations(view, shop, answer, sharpness))
    with shapes:
        count = (len(shop.keys),)
        rows = [("similarity", "n", count), ("weights", "n", count), ("values", "n", count)]
        chapter.shapes(text, rows, text("lookup.shop_shapes"), own="n")
        chapter.code(text, "explainer.analysis.lookup", "softmax")
    return shop


def format_scores(scores: Sequence[float]) -> str:
    """Format similarities for the URL."""
    return ",".join(f"{score:g}" for score in scores)


def read_scores(written: str) -> tuple[float, ...]:
    """Parse similarities from the URL; empty if invalid."""
    try:
        scores = tuple(float(one) for one in written.split(","))
    except ValueError:
        return ()
    inside = all(-TOP_SIMILARITY <= one <= TOP_SIMILARITY for one in scores)
    return scores if inside and len(scores) <= MOST_ROWS else ()


def _balance(view: View, shop: Shop, sharpness: float, query: str) -> None:
    """Draw the look-up; the URL and the table follow when dragging ends."""
    text = view.text
    hard = hard_lookup(dict(zip(shop.keys, shop.values, strict=True)), query)

    def choose(choice: Choice) -> None:
        scores = choice.get("scores", shop.similarities)
        beta = choice.get("sharpness", sharpness)
        if is_valid_rest(scores, beta, len(shop.keys)):
            st.session_state[SCORES.name] = format_scores(scores)
            st.session_state[SHARPNESS.name] = float(beta)
            st.session_state.pop(BASE, None)

    drawing(
        "lookup/soft_lookup",
        {
            "keys": shop.keys,
            "values": shop.values,
            "query": query,
            "hard": hard,
            "sharpest": SHARPEST,
        },
        words=text.section("lookup.soft_lookup"),
        key="lookup_soft_lookup",
        chosen={"scores": shop.similarities, "sharpness": sharpness},
        on_choice=choose,
    )


def is_valid_rest(scores: object, sharpness: object, count: int) -> bool:
    """Validate what a browser sent: a similarity for each of `count` keys, and a sharpness."""
    if not isinstance(scores, list | tuple) or len(scores) != count:
        return False
    if any(type(one) not in (int, float) for one in (*scores, sharpness)):
        return False
    assert isinstance(sharpness, int | float)
    inside = all(-TOP_SIMILARITY <= one <= TOP_SIMILARITY for one in scores)
    return inside and 0 <= sharpness <= SHARPEST


SCORES = Drawn[str]("lookup_scores", lambda written: written if read_scores(written) else None)
SHARPNESS = Slider("lookup_sharpness", 0.0, SHARPEST, usual=1.0)


def _current(text: Text) -> Shop:
    """Return the table last used, with the similarities that were dragged."""
    shop: Shop = st.session_state.get(GOOD, first_shop(text))
    written = SCORES.in_drawing(text, format_scores(SIMILARITIES))
    scores = read_scores(written)
    return replace(shop, similarities=scores) if len(scores) == len(shop.keys) else shop


def _table(text: Text) -> tuple[Shop, str]:
    """Draw the fold to edit table and query; return the last valid ones."""
    shop = _current(text)
    query = address.seed_text(QUERY, text("lookup.pen"), _short)
    fold = chapter.fold(text("lookup.edit"), key="lookup_edit")
    if fold.open:
        with fold:
            query = st.text_input(
                text("lookup.query"), max_chars=LONGEST_KEY, key=QUERY, autocomplete="off"
            )
            typed, problem = read_table(text, _editor(text, shop))
        if typed is None:
            st.warning(problem, icon=":material/edit:")
        else:
            st.session_state[GOOD] = typed
            st.session_state[SCORES.name] = format_scores(typed.similarities)
            shop = _current(text)
    else:
        st.session_state.pop(BASE, None)
    address.keep(QUERY, query, text("lookup.pen"))
    return shop, query


def _editor(text: Text, shop: Shop) -> pd.DataFrame:
    """Return the table of the editor.

    It keeps the reader's edits while its input table is the same; after a similarity was dragged it
    is a new one.
    """
    if BASE not in st.session_state:
        st.session_state[EDITOR] = st.session_state.get(EDITOR, 0) + 1
        st.session_state[BASE] = shop
    base: Shop = st.session_state[BASE]
    frame = pd.DataFrame({"key": base.keys, "value": base.values, "similarity": base.similarities})
    columns = st.column_config
    edited: pd.DataFrame = st.data_editor(
        frame,
        num_rows="dynamic",
        hide_index=True,
        key=f"lookup_table_{st.session_state[EDITOR]}",
        alt=text("lookup.table_alt"),
        column_config={
            "key": columns.TextColumn(text("lookup.soft_lookup.key"), max_chars=LONGEST_KEY),
            "value": columns.NumberColumn(
                text("lookup.soft_lookup.value"),
                min_value=0.0,
                max_value=TOP_VALUE,
                format="localized",
            ),
            "similarity": columns.NumberColumn(
                text("lookup.soft_lookup.similarity"),
                min_value=-TOP_SIMILARITY,
                max_value=TOP_SIMILARITY,
                format="%.2f",
            ),
        },
    )
    limits = {"similarity": f"{TOP_SIMILARITY:g}", "value": f"{TOP_VALUE:,.0f}"}
    st.caption(text("lookup.table_line", most=MOST_ROWS, **limits))
    return edited


def _short(written: str) -> str | None:
    return written if len(written) <= LONGEST_KEY else None


def _equations(view: View, shop: Shop, answer: SoftLookup, sharpness: float) -> list[str]:
    colours = tones(view.dark)
    best = int(answer.weights.argmax())
    weight, value = in_colour(colours, "weight", "w_j"), in_colour(colours, "v", "v_j")
    beta = "" if sharpness == 1 else rf"{sharpness:g} \cdot "
    terms = [
        rf"{in_colour(colours, 'weight', f'{w:.4f}')} \cdot {in_colour(colours, 'v', f'{v:g}')}"
        for w, v in zip(answer.weights[:TERMS], shop.values[:TERMS], strict=True)
    ]
    lines = [" + ".join(terms[at : at + 2]) for at in range(0, len(terms), 2)]
    total = r" \\[3pt] & \quad + ".join(lines)  # two terms a line fit a phone
    more = r" + \cdots" if len(shop.keys) > TERMS else ""
    symbol = r"\beta s" if sharpness != 1 else "s"
    return [
        rf"{in_colour(colours, 'weight', f'w_{best + 1}')} = "
        rf"\frac{{e^{{{symbol}_{best + 1}}}}}{{\sum_l e^{{{symbol}_l}}}} = "
        rf"\frac{{e^{{{beta}{shop.similarities[best]:g}}}}}{{{number(answer.denominator)}}} = "
        rf"\frac{{{number(answer.numerators[best])}}}{{{number(answer.denominator)}}} = "
        rf"{in_colour(colours, 'weight', f'{answer.weights[best]:.4f}')}",
        rf"u = \textstyle\sum_j {weight} {value} = {total}{more} \\[3pt] & = "
        rf"\mathbf{{{answer.value:.2f}}}",
    ]


def draw_printed(view: View, _: Shop) -> None:
    """Show printed numbers that are not a softmax, and the right ones."""
    answer = soft_lookup(SIMILARITIES, PRICES)
    chapter.wrong(
        view.text,
        view.text(
            "lookup.mistake_line",
            printed=", ".join(f"{one:g}" for one in PRINTED_WEIGHTS),
            value=f"{PRINTED_VALUE:,.2f}",
            weights=", ".join(f"{one:.4f}" for one in answer.weights),
            right=f"{answer.value:,.2f}",
        ),
    )
