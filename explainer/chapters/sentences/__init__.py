"""Your own sentences: lines in, translations with numbers out, read from the least sure on."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("sentences", ":material/upload_file:", bar=False, talk=False)
