"""What Streamlit's theme options cannot express: a few rules and our fonts."""

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
def links() -> bytes:
    """The style sheets, for the end of the first page: after Streamlit's own, whose rules they
    change, and before its scripts run, so that nothing is seen without them.

    The hash of the content in the address lets a browser keep them for ever.
    """
    return b"".join(
        b'<link rel="stylesheet" href="./%b?v=%.8b">\n'
        % (name.encode(), hashlib.sha256(path.read_bytes()).hexdigest().encode())
        for name, path in SHEETS.items()
    )
