"""The glossary: the app's terms in Korean and English, and where each is shown."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("glossary", ":material/dictionary:", bar=False, talk=False)
