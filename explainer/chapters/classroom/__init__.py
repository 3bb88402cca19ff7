"""For teachers: a link that fixes the sentence, hides panels or answers, and carries a note."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("classroom", ":material/cast_for_education:", talk=False)
