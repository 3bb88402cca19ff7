"""compose.yaml: two processes and nginx, with as few rights as they need."""

import re
import tomllib
from typing import Any

from tests.deploy.files import COMPOSE, NGINX, ROOT, variables, words

SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
APPS = ("one", "two")


def test_user_and_port_are_those_of_the_image() -> None:
    assert SERVICES["one"]["user"] == words("USER")[0][0]
    port = variables()["STREAMLIT_SERVER_PORT"]
    found = re.findall(r"^\s+server (\w+):(\d+)", NGINX, re.MULTILINE)
    assert set(found) == {(name, port) for name in APPS}


def test_nginx_reads_the_shipped_file_and_listens_where_it_is_published() -> None:
    front = SERVICES["front"]
    (volume,) = front["volumes"]
    source, target, mode = volume.split(":")
    assert (ROOT / source).is_file() and mode == "ro,z"
    assert front["entrypoint"][front["entrypoint"].index("-c") + 1] == target
    assert front["entrypoint"][front["entrypoint"].index("-p") + 1] == "/tmp"
    (published,) = front["ports"]
    assert f"listen {published.partition(':')[2]};" in NGINX
    assert set(front["depends_on"]) == set(APPS)


def test_sub_path_and_sizes_fit_the_app() -> None:
    base = SERVICES["one"]["environment"]["STREAMLIT_SERVER_BASE_URL_PATH"]
    places = re.findall(r"location (?:=|~|\^~)? ?\^?(/\w*)", NGINX)
    assert set(places) == {"/", f"/{base}"}
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
    (largest,) = re.findall(r"client_max_body_size (\d+)m;", NGINX)
    assert int(largest) == settings["server"]["maxUploadSize"]


def test_nginx_adds_no_header_that_the_app_sends() -> None:
    """In front of the app's answers; its own few words stand in the last place."""
    passed, _, own = NGINX.partition("location @later")
    assert own and not re.findall(r"add_header (?:Content-Security|X-Content|Referrer)", passed)
    assert "proxy_hide_header" not in NGINX
