"""Positional encoding: the table, its waves, what it says about distance, and alternatives."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("positions", ":material/waves:", needs=("embeddings",), magnifies="positions")
