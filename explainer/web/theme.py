"""Style rules that Streamlit's theme options cannot express, and our fonts."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
FONTS: Final = HERE / "fonts"
ORDER: Final = (FONTS / "fonts.css", HERE / "palette.css", HERE / "style.css")
# What a browser may ask for, by its address below the app's.
SHEETS: Final = {f"fonts/{path.name}": path for path in ORDER}
FILES: Final = {**SHEETS, **{f"fonts/{path.name}": path for path in FONTS.glob("*.woff2")}}


@cache
def style_sheet_links() -> bytes:
    """Return link tags of the style sheets, to insert at the end of the first page's head.

    The content hash in the URL lets a browser cache them for ever.
    """
    return b"".join(
        b'<link rel="stylesheet" href="./%b?v=%.8b">\n'
        % (name.encode(), hashlib.sha256(path.read_bytes()).hexdigest().encode())
        for name, path in SHEETS.items()
    )
