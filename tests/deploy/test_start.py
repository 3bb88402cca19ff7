"""The other ways to start: a double click, uv, a container, a dev container, a Space."""

import gc
import json
import re
import shlex
import socket
import subprocess
import warnings
from pathlib import Path

import pytest
import yaml

from tests.app.serving import PATIENCE
from tests.deploy.files import COMPOSE, IMAGE, ROOT, words
from tests.docs.readme import block

START = block("command: start").split(" && ")
PORT = int(words("EXPOSE")[0][0])
BAT = (ROOT / "start.bat").read_text(encoding="utf-8")
SAID = [line for line in BAT.splitlines() if re.search(r"\becho (?!off)", line)]


def hangul(text: str) -> bool:
    return bool(re.search("[가-힣]", text))


def test_the_double_click_takes_the_steps_of_powershell() -> None:
    steps = block("command: start on Windows").split("; ")
    places = [BAT.find(step) for step in steps]
    assert -1 not in places and places == sorted(places)


def test_the_double_click_opens_the_page_once_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line that waits is run on a port where nobody listens until it has waited once."""
    (waiting,) = re.findall(r'^start "" /b .venv\\Scripts\\python -c "(.*)"$', BAT, re.MULTILINE)
    assert waiting.count(str(PORT)) == 2
    done: list[str] = []
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        port = str(server.getsockname()[1])

        def wait(_: float) -> None:
            done.append("waits")
            server.listen()

        monkeypatch.setattr("time.sleep", wait)
        monkeypatch.setattr("webbrowser.open", done.append)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)  # its sockets end with the process
            exec(waiting.replace(str(PORT), port), {})
            gc.collect()
    assert done == ["waits", f"http://localhost:{port}"]


def test_the_double_click_speaks_both_languages_and_stays_open() -> None:
    """After each message in English the same in Korean."""
    assert [hangul(line) for line in SAID] == [False, True] * (len(SAID) // 2) != []
    before, found, _ = BAT.partition("chcp 65001")
    assert found and before.isascii()
    assert BAT.endswith("\npause\n") and BAT.count("pause & exit /b 1") == BAT.count("exit")


def test_the_double_click_bears_any_line_ends() -> None:
    """cmd finds labels by counting bytes, and loses them where lines end without CR."""
    assert "goto" not in BAT and "call" not in BAT
    assert not [line for line in BAT.splitlines() if line.lstrip().startswith(":")]


def test_uv_starts_the_same_app_with_the_same_python() -> None:
    told = shlex.split(block("command: start with uv"))
    assert told[:2] == ["uv", "run"] and told[-3:] == shlex.split(START[2].partition("bin/")[2])
    assert f"python{told[told.index('--python') + 1]}" == shlex.split(START[0])[0]
    assert told[told.index("--with-requirements") + 1] == shlex.split(START[1])[-1]
    # pyproject.toml holds settings of tools and no project that could be installed.
    assert "--no-project" in told


def test_a_dev_container_is_set_up_as_readme_says() -> None:
    found = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text("utf-8"))
    assert set(found) == {"name", "image", "postCreateCommand", "forwardPorts"}
    assert found["postCreateCommand"] == " && ".join(START[:2]) and found["forwardPorts"] == [PORT]
    (image,) = (word[0].partition("=")[2] for word in words("ARG") if "IMAGE" in word[0])
    assert IMAGE.fullmatch(found["image"]) and found["image"] == image.replace("-slim", "")


def test_the_container_of_readme_is_the_one_of_compose() -> None:
    build, run = (shlex.split(step) for step in block("command: start in a container").split("&&"))
    image = COMPOSE["services"]["one"]["image"]
    assert build == ["docker", "build", "--tag", image, "."] and run[-1] == image
    assert run[run.index("--publish") + 1] == f"127.0.0.1:{PORT}:{PORT}"


def test_the_space_is_laid_out_by_its_command(tmp_path: Path) -> None:
    command = block("command: space")
    assert command.count(" .space") == 3
    space = tmp_path / "space"
    subprocess.run(
        ["sh", "-euc", command.replace(" .space", f" {shlex.quote(str(space))}")],
        check=True,
        timeout=PATIENCE,
        cwd=ROOT,
    )
    head = yaml.safe_load((space / "README.md").read_text(encoding="utf-8").split("---\n")[1])
    assert (head["sdk"], head["app_port"]) == ("docker", PORT)
    assert {"title", "license"} <= set(head) and len(head["short_description"]) <= 60
    needed = [source for found in words("COPY") for source in found[:-1] if source[0] != "-"]
    for source in ("Dockerfile", ".dockerignore", *needed):
        assert source.startswith("/") or (space / source).exists(), source
    assert not (space / "tests").exists()
