"""The app as a process of its own, with two small random models."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.serving import Server, server


@pytest.fixture(scope="session")
def running(models_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, started as the README says, with those two models."""
    with server(models_folder, tmp_path_factory.mktemp("server") / "log") as found:
        yield found
