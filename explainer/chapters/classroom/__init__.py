"""For teachers: links to a task and its solution, which fix, hide and say what a teacher wants."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("classroom", ":material/cast_for_education:", talk=False)
