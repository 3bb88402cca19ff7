"""What several heads cost: multiplications, parameters, and the model's own count."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from explainer.analysis.multi_head import attention_parameters, cost, divisors, own_count
from explainer.chapters.heads.cut import Heads
from explainer.charts.bars import Look, Series, bars
from explainer.frame import chapter, choices
from explainer.frame.formula import thousands
from explainer.frame.pickers import KINDS
from explainer.frame.symbols import SYMBOLS
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.runs.resources import weights
from explainer.text import Text
from explainer.translation import prefix_of

D = SYMBOLS["d_model"]
PARAMETERS = rf"3 d_k ({D}+1) H + {D} (d_k H + 1)"  # of one attention, with its biases
SHORT = rf"4 {D} ({D}+1)"  # the same where H heads share d_model
COSTS = Look(stacked=True, axis=True, form=",", axis_form="~s")
PAPER = (512, 8)  # width and heads of the base model, Vaswani et al. 2017, table 3


@chapter.panel
def draw_price(view: View, chosen: Heads) -> None:
    """One wide head, L narrow ones, and L wide ones: only the last costs L times as much."""
    text, translation = view.text, view.translation
    heads, queries, dims = translation.trace[f"{chosen.prefix}.q"].shape
    keys = translation.trace[f"{chosen.prefix}.k"].shape[1]
    with chapter.figure(text("heads.price"), text("heads.price_line")):
        width, count = _sizes(text, heads * dims, heads)
        narrow = width // count
        ways = {
            text("heads.way_one", width=width): (1, width),
            text("heads.way_many", dims=narrow, heads=count): (count, narrow),
            text("heads.way_wide", width=width, heads=count): (count, width),
        }
        found = [cost(queries, keys, n, p, width) for n, p in ways.values()]
        parts = [
            (text("heads.part_project"), [c.project for c in found], "residual"),
            (text("heads.part_scores"), [c.scores for c in found], "weight"),
            (text("heads.part_values"), [c.values for c in found], "v"),
            (text("heads.part_out"), [c.out for c in found], "primary"),
        ]
        figure = bars(
            labels=list(ways),
            series=[Series(*part) for part in parts],
            look=replace(COSTS, series_title=text("heads.part")),
            label_title=text("heads.way"),
            value_title=text("heads.multiplications"),
            dark=view.dark,
        )
        left, right = st.columns([0.55, 0.45], gap="large")
        with left:
            chapter.chart(figure, text("heads.costs_alt", heads=count))
        rows = [
            {
                "way": name,
                "parameters": attention_parameters(n, p, width),
                "multiplications": c.total,
                "exponents": c.exponents,
            }
            for (name, (n, p)), c in zip(ways.items(), found, strict=True)
        ]
        with right:
            _price_table(text, rows)
        st.caption(text("heads.price_note", queries=queries, keys=keys))


def _sizes(text: Text, own: int, heads: int) -> tuple[int, int]:
    """Width and number of heads to compare; only numbers that divide the width are there."""
    widths = {str(own): text("heads.width_own", width=own)}
    widths.setdefault(str(PAPER[0]), str(PAPER[0]))
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        width = int(choices.segments(text, "heads_width", text("heads.width"), widths, str(own)))
        counts = {str(n): str(n) for n in divisors(width)}
        usual = str(heads if width == own else PAPER[1])
        count = choices.select(text, "heads_count", text("heads.count"), counts, usual)
    return width, int(count)


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
    """The formula of the parameters with the model's numbers, and the width it rests on."""
    d_model = SYMBOLS["d_model"]
    width, total = heads * dims, attention_parameters(heads, dims, heads * dims)
    return [
        r"\text{head}_i = \text{softmax}\!\left(\frac{Q_i K_i^\top}{\sqrt{d_k}}\right) V_i",
        r"\text{MultiHead} = \left[\text{head}_1; \dots; \text{head}_H\right] W_O + b_O",
        rf"{d_model} = H \cdot d_k = {heads} \cdot {dims} = {width}",
        rf"\#\theta = {PARAMETERS}"
        rf" = 3 \cdot {dims} \cdot {width + 1} \cdot {heads} + {width} \cdot {width + 1}"
        rf" = {thousands(total)}",
    ]


def draw_own(view: View) -> None:
    """Layer by layer: the formula beside the numbers the model really has."""
    translation = view.translation
    text, total = view.text, 0
    rows: list[dict[str, object]] = []
    for kind in KINDS:
        for layer in range(translation.attention(kind).shape[0]):
            prefix = prefix_of(kind, layer)
            heads, _, dims = translation.trace[f"{prefix}.q"].shape
            counted = own_count(weights(view.translator_name, prefix))
            total += counted
            expected = attention_parameters(heads, dims, heads * dims)
            rows.append(
                {
                    "part": prefix,
                    "formula": expected,
                    "counted": counted,
                    "same": "✓" if expected == counted else "✗",
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
                share=f"{total / everything:.1%}",
            )
        )
