"""nginx, for the tests that put it in front of the app."""

import os

import pytest

from tests.load.servers import nginx_program


@pytest.fixture(scope="session")
def nginx_path() -> str:
    """Debian's nginx. Where CI is set it has to be there."""
    if path := nginx_program():
        return path
    message = "no nginx; install the package nginx"
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message)
