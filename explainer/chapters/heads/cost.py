"""Cost of several heads: multiplications, parameters, and the model's own count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import streamlit as st

from explainer.analysis.multi_head import Cost, attention_parameters, cost, parameter_count
from explainer.chapters.heads.state import Heads
from explainer.charts.bars import BarStyle, Series, bars
from explainer.charts.figure import Figure
from explainer.frame import chapter
from explainer.frame.choices import Field
from explainer.frame.formula import aligned, thousands
from explainer.frame.params import whole
from explainer.frame.pickers import KINDS
from explainer.frame.symbols import SYMBOLS
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.runs.resources import weights
from explainer.text import Text
from explainer.text.numbers import percent
from explainer.translation import prefix_of

D = SYMBOLS["d_model"]
PARAMETERS = rf"3 d_k ({D}+1) H + {D} (d_k H + 1)"  # of one attention, with its biases
SHORT = rf"4 {D} ({D}+1)"  # the same where H heads share d_model
COSTS = BarStyle(stacked=True, axis=True, form=",", axis_form="~s")
WIDTH, DIMS, COUNT = Field("heads_width"), Field("heads_dims"), Field("heads_count")
LARGEST = {WIDTH: 16_384, DIMS: 16_384, COUNT: 256}  # what may be typed
NARROW = 260  # pixels


@dataclass(frozen=True)
class Sizes:
    """The typed sizes: d_model, d_k and the number of heads."""

    width: int
    dims: int
    count: int

    @property
    def joined(self) -> int:
        """Width of all heads concatenated."""
        return self.dims * self.count


@chapter.panel
def draw_price(view: View, chosen: Heads) -> None:
    """Compare one wide head, H narrow ones and H wide ones; only the last cost H times as much."""
    text, translation = view.text, view.translation
    heads, queries, dims = translation.trace[f"{chosen.prefix}.q"].shape
    keys = translation.trace[f"{chosen.prefix}.k"].shape[1]
    with chapter.figure(text("heads.price"), text("heads.price_line")):
        sizes = _sizes(text, Sizes(heads * dims, dims, heads))
        _draw_count(text, sizes)
        ways = {
            text("heads.way_one", width=sizes.joined): (1, sizes.joined),
            text("heads.way_many", dims=sizes.dims, heads=sizes.count): (sizes.count, sizes.dims),
            text("heads.way_wide", width=sizes.joined, heads=sizes.count): (
                sizes.count,
                sizes.joined,
            ),
        }
        costs = [cost(queries, keys, n, p, sizes.width) for n, p in ways.values()]
        left, right = st.columns([0.55, 0.45], gap="large")
        with left:
            chapter.chart(
                _price_chart(view, list(ways), costs),
                text("heads.costs_alt", heads=sizes.count),
            )
        rows = [
            {
                "way": name,
                "parameters": attention_parameters(n, p, sizes.width),
                "multiplications": c.total,
                "exponents": c.exponents,
            }
            for (name, (n, p)), c in zip(ways.items(), costs, strict=True)
        ]
        with right:
            _price_table(text, rows)
        st.caption(text("heads.price_note", queries=queries, keys=keys))


def _price_chart(view: View, names: list[str], costs: Sequence[Cost]) -> Figure:
    text = view.text
    parts = [
        (text("heads.part_project"), [c.project for c in costs], "residual"),
        (text("heads.part_scores"), [c.scores for c in costs], "weight"),
        (text("heads.part_values"), [c.values for c in costs], "v"),
        (text("heads.part_out"), [c.out for c in costs], "primary"),
    ]
    return bars(
        labels=names,
        series=[Series(*part) for part in parts],
        look=replace(COSTS, series_title=text("heads.part")),
        label_title=text("heads.way"),
        value_title=text("heads.multiplications"),
        dark=view.dark,
    )


def _sizes(text: Text, own: Sizes) -> Sizes:
    """Draw number fields for the three sizes, by default the model's own."""
    with st.container(horizontal=True, vertical_alignment="top", gap="medium"):
        width = _number_field(text, WIDTH, own.width)
        count = _number_field(text, COUNT, own.count)
        narrow = width // count if width % count == 0 else own.dims
        return Sizes(width, _number_field(text, DIMS, narrow), count)


