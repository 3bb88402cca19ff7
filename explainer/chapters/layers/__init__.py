"""The layers: the whole stack and the residual stream through it, in several views."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("layers", ":material/layers:", needs=("cell", "positions"), magnifies="layers")
