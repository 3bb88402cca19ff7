"""Attention as look-up and as smoothing: a soft dictionary, and a kernel."""

from __future__ import annotations

from explainer.chapters.lookup.dictionary import draw_dictionary, draw_printed
from explainer.chapters.lookup.kernel import draw_kernel, draw_plain_numbers
from explainer.frame.page import Beat, Page

PAGE = Page(
    draw={"dictionary": draw_dictionary, "kernel": draw_kernel},
    mistake={"dictionary": draw_printed, "kernel": draw_plain_numbers},
    live=True,
    without=("dictionary", "kernel"),
    barless=("dictionary",),
    beats=(
        Beat("shop", {"lookup_view": "dictionary"}),
        Beat("sharp", {"lookup_view": "dictionary", "lookup_sharpness": "10"}),
        Beat("flat", {"lookup_view": "dictionary", "lookup_sharpness": "0"}),
        Beat("kernel", {"lookup_view": "kernel"}),
    ),
)
