"""The installed models: training data, sizes and scores."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("models", ":material/inventory_2:", bar=False, talk=False)
