"""The recurrent models are those of these pages."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def models(recurrent_folder: Path) -> Path:
    return recurrent_folder
