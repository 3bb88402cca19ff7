"""The inputs of Q, K and V in the three kinds of attention."""

from __future__ import annotations

from explainer.analysis.head_roles import Kind
from explainer.analysis.sublayer import inputs_of
from explainer.frame import chapter
from explainer.frame.tables import show_table
from explainer.frame.view import View
from explainer.translation import prefix_of


def draw_uses(view: View, layer: int) -> None:
    """Draw the three attentions of a layer with the recorded tensors that they read."""
    text, translation = view.text, view.translation
    kinds: dict[Kind, tuple[str, str]] = {
        "encoder": (text("words.kind_encoder"), text("heads.mask_all")),
        "decoder": (text("words.kind_decoder"), text("heads.mask_past")),
        "cross": (text("words.kind_cross"), text("heads.mask_source")),
    }
    rows = []
    for kind, (name, visible) in kinds.items():
        layers = translation.attention(kind).shape[0]
        prefix = prefix_of(kind, min(layer, layers - 1))
        trace = translation.trace
        x, memory = (f"{name} {trace[name].shape}" for name in inputs_of(trace, prefix))
        shape = str((1, *trace[f"{prefix}.weights"].shape))
        rows.append({"use": name, "q": x, "k": memory, "mask": visible, "shape": shape})
    with chapter.figure(text("heads.uses"), text("heads.uses_line")):
        show_table(
            text("heads.uses_alt"),
            {
                "use": text("heads.col_use"),
                "q": text("heads.col_queries"),
                "k": text("heads.col_keys"),
                "mask": text("heads.col_mask"),
                "shape": text("heads.col_shape"),
            },
            rows,
            key="heads_uses",
        )
