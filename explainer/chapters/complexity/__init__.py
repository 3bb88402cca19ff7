"""Why self-attention: what layers multiply, how long that takes, and how far apart tokens are."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("complexity", ":material/timer:", needs=("rnn", "alignment"), magnifies="encoder")
