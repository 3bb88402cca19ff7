"""The first page: the whole model at work on one sentence, and what came out."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("translate", ":material/hub:", magnifies="model")
