"""Formula, shapes and code of the forcing page, its mistake, and the pass without the shift."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explainer.chapters.forcing.paths import (
    Counted,
    Path,
    Paths,
    count_matches,
    over_examples,
    sum_counts,
)
from explainer.charts.lookup import key_bars
from explainer.frame import chapter
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.probabilities import tex_probability
from explainer.frame.view import View
from explainer.runs.forced import forced_pass
from explainer.runs.registry import model_of
from explainer.text import Text
from explainer.text.numbers import percent


def draw_passes(view: View, paths: Paths) -> None:
    """What goes into one training pass, and our lines."""
    text, path = view.text, paths.reference
    shapes, code = chapter.details()
    with shapes:
        size = len(path.ids)
        chapter.shapes(
            text,
            [
                ("fed", "B, T", (1, size)),
                ("wanted", "B, T", (1, size)),
                ("logits", "B, T, V", (1, size, path.forced.n_vocab)),
                ("loss", "B, T", (1, size)),
            ],
            text("forcing.passes", pieces=size, steps=len(paths.greedy.ids)),
        )
    with code:
        chapter.code(text, "explainer.training.batches", "make_batch")


def draw_formula(view: View, paths: Paths, place: int, smoothing: float) -> None:
    """The chosen position in the formula, and our lines."""
    text, path = view.text, paths.reference
    formula, code = chapter.details()
    with formula:
        chapter.formula(text, equations(view, path, min(place, len(path.ids) - 1), smoothing))
    with code:
        chapter.code(text, "explainer.analysis.forcing", "Forced.smoothed")


def equations(view: View, path: Path, at: int, epsilon: float) -> list[str]:
    """Loss and smoothed loss of one position, and the mean over all of them."""
    colours, numbers = tones(view.dark), path.forced
    y = in_colour(colours, "target", rf"y_{{{at + 1}}}")
    loss, flat = float(numbers.losses[at]), float(numbers.uniform()[at])
    smooth, size = numbers.smoothed(epsilon), len(path.ids)
    return [
        rf"L_{{{at + 1}}} = -\ln p({y} \mid y_{{<{at + 1}}}, x) = "
        rf"-\ln {tex_probability(float(np.exp(-loss)))} = {loss:.4f}",
        rf"L^{{ls}}_{{{at + 1}}} = (1-\varepsilon)\, L_{{{at + 1}}} + \tfrac{{\varepsilon}}{{V}}"
        rf" \textstyle\sum_v -\ln p(v) = {1 - epsilon:g} \cdot {loss:.4f} + {epsilon:g} \cdot "
        rf"{flat:.3f} = {float(smooth[at]):.4f}",
        rf"L = \tfrac{{1}}{{T}} \textstyle\sum_t L_t = \tfrac{{{number(-numbers.total)}}}{{{size}}}"
        rf" = {-numbers.total / size:.4f} \quad (L^{{ls}} \; {float(smooth.mean()):.4f})",
    ]


def draw_mistake(view: View, paths: Paths) -> None:
    """Teacher-forced accuracy is not how good free running is: counted, not claimed."""
    text, reference = view.text, paths.reference
    st.markdown(text("forcing.mistake_line"))
    own = count_matches(reference.ids, int(reference.forced.hits.sum()), paths.greedy.ids)
    _bars(view, own, "forcing_accuracy")
    _all(view)
    st.markdown(text("forcing.mistake_end"))
    _without_shift(view, reference)


def _all(view: View) -> None:
    """The same three counts over all examples, and the one that shows the difference best."""
    text = view.text
    source, target = (str(view.card[side]) for side in ("source", "target"))
    examples = over_examples(view.translator_name, source, target)
    if not examples:
        return
    st.markdown(text("forcing.all_line", count=len(examples)))
    _bars(view, sum_counts(examples), "forcing_accuracy_all")
    worst = max(examples, key=lambda example: example.gap)
    st.markdown(text("forcing.worst_line"))
    st.text(
        text(
            "forcing.worst",
            sentence=worst.sentence,
            reference=worst.reference,
            written=worst.written,
            forced=worst.counts.forced,
            order=worst.counts.in_order,
            pieces=worst.counts.pieces,
        )
    )


def _bars(view: View, sums: Counted, key: str) -> None:
    text = view.text
    labels = [text("forcing.hits_forced"), text("forcing.hits_free"), text("forcing.hits_order")]
    values = [sums.forced, sums.same_place, sums.in_order]
    chapter.chart(
        key_bars(
            labels=labels,
            values=np.array(values) / sums.pieces,
            notes=[f"{percent(v / sums.pieces, 0)} ({v}/{sums.pieces})" for v in values],
            colour="target",
            value_title=text("forcing.share"),
            label_title=text("words.way"),
            dark=view.dark,
            reach=1.0,
        ),
        text(
            "forcing.hits_alt",
            forced=values[0],
            free=values[1],
            order=values[2],
            pieces=sums.pieces,
        ),
        key,
    )


def _without_shift(view: View, reference: Path) -> None:
    """The decoder reads at every position the very piece it is asked for."""
    text, translation = view.text, view.translation
    place = chapter.fold(text("forcing.no_shift"), key="forcing_no_shift")
    if not place.open:
        return
    wanted = reference.ids
    numbers = forced_pass(translation.model, translation.source.ids, wanted, fed=wanted)
    firsts = numbers.top_ids[:, 0].tolist()
    ahead = sum(a == b for a, b in zip(firsts, wanted[1:], strict=False))
    with place:
        st.markdown(
            text(
                "forcing.no_shift_line",
                loss=f"{-numbers.total / len(wanted):.2f}",
                usual=f"{-reference.forced.total / len(wanted):.2f}",
                own=int(numbers.hits.sum()),
                ahead=ahead,
                pieces=len(wanted),
                pairs=len(wanted) - 1,
            )
        )
        _pairs(text, reference, view, firsts)


def _pairs(text: Text, reference: Path, view: View, firsts: list[int]) -> None:
    """Three lines of pieces: read, asked for, said."""
    said = model_of(view.translator_name).pieces(firsts)
    st.dataframe(
        {
            text("forcing.lane_reads"): list(reference.pieces),
            text("forcing.lane_target"): list(reference.pieces),
            text("forcing.lane_first"): list(said),
        },
        hide_index=False,
        alt=text("forcing.no_shift"),
    )
