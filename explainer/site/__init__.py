"""The static site: every chapter with its drawings, as files that need no server.

`tree` runs a chapter without a browser, `render` turns its elements into HTML, `states` merges what
it draws at each beat into one page, `build` writes the files. All content comes from the app.
"""

from __future__ import annotations


class SiteError(Exception):
    """Error for page content that cannot be exported; its message names the content."""
