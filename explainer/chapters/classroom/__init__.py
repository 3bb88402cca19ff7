"""For teachers: links to a task and its solution that fix, hide and explain as wished."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("classroom", ":material/cast_for_education:", bar=False, talk=False)
