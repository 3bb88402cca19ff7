"""Check of the Streamlit settings the server relies on, when it starts: some may go."""

from __future__ import annotations

import logging
import re
import shlex
from ipaddress import ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

from streamlit import get_option

from explainer.streamlit_internals import answers_to, is_given, own_address, trusts

LOG = logging.getLogger(__name__)

EVERYWHERE: Final = ("0.0.0.0", "::")
OWN: Final = ("localhost", "127.0.0.1", "::1")
NAME: Final = re.compile(r"(\*\.)?[\w-]+(\.[\w-]+)*")

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
        value: object = get_option(name)
    except RuntimeError:  # there is no such option (any more)
        return None
    return value


def report() -> None:
    """A line in the log for each that differs, and one where the server answers to any name."""
    for name, value in differing().items():
        LOG.warning("the setting %s is %r, not %r as the app wants it", name, value, WANTED[name])
    if not get_option("server.allowedHosts"):
        LOG.warning("the setting server.allowedHosts is empty: the server answers to any name")
    if name := shut_out():
        LOG.warning("whoever comes by http://%s is refused; to answer: %s", name, to_allow(name))


def check_names() -> None:
    """Raises ValueError where a setting has a name that no request can have."""
    for entry in get_option("server.allowedHosts"):
        if not can_match(entry):
            raise ValueError(
                f"no request matches {entry!r} in server.allowedHosts: {instead(entry)}"
            )
    own = get_option("browser.serverAddress") or ""
    given = is_given("browser.serverAddress")
    if given and ("*" in own or not can_match(own)):
        raise ValueError(f"browser.serverAddress is {own!r}, which is no name: {instead(own)}")


def can_match(entry: str) -> bool:
    """Whether a request may have this name: one without scheme, port and path, or `*.` and a name,
    or `*`. Addresses are compared as they are written; there are no masks.
    """
    name = entry.strip().rstrip(".")
    return name == "*" or bool(NAME.fullmatch(name)) or ":" in name and _is_address(name)


def instead(entry: str) -> str:
    """What to write for an entry that matches nothing."""
    try:
        inside = ip_network(entry.strip(), strict=False)
    except ValueError:
        name = name_in(entry)
        return f"write {name!r}" if name else "write names and addresses one by one"
    own = own_address()
    fits = own is not None and ip_address(own) in inside
    return "write addresses one by one" + (f", {own!r}" if fits else "")


def name_in(entry: str) -> str:
    """The name in an address, "" where there is none that can match."""
    try:
        name = urlsplit(entry.strip() if "//" in entry else f"//{entry.strip()}").hostname or ""
    except ValueError:
        return ""
    return name if can_match(name) else ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


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


def _in_brackets(name: str) -> str:
    return f"[{name}]" if ":" in name else name


def to_allow(name: str) -> str:
    """What lets those in who come by this name, and still those who are let in now: an option on
    the command line takes the place of the whole list.
    """
    names = dict.fromkeys((name, *get_option("server.allowedHosts")))
    return " ".join(f"--server.allowedHosts {shlex.quote(one)}" for one in names)


def refused_origin(origin: str, host: str) -> bool:
    """Whether a session is refused that a page of `origin` opens at `host`: a proxy in between has
    another name than it calls this server by.
    """
    try:
        return urlsplit(origin).netloc != host and not trusts(origin)
    except ValueError:
        return True


def to_trust(name: str) -> str:
    """What lets sessions in that pages of this name open, where a proxy gives us another."""
    return f"--browser.serverAddress {shlex.quote(name)}"
