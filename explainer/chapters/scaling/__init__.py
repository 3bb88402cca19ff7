"""Why scores are divided by sqrt(d_k): random vectors, the model's own, and what if not."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("scaling", ":material/square_foot:", needs=("cell",), magnifies="attention")
