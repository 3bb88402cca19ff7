"""The figure of one sampling step: the filtered distribution below the model's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.sampling import Segment, entropy, segments
from explainer.chapters.sampling.runs import Moment, Path, tokens
from explainer.chapters.sampling.state import Filters
from explainer.drawings import drawing
from explainer.frame.params import MAX_TEMPERATURE
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import percent

if TYPE_CHECKING:
    from explainer.runs.resources import Ids

NAMED: Final = 12  # stretches of the line that stand alone
STOPS: Final = round(10 * MAX_TEMPERATURE) + 1  # of the temperature's knob, a tenth apart


def summary(text: Text, moment: Moment) -> str:
    """State what was cut, and the entropy before and after."""
    done = moment.cut
    before = float(entropy(np.exp(moment.log_probs_V)))
    after = float(entropy(done.chances_N))
    entropies = f"{before:.2f}", f"{after:.2f}"
    if done.left == len(done.order_N) and entropies[0] == entropies[1]:
        choices = f"{np.exp(before):,.1f}"
        return text("sampling.summary_same", entropy=entropies[0], choices=choices)
    if done.left == 1 and moment.cut.shares_N[0] == 1:
        return text("sampling.note_zero")
    return text(
        "sampling.summary",
        all=f"{len(done.order_N):,}",
        left=f"{done.left:,}",
        mass=percent(done.mass_cut),
        before=entropies[0],
        after=entropies[1],
        choices=f"{np.exp(before):,.1f}",
        choices_after=f"{np.exp(after):,.1f}",
    )


def draw_pick(view: View, path: Path, moment: Moment, filters: Filters) -> None:
    """Draw the filtered and the unfiltered distribution on a line 0..1, with the random number."""
    names, parts = partial(tokens, view.translation), parts_of(moment)
    data = lottery_data(path, moment, filters, names, parts)
    drawing(
        "sampling/lottery",
        {**data, "flow": flow(moment, filters, parts)},
        words=view.text.section("sampling.lottery"),
        key="sampling_line",
    )


def lottery_data(
    path: Path,
    moment: Moment,
    filters: Filters,
    tokens: Callable[[Ids], Sequence[str]],
    parts: Sequence[Segment],
) -> dict[str, Any]:
    """Return the drawing's data of one sampling step."""
    before_V = _before(moment)
    named = [part.token for part in parts if part.token >= 0]
    names = dict(zip(named, tokens(tuple(named)), strict=True))
    return {
        "written": path.tokens[: moment.number - 1],
        "parts": [
            {"token": names.get(part.token), "count": part.count}
            | {"low": part.low, "high": part.high, "from": part.was[0], "to": part.was[1]}
            for part in parts
        ],
        "uniform": moment.uniform,
        "mass": float(before_V[moment.chances_V == 0].sum()),
        "isCut": moment.cut.left < len(moment.cut.order_N),
        "temperature": filters.temperature,
    }


def flow(moment: Moment, filters: Filters, parts: Sequence[Segment]) -> list[list[float]] | None:
    """Return the parts' shares at every temperature of the knob; None where tokens are cut."""
    if filters.top_k or filters.top_p < 1:
        return None
    order_N = np.sort(moment.cut.order_N)
    begins, begin = list[int](), 0
    for part in parts:  # a token, or all between two tokens
        here = begin if part.token < 0 else int(np.searchsorted(order_N, part.token))
        begins.append(here)
        begin = here + 1
    scores_N = moment.log_probs_V[order_N] - moment.log_probs_V[order_N].max()
    stops = np.linspace(0, MAX_TEMPERATURE, STOPS)[1:, None]
    shares_TN = np.exp(scores_N / stops)
    shares_TN = np.vstack([scores_N == 0, shares_TN / shares_TN.sum(1, keepdims=True)])
    shown: list[list[float]] = np.add.reduceat(shares_TN, begins, axis=1).round(4).tolist()
    return shown


def parts_of(moment: Moment) -> tuple[Segment, ...]:
    """Return the stretches of the line: tokens that stand alone, and what lies between them."""
    return segments(_before(moment), moment.chances_V, moment.drawn, NAMED)


def _before(moment: Moment) -> NDArray[np.float64]:
    """Return the model's own probabilities of allowed tokens, (V,)."""
    order_N = moment.cut.order_N
    probs_V = np.zeros(len(moment.log_probs_V))
    probs_V[order_N] = np.exp(moment.log_probs_V[order_N])
    return probs_V / probs_V.sum()
