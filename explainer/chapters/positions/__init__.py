"""Positional encoding: the table, its waves, what it knows of distance, and what else there is."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("positions", ":material/waves:", needs=("embeddings",), magnifies="positions")
