"""A file made for a download stays while its visitor needs it, and no longer."""

from pathlib import PurePosixPath

import pytest
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage

from explainer.web import downloads

SESSION = "dontcare"  # Streamlit's name for the session of a program without a server


@pytest.fixture
def manager(monkeypatch: pytest.MonkeyPatch) -> MediaFileManager:
    monkeypatch.setattr(MediaFileManager, "execute_deferred", MediaFileManager.execute_deferred)
    downloads.install()
    return MediaFileManager(MemoryMediaFileStorage("/media"))


def pressed(manager: MediaFileManager, content: bytes = b"a,b") -> str:
    """The id of the file that a pressed button made."""
    button = manager.add_deferred(lambda: content, "text/csv", "0.1", "rows.csv")
    return PurePosixPath(manager.execute_deferred(button)).stem


def others_run(manager: MediaFileManager) -> None:
    for _ in range(3):
        manager.remove_orphaned_files()


def test_runs_of_others_do_not_take_the_file_away(manager: MediaFileManager) -> None:
    file = pressed(manager)
    others_run(manager)
    found = manager.read_file(file)
    assert found is not None and found.content == b"a,b"


def test_pressed_again_it_gives_what_is_there_then(manager: MediaFileManager) -> None:
    contents = [b"first", b"second"]
    button = manager.add_deferred(lambda: contents.pop(0), "text/csv", "0.1", "rows.csv")
    first, second = (
        PurePosixPath(manager.execute_deferred(button)).stem for _ in range(len(contents))
    )
    others_run(manager)
    found = manager.read_file(second)
    assert found is not None and found.content == b"second"
    assert manager.read_file(first) is None


def test_the_next_run_and_the_end_of_a_session_give_it_back(manager: MediaFileManager) -> None:
    file = pressed(manager)
    manager.clear_session_refs(SESSION)
    others_run(manager)
    assert manager.read_file(file) is None
    assert not manager._files_by_session_and_coord and not manager._deferred_callables


def test_a_session_that_ends_while_the_file_is_made_leaves_nothing(
    manager: MediaFileManager,
) -> None:
    def make() -> bytes:
        manager.clear_session_refs(SESSION)
        others_run(manager)
        return b"late"

    button = manager.add_deferred(make, "text/csv", "0.1", "rows.csv")
    file = PurePosixPath(manager.execute_deferred(button)).stem
    assert not manager._files_by_session_and_coord
    others_run(manager)
    assert manager.read_file(file) is None
