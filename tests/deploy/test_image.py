"""Dockerfile and .dockerignore: what goes in, who runs it, and the question after its health."""

import http.server
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from streamlit import config

from tests.app.serving import PATIENCE
from tests.deploy.files import IMAGE, ROOT, instructions, said, variables, words
from tests.docs.test_requirements import pins


def copied() -> set[str]:
    """What COPY takes from this folder."""
    own = (found for found in words("COPY") if not found[0].startswith("--from"))
    return {source for found in own for source in found[:-1]}


def test_what_is_copied_is_there_and_nothing_else_is_sent() -> None:
    assert copied() == {"requirements.txt", "app.py", ".streamlit", "pretrained", "explainer"}
    assert all((ROOT / source).exists() for source in copied())
    rules = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [rule for rule in rules if rule and not rule.startswith("#")]
    assert rules[0] == "*"
    assert {rule[1:] for rule in rules if rule.startswith("!")} == copied()
    assert "**/__pycache__" in rules and not words("ADD")


def test_the_images_are_exact_and_of_no_registry() -> None:
    (start,) = (found[0] for found in words("ARG") if "IMAGE" in found[0])
    name, _, image = start.partition("=")
    assert re.fullmatch(r"python:3\.11\.\d+-slim-\w+", image) and IMAGE.fullmatch(image)
    assert {found[0] for found in words("FROM")} == {f"${{{name}}}"}


def test_whoever_builds_names_the_index_of_packages() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert set(re.findall(r"https?://([\w.]+)", text)) == {"127.0.0.1"}
    assert {"PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL"} <= {found[0] for found in words("ARG")}


@pytest.mark.parametrize("backend", ["cpu", ""])
def test_torch_is_the_cpus_unless_whoever_builds_wants_another(backend, tmp_path):
    """The line of the image is run, with a pip and a uv that only write down what they are told."""
    assert ["TORCH=cpu"] in words("ARG")
    (line,) = (rest for name, rest in instructions() if name == "RUN" and "$TORCH" in rest)
    for tool in ("pip", "uv"):
        (tmp_path / tool).write_text(f'#!/bin/sh\necho {tool} "$@"\n', encoding="utf-8")
        (tmp_path / tool).chmod(0o755)
    told = subprocess.run(
        ["sh", "-c", line],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
        cwd=ROOT,
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}", "TORCH": backend},
    ).stdout.splitlines()
    assert len(told) == (2 if backend else 0)
    if backend:
        pin = str(pins(ROOT / "requirements.txt")["torch"])
        assert re.fullmatch(r"pip install uv==[\d.]+", told[0])
        assert told[1].endswith(f"--python /venv/bin/python --torch-backend cpu {pin}")


def test_it_runs_as_nobody_in_particular() -> None:
    names = [name for name, _ in instructions()]
    assert words("USER") == [["10001:10001"]]
    assert names.index("USER") > max(i for i, name in enumerate(names) if name in ("RUN", "COPY"))
    assert variables()["HOME"] == "/tmp"


def test_the_settings_are_streamlits() -> None:
    known = {option.env_var for option in config.get_config_options().values()}
    mine = {name for name in variables() if name.startswith("STREAMLIT_")}
    assert mine and mine <= known
    assert variables()["STREAMLIT_SERVER_PORT"] == words("EXPOSE")[0][0]
    assert json.loads(said("CMD")) == ["streamlit", "run", "app.py"]


@contextmanager
def answering(path: str, status: int) -> Iterator[int]:
    """A server that gives `status` at one path and 404 elsewhere; its port."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == path else 404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing."""

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("base", ["", "lab", "/lab/"])
@pytest.mark.parametrize(("status", "healthy"), [(200, True), (503, False)])
def test_the_image_asks_after_its_health(base: str, status: int, healthy: bool) -> None:
    python, *command = json.loads(said("HEALTHCHECK").partition(" CMD ")[2])
    assert python == "python"
    inside = f"/{base.strip('/')}/_stcore/health".replace("//", "/")
    with answering(inside, status) as port:
        here = [part.replace(variables()["STREAMLIT_SERVER_PORT"], str(port)) for part in command]
        found = subprocess.run(
            [sys.executable, *here],
            capture_output=True,
            check=False,
            timeout=PATIENCE,
            env={**os.environ, "STREAMLIT_SERVER_BASE_URL_PATH": base},
        )
    assert (found.returncode == 0) == healthy, found.stderr
