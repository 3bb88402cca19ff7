"""The names this server answers to, as Streamlit's settings have them: what is wrong with one, and
what to set so that another one is let in.
"""

from __future__ import annotations

import logging
import re
import shlex
from typing import Final
from urllib.parse import urlsplit

from streamlit import get_option

from explainer.streamlit_internals import is_given, trusts

LOG = logging.getLogger(__name__)

NAME: Final = re.compile(r"(\*\.)?[\w-]+(\.[\w-]+)*|[\da-f:.]*:[\da-f:.]*", re.ASCII)
LONGEST_NAME: Final = 253  # characters, as DNS has it


def check_names() -> None:
    """Raises ValueError where a setting has a name that no request can have: addresses are compared
    as they are written, without scheme, port, path and mask; `*.` stands for any name before one.
    A warning where there is none.
    """
    if not get_option("server.allowedHosts"):
        LOG.warning("the setting server.allowedHosts is empty: the server answers to any name")
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
    is_bare = written.count(":") > 1 and "//" not in written  # an address of IPv6
    return bool(written) and name_in(f"[{written}]" if is_bare else written) == written


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
    return name if NAME.fullmatch(name) and len(name) <= LONGEST_NAME else ""


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
