"""The app's processes and nginx in front of them, on free ports of this machine (Linux)."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.app.serving import PATIENCE, Server, free_port, launch
from tests.runs.waiting import until

ROOT: Final = Path(__file__).resolve().parents[2]
CONFIGURATION: Final = ROOT / ".deploy" / "nginx.conf"
ADDRESS: Final = "STREAMLIT_SERVER_ADDRESS"  # that of the app here is the one nginx is told
BASE: Final = "lab"  # the sub-path of the shipped configuration
NOBODY: Final = 65534


@contextmanager
def running(
    count: int = 1, base: str = "", forked: bool = False, **settings: str
) -> Iterator[list[Server]]:
    """So many processes of the app, ready; stopped at the end."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        given = {ADDRESS: "127.0.0.1", **settings}
        logs = [Path(folder) / f"{number}.log" for number in range(count)]
        apps = [launch(log, port=0, base=base, forked=forked, **given) for log in logs]
        for app in apps:
            stack.callback(app.kill)
        for app in apps:
            app.wait()
        yield apps


def nginx_program() -> str | None:
    """Debian's nginx; it may lie where only root looks."""
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def configuration(listen: int, one: int, two: int) -> str:
    """The shipped configuration, with ports of this machine for the names of containers."""
    text = CONFIGURATION.read_text(encoding="utf-8")
    for shipped, here, times in (
        ("server one:8501", f"server 127.0.0.1:{one}", 2),
        ("server two:8501", f"server 127.0.0.1:{two}", 2),
        ("listen 8080;", f"listen 127.0.0.1:{listen};", 1),
        ("/dev/stdout", "access.log", 1),
    ):
        found = text.count(shipped)
        if found != times:
            raise ValueError(f"{CONFIGURATION.name}: {shipped!r} {found} times, not {times}")
        text = text.replace(shipped, here)
    return text


@dataclass(frozen=True)
class Nginx:
    """nginx in a folder of its own, without root's rights."""

    program: str
    folder: Path
    port: int

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def address(self) -> str:
        """Where the app is."""
        return f"{self.origin}/{BASE}"

    def log(self, part: str = "", count: int = 1) -> list[str]:
        """The lines of its access log with `part`; waits for `count`, which come after answers."""

        def lines() -> list[str]:
            written = (self.folder / "access.log").read_text(encoding="utf-8").splitlines()
            return [line for line in written if part in line]

        until(lambda: len(lines()) >= count, PATIENCE)
        return lines()

    def command(self, *more: str) -> list[str]:
        folder = str(self.folder)
        options = ("-e", "stderr", "-p", folder, "-c", f"{folder}/nginx.conf")
        return [self.program, *options, *more]


def unprivileged() -> dict[str, object]:
    """What Popen needs to give up root's rights, where it has them."""
    if os.geteuid() != 0:
        return {}
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []}


@contextmanager
def nginx_folder(program: str, one: int, two: int) -> Iterator[Nginx]:
    """A folder with the configuration, nginx not started."""
    with tempfile.TemporaryDirectory(prefix="nginx-") as name:
        folder, port = Path(name), free_port()
        (folder / "nginx.conf").write_text(configuration(port, one, two), encoding="utf-8")
        (folder / "unused").mkdir()
        if os.geteuid() == 0:
            for path in (folder, *folder.iterdir()):
                os.chown(path, NOBODY, NOBODY)
        yield Nginx(program, folder, port)


@contextmanager
def nginx(program: str, one: int, two: int) -> Iterator[Nginx]:
    """nginx in front of two ports, answering; stopped at the end."""
    with nginx_folder(program, one, two) as server:
        log = server.folder / "stderr.log"
        with log.open("wb") as out:
            process = subprocess.Popen(  # type: ignore[call-overload]
                server.command("-g", "daemon off;"), stdout=out, stderr=out, **unprivileged()
            )
        try:
            _wait_for(process, server.port, log)
            yield server
        finally:
            process.terminate()
            process.wait(timeout=PATIENCE)


def _wait_for(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    def is_there() -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=PATIENCE):
            return True
        return False

    until(lambda: process.poll() is not None or is_there(), PATIENCE, every=0.05)
    if process.poll() is not None:
        raise RuntimeError(f"nginx did not start:\n{log.read_text('utf-8')}")
