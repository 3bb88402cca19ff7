"""Embeddings: from an id to a vector, what vectors are near, their scale, and one shared matrix."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("embeddings", ":material/scatter_plot:", needs=("tokens",), magnifies="embed")
