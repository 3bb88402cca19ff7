"""One cell of an attention map, step by step, from the two vectors to the sub-layer's output."""

from explainer.frame.course import Chapter

CHAPTER = Chapter(
    "cell", ":material/filter_center_focus:", needs=("lookup",), magnifies="kind:cross"
)
