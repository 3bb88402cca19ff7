"""What the figure of a sampling step is told of where a knob or the number may be moved to.

Shape suffixes: N tokens allowed as output, most probable first; S stops of a knob; U numbers 0..1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.sampling import Segment, entropy
from explainer.chapters.sampling import runs
from explainer.chapters.sampling.runs import Moment
from explainer.chapters.sampling.state import KNOBS, NEUTRAL, Filters
from explainer.decoding.truncation import draw_ranks

if TYPE_CHECKING:
    from explainer.runs.resources import Ids
    from explainer.translation import Translation

PLACES: Final = 500  # of the line, at each of which the hand finds a token
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Write = Callable[["Ids"], Sequence[str]]
Stops = tuple[list[dict[str, Any]], Ints]  # what each shows, and the ranks that are drawn (S, U)


def rare(write: Write, moment: Moment) -> dict[str, Any]:
    """Return the names of what the numbers draw, and of what lies at each place of the line."""
    numbers_U = np.concatenate([moment.uniforms, np.arange(PLACES) / PLACES])
    names, at_U = _named(write, moment, draw_ranks(moment.cut.chances_N, numbers_U))
    count = len(moment.uniforms)
    return {"names": names, "drawn": at_U[:count], "under": at_U[count:]}


def flow(
    translation: Translation, knob: str, moment: Moment, filters: Filters, parts: Sequence[Segment]
) -> dict[str, Any] | None:
    """Return the figure at every stop of a knob; None if another one is in effect too."""
    values = filters.by_knob()
    knob = knob if knob in KNOBS else "temperature"
    if any(values[name] != usual for name, usual in NEUTRAL.items() if name != knob):
        return None
    control = KNOBS[knob]
    step, high = control.step or 1, control.first(control.high)
    values_S = np.arange(control.low, high + step / 2, step).round(2)
    begins = np.cumsum([0, *(part.count for part in parts[:-1])])
    if knob == "temperature":
        stops, ranks_SU = _warmed(moment, begins, values_S)
    else:
        stops, ranks_SU = _cut(moment, begins, knob, values_S)
    names, at_SU = _named(lambda ids: runs.tokens(translation, ids), moment, ranks_SU)
    return {
        **{"knob": knob, "now": values[knob], "low": control.low, "step": step, "names": names},
        "stops": [{**stop, "drawn": at_U} for stop, at_U in zip(stops, at_SU, strict=True)],
    }


def _warmed(moment: Moment, begins: Ints, values_S: Floats) -> Stops:
    """Return the shares of the parts and the entropy at every temperature."""
    scores_N = moment.log_probs_V[moment.cut.order_N]
    scores_N -= scores_N[0]
    shares_SN = np.exp(scores_N / values_S[1:, None])
    shares_SN = np.vstack([scores_N == 0, shares_SN / shares_SN.sum(1, keepdims=True)])
    shown = np.add.reduceat(shares_SN, begins, axis=1).round(4).tolist()
    told = zip(values_S.tolist(), shown, entropy(shares_SN).round(4).tolist(), strict=True)
    first = float(np.exp(scores_N).sum() ** -1)
    stops = [
        {"temperature": value, "shares": shares, "entropy": one}
        | {"isCut": value == 0, "mass": 1 - first if value == 0 else 0}
        for value, shares, one in told
    ]
    return stops, np.array([draw_ranks(shares_N, moment.uniforms) for shares_N in shares_SN])


def _cut(moment: Moment, begins: Ints, knob: str, values_S: Floats) -> Stops:
    """Return the shares of the parts and the entropy at every top-k or top-p."""
    probs_N = np.exp(moment.log_probs_V[moment.cut.order_N])
    probs_N /= probs_N.sum()
    if knob == "k":
        left_S = np.where(values_S > 0, np.minimum(values_S, len(probs_N)), len(probs_N))
    else:
        before_N = np.cumsum(probs_N) - probs_N
        left_S = np.where(values_S < 1, (before_N < values_S[:, None]).sum(axis=1), len(probs_N))
    sums_N1 = np.concatenate([[0.0], np.cumsum(probs_N)])
    edges = np.append(begins, len(probs_N))
    stops, ranks = [], []
    for left in left_S.astype(int).tolist():
        chances_N = probs_N[:left] / sums_N1[left]
        shares = np.diff(np.minimum(sums_N1[edges] / sums_N1[left], 1))
        stops.append(
            {"temperature": 1, "mass": round(1 - float(sums_N1[left]), 6)}
            | {"shares": shares.round(4).tolist(), "entropy": float(entropy(chances_N).round(4))}
            | {"counts": np.diff(np.minimum(edges, left)).tolist(), "isCut": left < len(probs_N)}
        )
        ranks.append(draw_ranks(chances_N, moment.uniforms))
    return stops, np.array(ranks)


def _named(write: Write, moment: Moment, ranks: Ints) -> tuple[list[str], Any]:
    """Return the names of tokens, and of each rank the place of its name."""
    found, at = np.unique(ranks, return_inverse=True)
    names = write(tuple(moment.cut.order_N[found].tolist()))
    return list(names), at.reshape(ranks.shape).tolist()
