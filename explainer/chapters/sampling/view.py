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

if TYPE_CHECKING:
    from explainer.runs.resources import Ids

NAMED: Final = 12  # stretches of the line that stand alone
STOPS: Final = round(10 * MAX_TEMPERATURE) + 1  # of the temperature's knob, a tenth apart


def draw_pick(view: View, path: Path, moment: Moment, filters: Filters) -> None:
    """Draw the filtered and the unfiltered distribution on a line 0..1, with the random number."""
    names, parts = partial(tokens, view.translation), parts_of(moment)
    data = lottery_data(path, moment, filters, names, parts)
    drawing(
        "sampling/lottery",
        {**data, "flow": flow(moment, filters, parts)},
        words=view.text.section("sampling.lottery"),
        key="sampling_line",
        chosen={"temperature": filters.temperature},
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
        "uniforms": moment.uniforms,
        "entropy": float(entropy(moment.cut.chances_N)),
        "mass": float(before_V[moment.chances_V == 0].sum()),
        "isCut": moment.cut.left < len(moment.cut.order_N),
        "temperature": filters.temperature,
    }


def flow(moment: Moment, filters: Filters, parts: Sequence[Segment]) -> list[dict[str, Any]] | None:
    """Return shares of the parts and entropy at every temperature of the knob; None after a cut."""
    if filters.top_k or filters.top_p < 1:
        return None
    begins = np.cumsum([0, *(part.count for part in parts[:-1])])
    scores_N = moment.log_probs_V[moment.cut.order_N]
    scores_N -= scores_N[0]
    stops = np.linspace(0, MAX_TEMPERATURE, STOPS)[1:, None]
    shares_TN = np.exp(scores_N / stops)
    shares_TN = np.vstack([scores_N == 0, shares_TN / shares_TN.sum(1, keepdims=True)])
    shown = np.add.reduceat(shares_TN, begins, axis=1).round(4).tolist()
    told = entropy(shares_TN).round(4).tolist()
    return [{"shares": shares, "entropy": one} for shares, one in zip(shown, told, strict=True)]


def parts_of(moment: Moment) -> tuple[Segment, ...]:
    """Return the stretches of the line: tokens that stand alone, and what lies between them."""
    return segments(_before(moment), moment.chances_V, moment.drawn, NAMED)


def _before(moment: Moment) -> NDArray[np.float64]:
    """Return the model's own probabilities of allowed tokens, (V,)."""
    order_N = moment.cut.order_N
    probs_V = np.zeros(len(moment.log_probs_V))
    probs_V[order_N] = np.exp(moment.log_probs_V[order_N])
    return probs_V / probs_V.sum()
