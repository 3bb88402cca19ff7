"""The model grows: states of its own training, from random weights to the finished model."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("growth", ":material/history:", magnifies="model")
