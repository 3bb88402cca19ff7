"""Puts the app together: the frame round every page, the warm-up, the server."""

import explainer.chapters  # noqa: F401  # registers the course
