"""Greedy search step by step: the choice, and what it costs."""

from explainer.frame.course import Chapter

CHAPTER = Chapter(
    "greedy",
    ":material/footprint:",
    settings=False,
    needs=("translate",),
    magnifies="writing",
)
