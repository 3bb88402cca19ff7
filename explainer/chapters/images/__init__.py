"""Pictures as tokens: a digit in patches, what heads look at, patches in another order."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("images", ":material/grid_on:", bar=False, magnifies="encoder_only")
