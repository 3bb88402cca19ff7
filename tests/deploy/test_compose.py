"""compose.yaml: two processes and nginx, with as few rights as they need."""

import re
import tomllib
from typing import Any

import pytest
from streamlit import config

from explainer.web import frames
from tests.deploy.files import COMPOSE, IMAGE, NGINX, ROOT, variables, words

SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
APPS = ("one", "two")
RISKY = {
    *("privileged", "cap_add", "devices", "network_mode", "pid", "ipc", "userns_mode"),
    *("extra_hosts", "env_file", "sysctls"),
}


@pytest.mark.parametrize("name", SERVICES)
def test_each_has_few_rights(name: str) -> None:
    service = SERVICES[name]
    user, group = (int(part) for part in service["user"].split(":"))
    assert user > 0 and group > 0
    assert service["read_only"] is True and service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert re.fullmatch(r"\d+m", service["mem_limit"]) and 0 < service["pids_limit"] <= 512
    assert all(place.startswith("/tmp:size=") for place in service["tmpfs"])
    assert IMAGE.fullmatch(service["image"]) and not RISKY & set(service)
    assert int(service["stop_grace_period"].removesuffix("s")) >= 30


def test_the_app_reaches_nobody_and_only_nginx_is_reached() -> None:
    networks = COMPOSE["networks"]
    assert networks["inside"]["internal"] is True
    for name in APPS:
        assert SERVICES[name]["networks"] == ["inside"] and "ports" not in SERVICES[name]
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["front"]
    assert set(SERVICES) == {*APPS, "front"}


def test_the_processes_are_alike_and_share_a_secret_from_outside() -> None:
    one, two = (SERVICES[name] for name in APPS)
    assert one == two
    settings = one["environment"]
    assert settings["STREAMLIT_SERVER_COOKIE_SECRET"].startswith("${COOKIE_SECRET:?")
    assert settings["STREAMLIT_SERVER_ALLOWED_HOSTS"].startswith("${SITE:?")
    known = {option.env_var for option in config.get_config_options().values()}
    assert set(settings) <= {*known, frames.VARIABLE}


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


def test_a_class_behind_one_address_is_spread() -> None:
    assert "ip_hash" not in NGINX.replace("#", "")
    (hours,) = re.findall(r"proxy_read_timeout (\d+)h;", NGINX)
    assert int(hours) >= 1
    limits = re.findall(r"limit_conn open_address (\d+);", NGINX)
    assert [int(limit) >= 400 for limit in limits] == [True]
