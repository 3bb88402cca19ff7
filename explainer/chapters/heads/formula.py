"""The clicked cell of the map as a formula with numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from explainer.analysis.cell import HeadTensors
from explainer.analysis.maps import SelectedMap
from explainer.chapters.heads.maps import Arrays, Figure, head_of
from explainer.frame.formula import number, tones
from explainer.frame.maps import Cell
from explainer.frame.view import View
from explainer.text import Text

TERMS = 8  # a longer sum is written with its first terms and dots


def equations(view: View, arrays: Arrays, figure: Figure, cell: Cell) -> list[str]:
    """Return formulas of the clicked cell (or its mean over words or heads) and renormalisation."""
    text, shown = view.text, figure.shown
    head = head_of(view.translation, figure)
    queries, keys = shown.row_groups[cell[0]], shown.key_groups[cell[1]]
    colours = tones(view.dark)
    lines: list[str] = []
    if head is not None and len(queries) == len(keys) == 1:
        lines += _attention_lines(text, colours, head, (queries[0], keys[0]))
    elif figure.choice.options.words:
        lines += _word_line(text, colours, arrays, figure, cell)
    else:
        lines += _combined_line(text, colours, arrays, figure, (queries[0], keys[0]))
    if figure.choice.options.hide and not shown.empty[cell[0]]:
        lines += _renormalised_line(text, colours, shown, cell)
    return lines


def _weight(tones: Mapping[str, str], value: float) -> str:
    return rf"\textcolor{{{tones['weight']}}}{{\mathbf{{{value:.3f}}}}}"


def _attention_lines(
    text: Text, tones: Mapping[str, str], head: HeadTensors, cell: Cell
) -> list[str]:
    numbers = head.cell(*cell)
    q = rf"\textcolor{{{tones['q']}}}{{q}}"
    k = rf"\textcolor{{{tones['k']}}}{{k}}"
    score, weight = text("words.tex_score"), text("words.tex_weight")
    return [
        rf"\text{{{score}}} = \frac{{{q} \cdot {k}}}{{\sqrt{{d_k}}}}"
        rf" = \frac{{{number(numbers.dot)}}}{{{number(numbers.root)}}} = {number(numbers.score)}",
        rf"\text{{{weight}}} = \frac{{e^{{\text{{{score}}}}}}}{{\sum e^{{\text{{{score}}}}}}}"
        rf" = \frac{{{number(numbers.numerator)}}}{{{number(numbers.denominator)}}}"
        rf" = {_weight(tones, numbers.weight)}",
    ]


def _sum(values: Sequence[float]) -> str:
    shown = [f"{value:.3f}" for value in values[:TERMS]]
    return " + ".join([*shown, r"\cdots"] if len(values) > TERMS else shown)


def _word_line(
    text: Text, tones: Mapping[str, str], arrays: Arrays, figure: Figure, cell: Cell
) -> list[str]:
    """Return W = 1/|i| * sum of the token weights (before hiding)."""
    queries, keys = figure.shown.row_groups[cell[0]], figure.shown.key_groups[cell[1]]
    weights = figure.tokens(arrays)
    terms = [float(weights[q, k]) for q in queries for k in keys]
    return [
        rf"\text{{{text('heads.tex_word')}}} = \frac{{1}}{{{len(queries)}}}"
        rf"\left({_sum(terms)}\right) = {_weight(tones, sum(terms) / len(queries))}"
    ]


def _combined_line(
    text: Text, tones: Mapping[str, str], arrays: Arrays, figure: Figure, cell: Cell
) -> list[str]:
    """Return the mean over heads with one term per head, or the rollout of the cell."""
    options = figure.choice.options
    value = float(figure.tokens(arrays)[cell])
    if options.combine == "rollout":
        name, layer = text("heads.tex_rollout"), options.layer + 1
        if options.kind == "cross":
            product = rf"\bar{{C}}_{{{layer}}} \, R_{{L}}"
        else:
            product = (
                rf"\prod_{{l=1}}^{{{layer}}}"
                r"\left(\tfrac{1}{2}\bar{A}_l + \tfrac{1}{2}I\right)"
            )
        return [rf"\text{{{name}}} = \left[{product}\right]_{{q,k}} = {_weight(tones, value)}"]
    layer_weights = arrays[options.kind][options.layer]
    n_heads = layer_weights.shape[0]
    heads = range(n_heads) if options.combine == "mean" else options.heads
    terms = [float(layer_weights[(head, *cell)]) for head in heads]
    return [
        rf"\text{{{text('heads.tex_mean')}}} = \frac{{{_sum(terms)}}}{{{len(terms)}}}"
        rf" = {_weight(tones, value)}"
    ]


def _renormalised_line(
    text: Text, tones: Mapping[str, str], shown: SelectedMap, cell: Cell
) -> list[str]:
    """Return the renormalised cell: divided by the row's remaining weight."""
    value, hidden = float(shown.weights[cell]), float(shown.hidden[cell[0]])
    name, gone = text("heads.tex_renormalised"), text("heads.tex_hidden")
    return [
        rf"\text{{{name}}} = \frac{{w}}{{1 - \text{{{gone}}}}}"
        rf" = \frac{{{value * (1.0 - hidden):.3f}}}{{1 - {hidden:.3f}}} = {_weight(tones, value)}"
    ]
