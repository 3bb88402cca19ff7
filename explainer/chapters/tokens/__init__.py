"""Tokens and ids: how a sentence becomes numbers, in how many ways, and how it comes back."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("tokens", ":material/extension:", magnifies="tokens")
