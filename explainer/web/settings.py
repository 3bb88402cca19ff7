"""Check of the Streamlit settings the server relies on, when it starts: some may go."""

from __future__ import annotations

import logging
import re
import shlex
from typing import Final
from urllib.parse import urlsplit

from streamlit import get_option

from explainer.streamlit_internals import answers_to, is_given, own_address, trusts

LOG = logging.getLogger(__name__)

EVERYWHERE: Final = ("0.0.0.0", "::")
OWN: Final = ("localhost", "127.0.0.1", "::1")
NAME: Final = re.compile(r"(\*\.)?[\w-]+(\.[\w-]+)*|[\da-f:.]*:[\da-f:.]*")

# What .streamlit/config.toml says, where another value would open a door. Names, addresses and
# sizes are the operator's to choose.
OFF: Final = (
    "browser.gatherUsageStats client.showErrorLinks logger.enableRich runner.magicEnabled"
    " runner.postScriptGC server.enableAgentApi server.enableStaticServing server.runOnSave"
    " server.showEmailPrompt"
)
ON: Final = "server.enableCORS server.enableXsrfProtection server.headless"
WANTED: Final[dict[str, object]] = {
    **dict.fromkeys(OFF.split(), False),
    **dict.fromkeys(ON.split(), True),
    "client.allowedOrigins": [],
    "client.showErrorDetails": "none",
    "client.toolbarMode": "minimal",
    "server.corsAllowedOrigins": [],
    "server.fileWatcherType": "none",
    "server.maxWidgetStateSize": 1,
}


def differing() -> dict[str, object]:
    """The options that are not as wanted, with what they are; an unknown one is None."""
    found: dict[str, object] = {}
    for name, wanted in WANTED.items():
        try:
            value = get_option(name)
        except RuntimeError:  # there is no such option (any more)
            value = None
        if value != wanted:
            found[name] = value
    return found


def report() -> None:
    """A line in the log for each that differs, and one where the server answers to any name."""
    for name, value in differing().items():
        LOG.warning("the setting %s is %r, not %r as the app wants it", name, value, WANTED[name])
    if not get_option("server.allowedHosts"):
        LOG.warning("the setting server.allowedHosts is empty: the server answers to any name")
    if name := shut_out():
        LOG.warning("whoever comes by http://%s is refused; to answer: %s", name, to_allow(name))


def check_names() -> None:
    """Raises ValueError where a setting has a name that no request can have: addresses are compared
    as they are written, without scheme, port, path and mask; `*.` stands for any name before one.
    """
    for entry in get_option("server.allowedHosts"):
        if entry.strip() != "*" and not _can_match(entry):
            raise ValueError(
                f"no request matches {entry!r} in server.allowedHosts: {_instead(entry)}"
            )
    own = get_option("browser.serverAddress") or ""
    if is_given("browser.serverAddress") and ("*" in own or not _can_match(own)):
        raise ValueError(f"browser.serverAddress is {own!r}, which is no name: {_instead(own)}")


def _can_match(entry: str) -> bool:
    written = entry.strip().rstrip(".").lower()
    return bool(written) and name_in(_in_brackets(written)) == written


def _instead(entry: str) -> str:
    name = name_in(entry)
    is_mask = entry.strip().startswith(f"{name}/")
    return f"write {name!r}" if name and not is_mask else "write names and addresses one by one"


def name_in(address: str) -> str:
    """The name in an address, "" where there is none that a request can have."""
    address = address.strip()
    try:
        name = urlsplit(address if "//" in address else f"//{address}").hostname or ""
    except ValueError:
        return ""
    return name if NAME.fullmatch(name) else ""


def _in_brackets(name: str) -> str:
    return f"[{name}]" if name.count(":") > 1 and "//" not in name else name


def shut_out() -> str:
    """The name by which Streamlit says at its start that others find the app, where it refuses all
    who come by it; "" where it does not.
    """
    address = get_option("server.address") or ""
    told = address
    if is_given("browser.serverAddress"):
        told = get_option("browser.serverAddress") or ""
    elif address in EVERYWHERE:
        others = [name for name in get_option("server.allowedHosts") if name not in OWN]
        told = "" if others else own_address() or ""
    is_name = told and not told.startswith("unix://")
    return told if is_name and not answers_to(_in_brackets(told)) else ""


def to_allow(name: str) -> str:
    """What lets those in who come by this name, and still those who are let in now: an option on
    the command line takes the place of the whole list.
    """
    names = dict.fromkeys((name, *get_option("server.allowedHosts")))
    return " ".join(f"--server.allowedHosts {shlex.quote(one)}" for one in names)


def to_trust(name: str) -> str:
    """What lets sessions in that pages of this name open, where a proxy gives us another."""
    return f"--browser.serverAddress {shlex.quote(name)}"


def refused_origin(origin: str, host: str) -> bool:
    """Whether a session is refused that a page of `origin` opens at `host`: a proxy in between has
    another name than it calls this server by.
    """
    try:
        return urlsplit(origin).netloc != host and not trusts(origin)
    except ValueError:
        return True
