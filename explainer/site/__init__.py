"""The course as files: every chapter with its drawings, to be read without a server.

`tree` runs a chapter as a visitor's browser would ask for it, `render` makes HTML of its elements,
`states` lays what a chapter shows at each beat over each other, `build` writes the files. What the
course says, draws and computes comes from the app: nothing of it is written here again.
"""

from __future__ import annotations


class SiteError(Exception):
    """Something of a page that cannot be made into a file, by its name."""
