"""The whole program in one file: every line with what it makes, and what mistakes do to it."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("program", ":material/code_blocks:", needs=("cell", "layers"), magnifies="model")
