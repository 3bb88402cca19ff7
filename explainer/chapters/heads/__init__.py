"""Many heads: split, attend, join, project; what each looks at and what they cost together."""

from explainer.frame.course import Chapter

CHAPTER = Chapter(
    "heads",
    ":material/splitscreen:",
    needs=("cell",),
    magnifies="heads",
)
