"""Teacher forcing and free running: one decoder fed a reference, and its own output."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("forcing", ":material/school:", needs=("greedy", "masks"), magnifies="loop")
