"""Teacher forcing beside free running: the same decoder fed with a reference, and with itself."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("forcing", ":material/school:", needs=("greedy", "masks"), magnifies="loop")
