"""The whole program in one file: its lines, textbook mistakes in it, and PyTorch's layers."""

from __future__ import annotations

from explainer.chapters.program.faults import draw_faults
from explainer.chapters.program.libraries import draw_libraries, draw_mistake
from explainer.chapters.program.lines import draw_lines
from explainer.frame.page import Beat, Page

PAGE = Page(
    draw={"lines": draw_lines, "faults": draw_faults, "libraries": draw_libraries},
    mistake=draw_mistake,
    probabilities=("faults",),
    beats=(
        Beat("look", {"program_view": "lines", "program_part": "attention"}),
        Beat("stack", {"program_view": "lines", "program_part": "model"}),
        Beat("learn", {"program_view": "lines", "program_part": "training"}),
        Beat("write", {"program_view": "lines", "program_part": "greedy"}),
        Beat("broken", {"program_view": "faults", "program_fault": "cross"}),
    ),
)
