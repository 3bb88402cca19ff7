"""Check of the Streamlit settings the server relies on, when it starts: some may go."""

from __future__ import annotations

import logging
from typing import Final

from streamlit import config

LOG = logging.getLogger(__name__)

# What .streamlit/config.toml says, where another value would open a door. Names, addresses and
# sizes are the operator's to choose.
WANTED: Final[dict[str, object]] = {
    "browser.gatherUsageStats": False,
    "client.allowedOrigins": [],
    "client.showErrorDetails": "none",
    "client.showErrorLinks": False,
    "client.toolbarMode": "minimal",
    "logger.enableRich": False,
    "runner.magicEnabled": False,
    "runner.postScriptGC": False,
    "server.corsAllowedOrigins": [],
    "server.enableAgentApi": False,
    "server.enableCORS": True,
    "server.enableStaticServing": False,
    "server.enableXsrfProtection": True,
    "server.fileWatcherType": "none",
    "server.headless": True,
    "server.maxWidgetStateSize": 1,
    "server.runOnSave": False,
    "server.showEmailPrompt": False,
}


def differing() -> dict[str, object]:
    """The options that are not as wanted, with what they are; an unknown one is None."""
    values = {name: _value(name) for name in WANTED}
    return {name: value for name, value in values.items() if value != WANTED[name]}


def _value(name: str) -> object:
    try:
        value: object = config.get_option(name)
    except RuntimeError:  # there is no such option (any more)
        return None
    return value


def report() -> None:
    """A line in the log for each that differs, and one where the server answers to any name."""
    for name, value in differing().items():
        LOG.warning("the setting %s is %r, not %r as the app wants it", name, value, WANTED[name])
    if not config.get_option("server.allowedHosts"):
        LOG.warning("the setting server.allowedHosts is empty: the server answers to any name")
