"""Sampling: temperature, top-k and top-p on a stored distribution, a number that picks, samples."""

from explainer.frame.course import Chapter

CHAPTER = Chapter(
    "sampling",
    ":material/casino:",
    settings=False,
    needs=("greedy",),
    magnifies="output",
)
