"""Formula and shapes of the sampled token, and a mistake with live numbers."""

from __future__ import annotations

from typing import Final

import numpy as np

from explainer.analysis.sampling import entropy
from explainer.chapters.sampling import runs
from explainer.chapters.sampling.runs import Moment, Path
from explainer.chapters.sampling.state import Filters
from explainer.frame import chapter
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.view import View

NUCLEUS: Final = 0.9  # the top-p of the mistake


def draw_formula(view: View, moment: Moment, filters: Filters) -> None:
    """Draw temperature, filter, draw and entropy with the sampled token's numbers."""
    colours = tones(view.dark)
    chapter.formula(view.text, _equations(moment, filters, in_colour(colours, "target", "q_i")))


def _tex(value: float) -> str:
    """Format small numbers as powers of ten."""
    if 0 < value < 1e-3:
        mantissa, power = f"{value:.2e}".split("e")
        return rf"{mantissa} \cdot 10^{{{int(power)}}}"
    return number(value)


def _equations(moment: Moment, filters: Filters, q: str) -> list[str]:
    done, warmth = moment.cut, filters.temperature
    at = int(np.flatnonzero(done.order_N == moment.drawn)[0])
    prob, tempered = float(np.exp(moment.log_probs_V[moment.drawn])), float(done.shares_N[at])
    chance, kept = float(done.chances_N[at]), 1.0 - done.mass_cut
    if warmth > 0:
        # The sum from the token's own share: no power of a tiny probability underflows on its own.
        total = float(np.exp(np.log(prob) / warmth - np.log(tempered)))
        first = (
            r"p'_i = \frac{p_i^{1/T}}{\sum_j p_j^{1/T}} = "
            rf"\frac{{({_tex(prob)})^{{1/{warmth:g}}}}}{{{_tex(total)}}} = {_tex(tempered)}"
        )
    else:
        first = (
            r"p'_i = \lim_{T \to 0} \frac{p_i^{1/T}}{\sum_j p_j^{1/T}} = "
            rf"[\,i = \mathrm{{argmax}}_j\, p_j\,] = {tempered:.0f}"
        )
    low = float(done.chances_N[:at].sum())
    return [
        first,
        rf"{q} = \frac{{p'_i}}{{\sum_{{j \in K}} p'_j}} = \frac{{{_tex(tempered)}}}"
        rf"{{{_tex(kept)}}} = {_tex(chance)}",
        r"F_k = q_1 + \dots + q_k",
        rf"i = \min\{{ k : u < F_k \}} = {at + 1}",
        rf"u = {moment.uniform:.4f} \in [\,F_{{i-1}}, F_i\,) = [\,{low:.4f}, {low + chance:.4f})",
        rf"H = -\sum_j q_j \ln q_j = {number(float(entropy(done.chances_N)))}",
    ]


def draw_shapes(view: View, moment: Moment, path: Path) -> None:
    text, vocabulary = view.text, len(moment.log_probs_V)
    chapter.shapes(
        text,
        [
            ("log p", "T, V", (len(path.steps), vocabulary)),
            ("p'", "V", (vocabulary,)),
            ("kept", "V", (vocabulary,)),
            ("q", "V", (vocabulary,)),
            ("u", "", ()),
        ],
        text("sampling.shapes"),
    )
    chapter.code(
        text,
        "explainer.decoding.truncation",
        "apply_temperature",
        "shifted",
        more=[("explainer.decoding.truncation", "draw_token")],
    )


def draw_mistake(view: View) -> None:
    """Show that top-p limits probability, not the number of tokens."""
    counts = runs.left_at(view.translation, Filters(top_p=NUCLEUS))
    vocabulary = view.translation.n_vocab
    chapter.wrong(
        view.text,
        view.text(
            "sampling.mistake_p",
            p=f"{NUCLEUS:g}",
            least=f"{counts.min():,}",
            most=f"{counts.max():,}",
            wrong=f"{round(NUCLEUS * vocabulary):,}",
        ),
    )
