"""The figure of one sampling step: the filtered distribution below the model's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.sampling import Segment, entropy, segments
from explainer.chapters.sampling.flow import flow, rare
from explainer.chapters.sampling.runs import Moment, Path, left_at, tokens
from explainer.chapters.sampling.state import STEP, Filters
from explainer.drawings import drawing
from explainer.frame.chips import Chip, ChipRow, chips
from explainer.frame.pickers import move
from explainer.frame.view import View
from explainer.text import Text

if TYPE_CHECKING:
    from explainer.runs.resources import Ids

NAMED: Final = 12  # stretches of the line that stand alone


def draw_pick(view: View, path: Path, moment: Moment, filters: Filters, knob: str) -> None:
    """Draw the filtered and the unfiltered distribution on a line 0..1, with the random number."""
    translation, parts = view.translation, parts_of(moment)
    write = partial(tokens, translation)
    moved = flow(translation, knob, moment, filters, parts)
    drawing(
        "sampling/lottery",
        {
            **lottery_data(path, moment, filters, write, parts),
            **{"rare": rare(write, moment), "flow": moved},
        },
        words=view.text.section("sampling.lottery"),
        key="sampling_line",
    )
    is_cut = filters.top_k > 0 or filters.top_p < 1
    left = left_at(translation, filters).tolist() if is_cut else None
    _draw_path(view.text, path, moment.number - 1, left)


def _draw_path(text: Text, path: Path, now: int, left: Sequence[int] | None) -> None:
    """Draw the greedy output, below it how many tokens are `left`; a press asks for another one."""
    row = [
        Chip(
            token,
            "target" if at <= now else "special",
            (f"{left[at]:,}",) if left else (),
            begins=token.startswith("▁"),
        )
        for at, token in enumerate(path.tokens)
    ]
    title = text("sampling.path_left") if left else text("sampling.path_asked")
    chips(
        rows=[ChipRow(title, row)],
        title=text("sampling.step"),
        key="sampling_path",
        chosen=(0, now),
        on_pick=lambda cell: move(STEP, cell[1]),
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


def parts_of(moment: Moment) -> tuple[Segment, ...]:
    """Return the stretches of the line: tokens that stand alone, and what lies between them."""
    return segments(_before(moment), moment.chances_V, NAMED)


def _before(moment: Moment) -> NDArray[np.float64]:
    """Return the model's own probabilities of allowed tokens, (V,)."""
    order_N = moment.cut.order_N
    probs_V = np.zeros(len(moment.log_probs_V))
    probs_V[order_N] = np.exp(moment.log_probs_V[order_N])
    return probs_V / probs_V.sum()
