"""The reader's sentence once more, through the pictures of the course."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("finale", ":material/east:", needs=("translate",), magnifies="model")
