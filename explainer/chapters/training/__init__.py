"""The recipe of training: loss, label smoothing, Adam, warm-up, dropout, each on real numbers."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("training", ":material/replay:", magnifies="model")
