"""The formula of the selected step with the cell's numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from explainer.analysis.cell_steps import CellSteps, OutChannel, projection
from explainer.frame.formula import addends, in_colour, number, tones

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from explainer.text import Text

Lines = list[str]
ALWAYS = ("scale", "softmax")  # the cell's own two equations stay below the step's
TERMS = 5


def equations(
    text: Text,
    steps: CellSteps,
    stage: str,
    dim: int,
    out: OutChannel,
    parameters: Mapping[str, NDArray[np.float32]],
    dark: bool,
) -> Lines:
    """Return the step's equations, then the cell's score and weight, for `chapter.formula`."""
    tex = _Tex(text, steps, dim, dark)
    makers: dict[str, Callable[[], Lines]] = {
        "project": lambda: tex.project(parameters),
        "product": tex.product,
        "sum": tex.sum,
        "scale": tex.scale,
        "mask": tex.mask,
        "softmax": tex.softmax,
        "value": tex.value,
        "head": tex.head,
        "concat": tex.concat,
        "out": lambda: tex.out(out),
    }
    lines = makers[stage]()
    for name in ALWAYS:
        if name != stage:
            lines += makers[name]()
    return lines


def in_brackets(value: float) -> str:
    """Format a factor or summand, a negative one in brackets."""
    return bracketed(number(value))


def bracketed(shown: str) -> str:
    """Put a formatted number in brackets if it is negative."""
    return f"({shown})" if shown.startswith("-") else shown


class _Tex:
    """LaTeX of every step: "name = general form = numbers"."""

    def __init__(self, text: Text, steps: CellSteps, dim: int, dark: bool) -> None:
        self.text, self.steps, self.dim = text, steps, dim
        self.colours = tones(dark)
        self.index = dim + 1

    def ink(self, name: str, tex: str) -> str:
        return in_colour(self.colours, name, tex)

    def named(self, name: str, index: int | str) -> str:
        """Return a letter with an index, in its colour."""
        return self.ink(name, rf"{name}_{{{index}}}")

    def project(self, parameters: Mapping[str, NDArray[np.float32]]) -> Lines:
        lines = []
        place = self.steps.first + self.dim
        vectors = {"q": ("x", self.steps.x), "k": ("m", self.steps.memory)}
        for name, (letter, vector) in vectors.items():
            made = projection(vector, parameters, f"{name}_proj", place)
            own = float(getattr(self.steps, name)[self.dim])
            big = name.upper()
            lines.append(
                rf"{self.named(name, self.index)} = \sum_{{d=1}}^{{{len(vector)}}} {letter}_d\,"
                rf" W^{big}_{{d,{place + 1}}} + b^{big}_{{{place + 1}}}"
                rf" = {number(made.total)} + {in_brackets(made.bias)} = {number(own)}"
            )
        return lines

    def product(self) -> Lines:
        q, k = (float(part[self.dim]) for part in (self.steps.q, self.steps.k))
        name = f"{self.named('q', self.index)} {self.named('k', self.index)}"
        return [rf"{name} = {number(q)} \cdot {in_brackets(k)} = {number(q * k)}"]

    def sum(self) -> Lines:
        terms = [float(value) for value in self.steps.products[:TERMS]]
        shown = [number(terms[0]), *map(in_brackets, terms[1:])]
        more = len(self.steps.q) - len(terms)
        written = " + ".join([*shown, *([r"\cdots"] if more else [])])
        q, k = self.ink("q", "q"), self.ink("k", "k")
        term = f"{self.named('q', 'i')} {self.named('k', 'i')}"
        return [
            rf"{q} \cdot {k} = \sum_{{i=1}}^{{{len(self.steps.q)}}} {term}"
            rf" = {written} = {number(self.steps.dot)}"
        ]

    def score(self) -> str:
        return rf"\text{{{self.text('cell.cellsteps.score')}}}"

    def scale(self) -> Lines:
        q, k = self.ink("q", "q"), self.ink("k", "k")
        count, steps = len(self.steps.q), self.steps
        return [
            rf"{self.score()} = \frac{{{q} \cdot {k}}}{{\sqrt{{d_k}}}}"
            rf" = \frac{{{number(steps.dot)}}}{{\sqrt{{{count}}}}}"
            rf" = \frac{{{number(steps.dot)}}}{{{number(steps.root)}}} = {number(steps.score)}"
        ]

    def mask(self) -> Lines:
        steps = self.steps
        added = "0" if steps.is_allowed else self.ink("mask", r"(-\infty)")
        total = number(steps.score) if steps.is_allowed else self.ink("mask", r"-\infty")
        return [
            rf"{self.score()}' = {self.score()} + \text{{mask}}"
            rf" = {number(steps.score)} + {added} = {total}"
        ]

    def weight(self) -> str:
        return self.ink("weight", rf"\mathbf{{{self.steps.weight:.3f}}}")

    def softmax(self) -> Lines:
        name = rf"\text{{{self.text('cell.tex_weight')}}}"
        steps = self.steps
        top = r"e^{-\infty}" if not steps.is_allowed else number(steps.numerator)
        raised = rf"e^{{{self.score()}'}}"
        return [
            rf"{name} = \frac{{{raised}}}{{\sum {raised}}}"
            rf" = \frac{{{top}}}{{{number(steps.denominator)}}} = {self.weight()}"
        ]

    def value(self) -> Lines:
        v = float(self.steps.values[self.steps.place.column, self.dim])
        name = rf"{self.ink('weight', 'w')}\,{self.named('v', self.index)}"
        handed = float(self.steps.contribution[self.dim])
        return [rf"{name} = {self.weight()} \cdot {in_brackets(v)} = {number(handed)}"]

    def head(self) -> Lines:
        handed = float(self.steps.contribution[self.dim])
        total = float(self.steps.head_out[self.dim])
        name = rf"\text{{{self._head()}}}_{{{self.index}}}"
        own, others, whole = addends(handed, total - handed)
        others = bracketed(others)
        rest = rf"\underbrace{{{others}}}_{{\text{{{self.text('cell.tex_rest')}}}}}"
        general = rf"\sum_j {self.ink('weight', 'w_j')}\, {self.ink('v', f'v_{{j,{self.index}}}')}"
        return [rf"{name} = {general} = {own} + {rest} = {whole}"]

    def concat(self) -> Lines:
        place, steps = self.steps.first + self.index, self.steps
        count, head = len(steps.q), steps.place.head
        value = number(float(steps.concat[place - 1]))
        return [
            rf"\text{{concat}}_{{{place}}} = \text{{{self._head()}}}_{{{self.index}}}"
            rf",\quad {place} {{=}} {head} \cdot {count} + {self.index} = {value}"
        ]

    def out(self, out: OutChannel) -> Lines:
        channel = out.channel + 1
        first, second, bias, total = addends(out.this_head, out.other_heads, out.bias)
        own = rf"\underbrace{{{first}}}_{{\text{{{self._head()}}}}}"
        others = self.text("cell.tex_others")
        rest = rf"\underbrace{{{bracketed(second)}}}_{{\text{{{others}}}}}"
        width = len(self.steps.concat)
        return [
            rf"\text{{out}}_{{{channel}}} = \sum_{{d=1}}^{{{width}}} \text{{concat}}_d\,"
            rf" W^O_{{d,{channel}}} + b^O_{{{channel}}}"
            rf" = {own} + {rest} + {bracketed(bias)} = {total}"
        ]

    def _head(self) -> str:
        return self.text("cell.tex_head", head=self.steps.place.head + 1)