def _number_field(text: Text, field: Field, usual: int) -> int:
    """Draw a number field; after an invalid input, a message, and return the default."""
    most = LARGEST[field]
    with st.container(width=NARROW, gap="small"):
        written = field.draw(text, str(usual)).strip()
        if whole(1, most)(written):
            return int(written)
        st.warning(text("heads.not_a_size", label=text(field.key), most=f"{most:,}", usual=usual))
    return usual


def _draw_count(text: Text, sizes: Sizes) -> None:
    """Draw the parameter count for the typed sizes, and check the short formula."""
    total = attention_parameters(sizes.count, sizes.dims, sizes.width)
    st.latex(aligned(counting(sizes.count, sizes.dims, sizes.width)))
    line = "heads.short_holds" if sizes.joined == sizes.width else "heads.short_fails"
    short = 4 * sizes.width * (sizes.width + 1)
    st.caption(
        text(
            line,
            formula=f"${SHORT}$",
            short=f"{short:,}",
            total=f"{total:,}",
            joined=f"{sizes.joined:,}",
            width=f"{sizes.width:,}",
        )
    )


def _price_table(text: Text, rows: list[dict[str, object]]) -> None:
    numbers = {
        "parameters": text("heads.col_parameters"),
        "multiplications": text("heads.multiplications"),
        "exponents": text("heads.col_exponents"),
    }
    columns = {name: Column(title, form="localized") for name, title in numbers.items()}
    columns["way"] = Column(text("heads.way"))
    show_table(text("heads.price_alt"), columns, rows, key="heads_price")


def equations(heads: int, dims: int) -> list[str]:
    """Return the parameter formula with the model's numbers, and the width it assumes."""
    d_model = SYMBOLS["d_model"]
    width = heads * dims
    return [
        r"\text{head}_i = \text{softmax}\!\left(\frac{Q_i K_i^\top}{\sqrt{d_k}}\right) V_i",
        r"\text{MultiHead} = \left[\text{head}_1; \dots; \text{head}_H\right] W_O + b_O",
        rf"{d_model} = H \cdot d_k = {heads} \cdot {dims} = {width}",
        counting(heads, dims, width),
    ]


def counting(heads: int, dims: int, width: int) -> str:
    """Return the parameter formula with numbers."""
    total = attention_parameters(heads, dims, width)
    return (
        rf"\#\theta = {PARAMETERS}"
        rf" = 3 \cdot {dims} \cdot {width + 1} \cdot {heads}"
        rf" + {width} \cdot {heads * dims + 1}"
        rf" = {thousands(total)}"
    )


def draw_own(view: View) -> None:
    """Draw formula and actual parameter count for each layer."""
    translation = view.translation
    text, total = view.text, 0
    rows: list[dict[str, object]] = []
    for kind in KINDS:
        for layer in range(translation.attention(kind).shape[0]):
            prefix = prefix_of(kind, layer)
            heads, _, dims = translation.trace[f"{prefix}.q"].shape
            counted = parameter_count(weights(view.translator_name, prefix))
            total += counted
            expected = attention_parameters(heads, dims, heads * dims)
            rows.append(
                {
                    "part": prefix,
                    "formula": expected,
                    "counted": counted,
                    "same": chapter.SIGNS[expected == counted],
                }
            )
    with chapter.figure(
        text("heads.own"), text("heads.own_line", formula=f"${PARAMETERS}$", short=f"${SHORT}$")
    ):
        show_table(
            text("heads.own_alt"),
            {
                "part": text("heads.col_part"),
                "formula": Column(text("heads.col_formula"), form="localized"),
                "counted": Column(text("heads.col_counted"), form="localized"),
                "same": Column(text("heads.col_same"), width=70),
            },
            rows,
            key="heads_own",
        )
        everything = int(view.card["parameters"])
        st.caption(
            text(
                "heads.own_sum",
                count=len(rows),
                total=f"{total:,}",
                all=f"{everything:,}",
                share=percent(total / everything),
            )
        )
