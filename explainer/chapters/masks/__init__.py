"""Masks: who may look at whom, what -inf does, and what happens when a mask is missing."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("masks", ":material/visibility_off:", needs=("cell",), magnifies="mask")
