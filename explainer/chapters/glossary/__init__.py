"""The glossary: every word of the app in Korean and English, and where to see what it means."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("glossary", ":material/dictionary:", bar=False, talk=False)
