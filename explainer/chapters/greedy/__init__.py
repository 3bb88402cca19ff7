"""Greedy search step by step: the choice, what it costs, and what chance would have drawn."""

from explainer.frame.course import Chapter

CHAPTER = Chapter(
    "greedy",
    ":material/footprint:",
    settings=False,
    needs=("translate",),
    magnifies="writing",
)
