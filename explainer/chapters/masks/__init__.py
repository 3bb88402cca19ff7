"""Masks: who may attend to whom, what -inf does, and what happens without a mask."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("masks", ":material/visibility_off:", needs=("cell",), magnifies="mask")
