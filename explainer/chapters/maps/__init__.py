"""Attention maps: every layer and head of the run, one of them large, one cell as a formula."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("maps", ":material/grid_on:", needs=("heads",), magnifies="kind:cross")
