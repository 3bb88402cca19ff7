"""The model's own head as a kernel smoother, times a factor of the key's norm."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explainer.analysis.smoothing import gaussian_attention
from explainer.frame import chapter
from explainer.frame.maps import Scale, Side, draw_map
from explainer.frame.pickers import ROW, pick_head
from explainer.frame.view import View
from explainer.translation import prefix_of


def draw_model_kernel(view: View) -> float:
    """Draw a row's weights and a kernel's; return their difference once scaled by key norms."""
    text, translation = view.text, view.translation
    with chapter.figure(text("lookup.model_kernel"), text("lookup.model_kernel_line")):
        with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
            pick, layer, head = pick_head(text, translation, "cross")
        weights = translation.attention("cross")[layer, head]
        name = prefix_of("cross", layer)
        q, k = (translation.trace[f"{name}.{part}"][head].astype(np.float64) for part in "qk")
        bandwidth = q.shape[-1] ** 0.25  # h^2 = sqrt(d_k)
        kernel = gaussian_attention(q, k, bandwidth)
        apart = int(np.abs(weights - kernel).max(axis=1).argmax())  # where lengths matter most
        row = pick.slider(ROW, len(weights), apart)
        lengths = np.linalg.norm(k, axis=-1)
        lifted = kernel * np.exp((lengths**2 - lengths.max() ** 2) / (2 * bandwidth**2))
        again = lifted / lifted.sum(axis=-1, keepdims=True)
        written, source = translation.predicted_tokens[row], translation.source.tokens
        draw_map(
            text,
            "lookup_model_map",
            np.stack([weights[row], kernel[row]]),
            text("lookup.model_alt", layer=layer + 1, head=head + 1, row=row + 1),
            rows=Side("", [text("lookup.row_attention"), text("lookup.row_kernel")], "ink"),
            keys=Side(text("words.key_axis_source"), source, "source"),
            scale=Scale(text("words.weight")),
            head=text("lookup.model_row", row=row + 1, token=written),
            line=text(
                "lookup.model_lengths",
                low=f"{lengths.min():.2f}",
                high=f"{lengths.max():.2f}",
                h=f"{bandwidth:.2f}",
                d=q.shape[-1],
            ),
        )
        return float(np.abs(again - weights).max())
