"""Python files executed as they are now, with a record of their content."""

from __future__ import annotations

import linecache
from importlib.machinery import SourceFileLoader
from importlib.util import decode_source
from types import CodeType


class FromSource(SourceFileLoader):
    """Compiles a file as it is now, and adds its content to `contents`.

    Python's own cache of compiled files goes by their times, which two quick edits may share. The
    entry in `linecache` keeps tracebacks and hashes true when the file is edited later.
    """

    def __init__(self, name: str, path: str, contents: dict[str, bytes]) -> None:
        super().__init__(name, path)
        self._contents = contents

    def get_code(self, fullname: str) -> CodeType:
        """Return the file's compiled code."""
        content = self.get_data(self.path)
        self._contents[self.path] = content
        code = self.source_to_code(content, self.path)
        lines = decode_source(content).splitlines(keepends=True)
        linecache.cache[self.path] = (len(content), None, lines, self.path)
        return code
