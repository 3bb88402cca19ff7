"""Common mistakes: that decoding is parallel too, and O(n) for a convolution's path length."""

from __future__ import annotations

from typing import Final

from explainer.analysis.paths import Sizes, fewest_layers, longest_path
from explainer.chapters.complexity.stored import measurements
from explainer.chapters.complexity.words import milliseconds
from explainer.frame import chapter
from explainer.frame.view import View

FAR: Final = Sizes(27, 3, 3)  # tokens, kernel, window


def draw_waiting(view: View) -> None:
    """Show measured times against "self-attention is parallel, so inference is faster"."""
    passes = measurements().passes[-1]
    once, steps = passes.transformer
    gru_once, gru_steps = passes.gru
    names = view.text.each("complexity.mistake_*", "transformer", "gru")
    chapter.wrong(
        view.text,
        view.text(
            "complexity.mistake_waiting",
            target=passes.target,
            once=milliseconds(once),
            steps=milliseconds(steps),
            times=f"{steps / once:.1f}",
            gru_once=milliseconds(gru_once),
            gru_steps=milliseconds(gru_steps),
            ahead=names["transformer" if steps < gru_steps else "gru"],
        ),
    )


def draw_path(view: View) -> None:
    """Find the layers a stack of convolutions needs by search."""
    chapter.wrong(
        view.text,
        view.text(
            "complexity.mistake_path",
            n=FAR.n,
            k=FAR.k,
            contiguous=fewest_layers("contiguous", FAR),
            dilated=fewest_layers("dilated", FAR),
            recurrent=longest_path("recurrent", FAR),
        ),
    )
