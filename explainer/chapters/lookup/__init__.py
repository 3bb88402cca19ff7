"""Attention as look-up and as smoothing: a soft dictionary, and a kernel."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("lookup", ":material/travel_explore:", needs=("alignment",), magnifies="memory")
