"""The app: the frame around every page, the warm-up, the server."""

import explainer.chapters  # noqa: F401  # registers the course
