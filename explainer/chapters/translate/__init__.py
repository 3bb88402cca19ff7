"""The first page: the whole model translating one sentence, and its output."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("translate", ":material/hub:", magnifies="model")
