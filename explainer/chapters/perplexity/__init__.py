"""Perplexity: of dice, of the model on the reader's pair, and why the unit matters."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("perplexity", ":material/help_center:", needs=("forcing",), magnifies="output")
