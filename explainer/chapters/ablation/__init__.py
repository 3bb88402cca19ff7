"""What if: switch parts of the run off, rank the heads, read one map four ways, split a logit."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("ablation", ":material/science:", needs=("heads", "layers"), magnifies="model")
