"""The app's processes and nginx in front of them, on free ports of this machine (Linux)."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.app.serving import answers, free_port, resident
from tests.runs.waiting import until

ROOT: Final = Path(__file__).resolve().parents[2]
CONFIGURATION: Final = ROOT / ".deploy" / "nginx.conf"
BASE: Final = "lab"  # the sub-path of the shipped configuration
PATIENCE: Final = 600.0  # seconds to wait for a server that will not come
NOBODY: Final = 65534
TICKS: Final = os.sysconf("SC_CLK_TCK")

Process = subprocess.Popen[bytes]


@dataclass
class App:
    """One process of the app, as `streamlit run app.py` starts it."""

    process: Process
    port: int
    log: Path
    started: float
    base: str = ""
    seconds_to_ready: float = 0.0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}" + (f"/{self.base}" if self.base else "")

    def wait(self) -> None:
        """Until it can serve. Raises RuntimeError with the end of its log if it never can."""
        ready = f"http://127.0.0.1:{self.port}/readyz"
        until(lambda: self.process.poll() is not None or answers(ready), PATIENCE, every=0.05)
        if self.process.poll() is not None:
            said = self.log.read_text(encoding="utf-8", errors="replace")[-4000:]
            raise RuntimeError(f"the app did not get ready:\n{said}")
        self.seconds_to_ready = time.perf_counter() - self.started

    def memory(self) -> float:
        """Resident MiB."""
        return resident(self.process.pid)

    def cpu(self) -> float:
        """Seconds of CPU used so far, in all threads."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text("ascii").rpartition(")")[2]
        user, system = fields.split()[11:13]
        return (int(user) + int(system)) / TICKS

    def stop(self) -> None:
        """As an operator stops it; by force when it does not obey."""
        self.process.terminate()
        try:
            self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """As when the machine takes it away: no farewell."""
        self.process.kill()
        self.process.wait(timeout=PATIENCE)


def start(folder: Path, port: int, environment: Mapping[str, str], base: str = "") -> App:
    """Start a process that writes its log below `folder`; `wait` tells when it can serve."""
    command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={port}"]
    command += ["--server.address=127.0.0.1", f"--server.baseUrlPath={base}"]
    inherited = {name: value for name, value in os.environ.items() if name != "OMP_NUM_THREADS"}
    log, started = folder / f"app-{port}.log", time.perf_counter()
    with log.open("ab") as out:
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=out, stderr=out, env={**inherited, **environment}
        )
    return App(process, port, log, started, base)


@contextmanager
def running(
    count: int = 1, environment: Mapping[str, str] | None = None, base: str = ""
) -> Iterator[list[App]]:
    """So many processes of the app, ready; stopped at the end."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        apps = []
        for _ in range(count):
            apps.append(start(Path(folder), free_port(), environment or {}, base))
            stack.callback(apps[-1].stop)
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
        return [
            self.program,
            "-e",
            "stderr",
            "-p",
            str(self.folder),
            "-c",
            str(self.folder / "nginx.conf"),
            *more,
        ]


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
