"""Many heads: what each attends to, the maps of all of them, and their cost."""

from explainer.frame.course import Chapter

CHAPTER = Chapter(
    "heads",
    ":material/splitscreen:",
    needs=("cell",),
    magnifies="kind:cross",
    was=("maps",),
)
