"""The server's allowed host names in Streamlit's settings, and hints to correct them."""

from __future__ import annotations

import logging
import re
import shlex
from typing import Final
from urllib.parse import urlsplit

from streamlit import get_option

from explainer.streamlit_internals import is_option_set, is_trusted_origin

LOG = logging.getLogger(__name__)

NAME: Final = re.compile(r"(\*\.)?[\w-]+(\.[\w-]+)*|[\da-f:.]*:[\da-f:.]*", re.ASCII)
LONGEST_NAME: Final = 253  # characters, as DNS has it


def check_allowed_names() -> None:
    """Raise ValueError for a name in a setting that no request can have; warn if there is none.

    Names are compared literally, without scheme, port, path or mask; `*.` is any first label.
    """
    if not get_option("server.allowedHosts"):
        LOG.warning("the setting server.allowedHosts is empty: the server answers to any name")
    for entry in get_option("server.allowedHosts"):
        if entry.strip() != "*" and not _can_match(entry):
            raise ValueError(
                f"no request matches {entry!r} in server.allowedHosts: {_instead(entry)}"
            )
    own = get_option("browser.serverAddress") or ""
    if is_option_set("browser.serverAddress") and ("*" in own or not _can_match(own)):
        raise ValueError(f"browser.serverAddress is {own!r}, which is no name: {_instead(own)}")


def _can_match(entry: str) -> bool:
    written = entry.strip().rstrip(".").lower()
    is_bare = written.count(":") > 1 and "//" not in written  # an address of IPv6
    return bool(written) and host_name(f"[{written}]" if is_bare else written) == written


def _instead(entry: str) -> str:
    name = host_name(entry)
    is_mask = entry.strip().startswith(f"{name}/")
    return f"write {name!r}" if name and not is_mask else "write names and addresses one by one"


def host_name(address: str) -> str:
    """Return the host name in an address; "" if there is no valid one."""
    address = address.strip()
    try:
        name = urlsplit(address if "//" in address else f"//{address}").hostname or ""
    except ValueError:
        return ""
    return name if NAME.fullmatch(name) and len(name) <= LONGEST_NAME else ""


def allow_hint(name: str) -> str:
    """Return the option that also admits requests by this name; it replaces the whole list."""
    names = dict.fromkeys((name, *get_option("server.allowedHosts")))
    return " ".join(f"--server.allowedHosts {shlex.quote(one)}" for one in names)


def trust_hint(name: str) -> str:
    """Return the option that admits sessions of pages under this name, behind a renaming proxy."""
    return f"--browser.serverAddress {shlex.quote(name)}"


def refused_origin(origin: str, host: str) -> bool:
    """Return whether Streamlit refuses a session that a page of `origin` opens at `host`."""
    try:
        return urlsplit(origin).netloc != host and not is_trusted_origin(origin)
    except ValueError:
        return True
