"""A recurrent cell's step with numbers, recomputed in float64, as formulas.

Vectors are rows: x_t U is the input times its weights, h_(t-1) W the state times its weights. A
formula shows one component, the i-th.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from explainer.frame.formula import number
from explainer.runs.recurrent import Kind, Reading

Floats = NDArray[np.float64]
Weights = Mapping[str, NDArray[np.floating]]
# As torch.nn stacks them, by their letters.
STACKED: Final[Mapping[Kind, str]] = {"rnn": "h", "gru": "rzn", "lstm": "ifno"}


@dataclass(frozen=True)
class Worked:
    """One channel at one step, recomputed.

    `x` and `h`: terms of input and state by gate (with bias), `before`: the previous state.
    """

    kind: Kind
    token: int
    x: Mapping[str, float]
    h: Mapping[str, float]
    values: Mapping[str, float]
    before: Mapping[str, float]
    difference: float

    def lines(self) -> list[str]:
        """Return the equations in LaTeX."""
        if self.kind == "rnn":
            return self._vanilla()
        return self._gru() if self.kind == "gru" else self._lstm()

    def _summed(self, letter: str) -> str:
        return rf"{number(self.x[letter])} + {in_brackets(self.h[letter])}"

    def _gate(self, letter: str, function: str) -> str:
        t = self.token + 1
        return (
            rf"{letter}_{{{t}}} = {function}\left(x_{{{t}}} U_{letter}"
            rf" + h_{{{t - 1}}} W_{letter}\right)"
            rf" = {function}\left({self._summed(letter)}\right) = {number(self.values[letter])}"
        )

    def _vanilla(self) -> list[str]:
        t = self.token + 1
        return [
            rf"h_{{{t}}} = \tanh\left(x_{{{t}}} U + h_{{{t - 1}}} W\right)"
            rf" = \tanh\left({self._summed('h')}\right) = {number(self.values['h'])}"
        ]

    def _gru(self) -> list[str]:
        t, v = self.token + 1, self.values
        return [
            self._gate("r", r"\sigma"),
            self._gate("z", r"\sigma"),
            rf"n_{{{t}}} = \tanh\left(x_{{{t}}} U_n + r_{{{t}}}\, (h_{{{t - 1}}} W_n)\right)"
            rf" = \tanh\left({number(self.x['n'])} + {number(v['r'])} \cdot"
            rf" {in_brackets(self.h['n'])}\right) = {number(v['n'])}",
            rf"h_{{{t}}} = (1 - z_{{{t}}})\, n_{{{t}}} + z_{{{t}}}\, h_{{{t - 1}}}"
            rf" = {number(1 - v['z'])} \cdot {in_brackets(v['n'])} + {number(v['z'])} \cdot"
            rf" {in_brackets(self.before['h'])} = {number(v['h'])}",
        ]

    def _lstm(self) -> list[str]:
        t, v = self.token + 1, self.values
        return [
            self._gate("f", r"\sigma"),
            self._gate("i", r"\sigma"),
            self._gate("n", r"\tanh"),
            self._gate("o", r"\sigma"),
            rf"c_{{{t}}} = f_{{{t}}}\, c_{{{t - 1}}} + i_{{{t}}}\, n_{{{t}}}"
            rf" = {number(v['f'])} \cdot {in_brackets(self.before['c'])} + {number(v['i'])} \cdot"
            rf" {in_brackets(v['n'])} = {number(v['c'])}",
            rf"h_{{{t}}} = o_{{{t}}} \tanh(c_{{{t}}})"
            rf" = {number(v['o'])} \cdot \tanh({number(v['c'])}) = {number(v['h'])}",
        ]


def in_brackets(value: float) -> str:
    """Format a number after a sign, a negative one in brackets."""
    shown = number(value)
    return f"({shown})" if shown.startswith("-") else shown


def work_out(reading: Reading, weights: Weights, unit: int, token: int) -> Worked:
    """Recompute one step of channel `unit`; `difference` is the largest from the trace."""
    kind, trace = reading.kind, reading.trace
    states = trace["encoder.forward.state"].astype(np.float64)
    x = trace["encoder.embed"][token].astype(np.float64)
    before = states[token - 1] if token else np.zeros(states.shape[1])
    size, sums = states.shape[1], {}
    for side, vector in (("ih", x), ("hh", before)):
        matrix = weights[f"weight_{side}_l0"].astype(np.float64)
        bias = weights[f"bias_{side}_l0"].astype(np.float64)
        rows = [at * size + unit for at in range(len(STACKED[kind]))]
        row_sums = matrix[rows] @ vector + bias[rows]
        sums[side] = dict(zip(STACKED[kind], map(float, row_sums), strict=True))
    old = {"h": float(before[unit])}
    if kind == "lstm":
        cells = trace["encoder.forward.cell"]
        old["c"] = float(cells[token - 1][unit]) if token else 0.0
    values = _values(kind, sums["ih"], sums["hh"], old)
    names = {"r": "reset", "z": "update", "n": "new", "f": "forget", "i": "input"}
    names |= {"o": "output", "c": "cell", "h": "state"}
    recorded = {k: float(trace[f"encoder.forward.{names[k]}"][token][unit]) for k in values}
    difference = max(abs(values[letter] - recorded[letter]) for letter in values)
    return Worked(kind, token, sums["ih"], sums["hh"], values, old, difference)


def _values(
    kind: Kind, x: Mapping[str, float], h: Mapping[str, float], before: Mapping[str, float]
) -> dict[str, float]:
    if kind == "rnn":
        return {"h": float(np.tanh(x["h"] + h["h"]))}
    if kind == "gru":
        r, z = (_sigmoid(x[one] + h[one]) for one in "rz")
        n = float(np.tanh(x["n"] + r * h["n"]))
        return {"r": r, "z": z, "n": n, "h": (1 - z) * n + z * before["h"]}
    i, f, o = (_sigmoid(x[one] + h[one]) for one in "ifo")
    n = float(np.tanh(x["n"] + h["n"]))
    c = f * before["c"] + i * n
    return {"f": f, "i": i, "n": n, "o": o, "c": c, "h": o * float(np.tanh(c))}


def _sigmoid(value: float) -> float:
    return float(1 / (1 + np.exp(-value)))


def rest_of_vanilla(reading: Reading, unit: int) -> list[str]:
    """Return formulas of context, decoder state and output."""
    trace = reading.trace
    context, states = trace["context"], trace["decoder.state"]
    probs = reading.probs
    return [
        rf"c = h_{{{len(reading.source)}}} = {number(float(context[unit]))}",
        rf"s_1 = \tanh\left([y_0, c]\, U' + s_0 W'\right) = {number(float(states[0][unit]))}",
        rf"o_1 = (s_1 V)\, E^\top = {number(float(trace['logits'][0][reading.target[0]]))}",
        rf"p(y_1) = \mathrm{{softmax}}(o_1) = {number(float(probs[0]))}",
    ]
