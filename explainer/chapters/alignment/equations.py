"""Score, weight and context vector of one pair of tokens, with the model's numbers."""

from __future__ import annotations

from typing import Final

import numpy as np

from explainer.chapters.alignment.looking import AttentionPass, Floats
from explainer.frame.formula import in_colour, number, tones

TERMS: Final = 3  # of a score that are written out


def equations(seen_by: AttentionPass, step: int, token: int, dark: bool) -> list[str]:
    """Return the LaTeX of score, weight and context of one pair, with numbers."""
    colours = tones(dark)
    t, j = step + 1, token + 1
    scores, weights = seen_by.scores[step], seen_by.weights[step]
    score, weight = float(scores[token]), float(weights[token])
    powers = np.exp(scores - scores.max())
    a = in_colour(colours, "weight", f"a_{{{t},{j}}}")
    shown = in_colour(colours, "weight", number(weight))
    c = ", ".join(f"{value:.2f}" for value in seen_by.contexts[step][:TERMS])
    shift = number(float(scores.max()))
    mixed = "v_j" if seen_by.name == "head" else "h_j"
    return [
        *_score(seen_by, step, token),
        rf"{a} = \frac{{e^{{e_{{{t},{j}}}}}}}{{\sum_l e^{{e_{{{t},l}}}}}}"
        rf" = \frac{{e^{{{number(score)} - {_bracket(shift)}}}}}{{{number(float(powers.sum()))}}}"
        rf" = {shown}",
        rf"c_{{{t}}} = \textstyle\sum_j {in_colour(colours, 'weight', f'a_{{{t},j}}')}\,"
        rf" {in_colour(colours, 'source', mixed)} = [{c}, \ldots]",
    ]


def _bracket(shown: str) -> str:
    return f"({shown})" if shown.startswith("-") else shown


def _score(seen_by: AttentionPass, step: int, token: int) -> list[str]:
    """Return the score as a sum with its largest terms written out."""
    t, j = step + 1, token + 1
    q, k = seen_by.q[step], seen_by.k[token]
    total = number(float(seen_by.scores[step, token]))
    if seen_by.v is not None:
        v = seen_by.v
        general = rf"v^{{\top}} \tanh(s_{{{t - 1}}} W + h_{{{j}}} U)"
        terms = [
            rf"{_bracketed(v[i])} \tanh({number(float(q[i]))} + {_bracketed(k[i])})"
            for i in _largest(v * np.tanh(q + k))
        ]
    else:
        general = {
            "general": rf"(s_{{{t}}} W) \cdot h_{{{j}}}",
            "dot": rf"s_{{{t}}} \cdot h_{{{j}}}",
            "head": rf"\frac{{q_{{{t}}}}}{{\sqrt{{d_k}}}} \cdot k_{{{j}}}",
        }[seen_by.name]
        terms = [rf"{_bracketed(q[i])} \cdot {_bracketed(k[i])}" for i in _largest(q * k)]
    sums = r" \\[3pt] & \quad + ".join(terms)  # a term a line fits a phone
    return [rf"e_{{{t},{j}}} = {general} = {sums} + \cdots \\[3pt] & = {total}"]


def _largest(terms: Floats) -> list[int]:
    """Return the indices of the terms to write out."""
    return [int(i) for i in np.argsort(-np.abs(terms), kind="stable")[:TERMS]]


def _bracketed(value: float) -> str:
    return _bracket(number(float(value)))
