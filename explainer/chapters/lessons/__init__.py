"""The ten guided lessons: goals, where to start, and work sheets."""

from explainer.frame.course import Chapter

CHAPTER = Chapter(
    "lessons", ":material/local_library:", bar=False, talk=False, guide=f"{__name__}.panel"
)
