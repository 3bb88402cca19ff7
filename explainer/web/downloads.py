"""Lifetime of downloads that are made when their button is pressed.

Streamlit makes the file, gives the browser its address and notes for nobody that it is needed: two
runs of anybody's script that end before the browser asks for the file delete it, and the download
is cancelled. In a class such runs end all the time. Here the file is noted as its session's, beside
the button that made it, until the session's next whole run or its end.
"""

from __future__ import annotations

from pathlib import PurePosixPath

from streamlit.runtime.media_file_manager import MediaFileManager


def install() -> None:
    """From now on for every session of this process."""
    execute = MediaFileManager.execute_deferred

    def execute_deferred(self: MediaFileManager, file_id: str) -> str:
        url = execute(self, file_id)
        with self._lock:
            # Gone with the session: then nobody would ever take the note away.
            if button := self._deferred_callables.get(file_id):
                files = self._files_by_session_and_coord[button["session_id"]]
                files[f"{button['coordinates']} made"] = PurePosixPath(url).stem
        return url

    MediaFileManager.execute_deferred = execute_deferred  # type: ignore[method-assign]
