"""Train a toy Transformer in the page, or replay a recorded training."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("toy", ":material/play_circle:", bar=False, magnifies="model")
