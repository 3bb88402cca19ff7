"""Inside a Translator: an encoder-decoder Transformer to look into."""

# The one place of it: the app, reports and links read it here. CITATION.cff and CHANGELOG.md repeat
# it for those who read files, and tests/docs/test_papers.py holds them together.
__version__ = "1.0.0"
