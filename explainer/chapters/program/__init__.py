"""The whole program in one file: every line with its values, and the effect of mistakes."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("program", ":material/code_blocks:", needs=("cell", "layers"), magnifies="model")
