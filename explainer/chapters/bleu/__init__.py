"""BLEU worked out, from the words of a candidate to its score."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("bleu", ":material/balance:", needs=("beam",))
