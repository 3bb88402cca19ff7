"""The paper's result table as a chart, with our models, and what cannot be compared."""

from explainer.frame.course import Chapter

CHAPTER = Chapter(
    "results", ":material/leaderboard:", bar=False, needs=("bleu",), magnifies="model"
)
