"""The chapter's question: the multiplications of self-attention for twice the length."""

from __future__ import annotations

from explainer.analysis.layer_costs import Shape, multiply_adds
from explainer.chapters.complexity.cost import FIRST_D, FIRST_N
from explainer.frame.view import View
from explainer.lessons.parts import Values


def ask(_: View) -> Values:
    """Ask by what factor self-attention's multiplications grow if the text is twice as long."""
    shapes = [Shape(n, FIRST_D) for n in (FIRST_N, 2 * FIRST_N)]
    before, after = (multiply_adds("attention", shape) for shape in shapes)
    recurrent, recurrent_after = (multiply_adds("recurrent", shape) for shape in shapes)
    told = {"before": f"{before:,}", "after": f"{after:,}", "times": after / before}
    other = {"recurrent": f"{recurrent:,}", "recurrent_after": f"{recurrent_after:,}"}
    times = f"{recurrent_after / recurrent:g}"
    sizes = {"n": FIRST_N, "n_too": 2 * FIRST_N, "longer": 2, "d": FIRST_D}
    return {**sizes, **told, **other, "recurrent_times": times}
