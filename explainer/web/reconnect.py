"""A browser whose session is gone, because the server was restarted or the lid was closed for too
long, asks for its page anew as soon as it is connected. The address says what was on it.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import streamlit as st

# As good as never: a browser's timer holds at most 24 days.
SELDOM: Final = timedelta(days=20)


@st.fragment(run_every=SELDOM)
def ask_when_reconnected() -> None:
    """Draws nothing. A browser with a fragment that runs by itself asks for a run of the whole page
    whenever it was reconnected; any other one waits for a click, and a page that waits for the next
    click is dead.
    """
