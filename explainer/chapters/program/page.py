"""The whole program in one file: its lines, and what it writes without some."""

from __future__ import annotations

from explainer.chapters.program.faults import draw_faults, draw_mistake
from explainer.chapters.program.lines import draw_lines
from explainer.frame.page import Beat, Page

PAGE = Page(
    draw={"faults": draw_faults, "lines": draw_lines},
    mistake=draw_mistake,
    probabilities=("faults",),
    gone={"libraries": "lines"},
    beats=(
        Beat("broken", {"program_view": "faults", "program_fault": "cross"}),
        Beat("look", {"program_view": "lines", "program_part": "attention"}),
        Beat("stack", {"program_view": "lines", "program_part": "model"}),
        Beat("learn", {"program_view": "lines", "program_part": "training"}),
        Beat("write", {"program_view": "lines", "program_part": "greedy"}),
    ),
)
