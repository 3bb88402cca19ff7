"""The layers: the whole stack, and what runs through it, in eight views."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("layers", ":material/layers:", needs=("cell", "positions"), magnifies="layers")
