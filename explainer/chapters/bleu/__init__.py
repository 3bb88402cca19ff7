"""BLEU, worked out: from the words of a candidate to its score, every step to open."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("bleu", ":material/balance:", needs=("beam",))
