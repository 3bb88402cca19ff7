"""Train one yourself: a toy Transformer that learns in the page, or a recorded run of it."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("toy", ":material/play_circle:", bar=False, magnifies="model")
