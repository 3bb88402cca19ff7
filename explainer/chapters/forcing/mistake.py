"""Formula, shapes and code of the forcing page, and a common mistake."""

from __future__ import annotations

import numpy as np

from explainer.chapters.forcing.paths import Counted, Path, Paths, count_matches
from explainer.charts.lookup import key_bars
from explainer.frame import chapter
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.probabilities import tex_probability
from explainer.frame.view import View
from explainer.text.numbers import percent


def draw_passes(view: View, paths: Paths, place: int) -> None:
    """Draw the loss at the chosen position, the inputs of one training pass, and the code."""
    text, path = view.text, paths.reference
    numbers, shapes = chapter.details()
    with numbers:
        chapter.formula(text, equations(view, path, min(place, len(path.ids) - 1)))
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
            text("forcing.passes", tokens=size, steps=len(paths.greedy.ids)),
        )
        chapter.code(text, "explainer.training.batches", "make_batch")


def equations(view: View, path: Path, at: int) -> list[str]:
    """Return the loss at one position, and the mean over all."""
    colours, numbers = tones(view.dark), path.forced
    y = in_colour(colours, "target", rf"y_{{{at + 1}}}")
    loss, size = float(numbers.losses[at]), len(path.ids)
    return [
        rf"L_{{{at + 1}}} = -\ln p({y} \mid y_{{<{at + 1}}}, x) = "
        rf"-\ln {tex_probability(float(np.exp(-loss)))} = {loss:.4f}",
        rf"L = \tfrac{{1}}{{T}} \textstyle\sum_t L_t = \tfrac{{{number(-numbers.total)}}}{{{size}}}"
        rf" = {-numbers.total / size:.4f}",
    ]


def draw_mistake(view: View, paths: Paths) -> None:
    """Show by counting that teacher-forced accuracy is not free-running quality."""
    text, reference = view.text, paths.reference
    chapter.wrong(text, text("forcing.mistake_line"))
    own = count_matches(reference.ids, int(reference.forced.hits.sum()), paths.greedy.ids)
    _bars(view, own)


def _bars(view: View, sums: Counted) -> None:
    text = view.text
    labels = [text("forcing.hits_forced"), text("forcing.hits_free"), text("forcing.hits_order")]
    values = [sums.forced, sums.same_place, sums.in_order]
    chapter.chart(
        key_bars(
            labels=labels,
            values=np.array(values) / sums.tokens,
            notes=[f"{percent(v / sums.tokens, 0)} ({v}/{sums.tokens})" for v in values],
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
            tokens=sums.tokens,
        ),
        "forcing_accuracy",
    )
