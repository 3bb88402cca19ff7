"""One layer norm of the model on the user's sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.normalisation import Normed, layer_norm
from explainer.analysis.residual import add_name, norm_input
from explainer.chapters.layers.common import norm_place
from explainer.runs import resources

if TYPE_CHECKING:
    from explainer.frame.view import View


@dataclass(frozen=True)
class Chosen:
    """A layer norm's inputs and outputs (P, D), with gamma and beta."""

    stack: str
    position: int
    before: NDArray[np.float32]
    after: NDArray[np.float32]
    gamma: NDArray[np.float32]
    beta: NDArray[np.float32]

    @property
    def again(self) -> Normed:
        """Recompute in float64."""
        return layer_norm(self.before, self.gamma, self.beta)


def read_norm(view: View, stack: str, layer: int, part: str, position: int) -> Chosen:
    """Return a layer norm of the model with its recorded inputs and outputs."""
    translation = view.translation
    trace = translation.trace
    add, enters = add_name(stack, layer, part), norm_input(stack, layer, part, norm_place(view))
    weights = resources.weights(translation.model, f"{add}.norm")
    return Chosen(
        stack,
        position,
        trace[enters],
        trace[f"{add}.norm"],
        weights["weight"],
        weights["bias"],
    )
