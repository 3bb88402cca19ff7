"""Batch translation of the user's sentences with quality signs, least certain first."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("sentences", ":material/upload_file:", bar=False, talk=False)
