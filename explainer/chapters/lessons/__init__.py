"""The ten guided lessons: what each is about, where to start, and its work sheet."""

from explainer.frame.course import Chapter

CHAPTER = Chapter(
    "lessons", ":material/local_library:", bar=False, talk=False, guide=f"{__name__}.panel"
)
