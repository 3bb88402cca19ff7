"""Attention as look-up and as smoothing: a soft dictionary, a kernel, the scores of the RNN era."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("lookup", ":material/travel_explore:")
