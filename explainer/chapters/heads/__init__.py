"""Many heads: what each looks at, the maps of all of them, and what they cost together."""

from explainer.frame.course import Chapter

CHAPTER = Chapter(
    "heads",
    ":material/splitscreen:",
    needs=("cell",),
    magnifies="kind:cross",
    was=("maps",),
)
