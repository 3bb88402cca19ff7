"""Alignment and attention: the decoder scores every source token, and mixes what it finds."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("alignment", ":material/swap_calls:", needs=("rnn",), magnifies="cross")
