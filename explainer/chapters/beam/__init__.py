"""Beam search: the tree of hypotheses, the length penalty, a rescued branch."""

from explainer.frame.course import Chapter

CHAPTER = Chapter(
    "beam",
    ":material/account_tree:",
    settings=False,
    needs=("greedy",),
    magnifies="writing",
)
