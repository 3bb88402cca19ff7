"""The installed models: what each was trained on, how large and how good it is."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("models", ":material/inventory_2:", bar=False, talk=False)
