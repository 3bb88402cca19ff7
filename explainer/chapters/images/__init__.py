"""Images as tokens: a digit in patches, what heads attend to, and patches in another order."""

from explainer.frame.course import Chapter

CHAPTER = Chapter(
    "images",
    ":material/grid_on:",
    bar=False,
    magnifies="model",
    views=(("read", "model"), ("look", "encoder_only"), ("shuffle", "encoder_only")),
)
