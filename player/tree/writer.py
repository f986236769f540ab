"""The writer of files: an old file stays whole until the new one is safe on the disk."""

from __future__ import annotations

import os
from contextlib import suppress

from player.errors import BadInput, reason, require, shorten


def write_file(path: str, data: bytes) -> None:
    """Replace `path` by `data`: the old file stays whole until the new one is safe on the disk.

    A temporary file in the same folder gets the bytes, is synced, read back and renamed; then the folder is synced.  A
    symbolic link stays, and the file it points to is replaced; a pipe or a device gets the bytes.  Raises BadInput in
    one line if that is impossible; the file is then the old one or the new one, complete.
    """
    temporary = ""
    require(path and not path.endswith(os.sep), f"{path!r}: it names no file; name one that ends in .tree")
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            with open(path, "wb") as device:
                device.write(data)
            return
        target = os.path.realpath(path)
        folder = os.path.dirname(target)
        # No other writer can have the same name at the same time, and O_EXCL does not follow a prepared link.
        name = os.path.join(folder, f".guesstree-{os.urandom(6).hex()}.tmp")
        descriptor = os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
        temporary = name
        with open(descriptor, "w+b") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            # This reads the temporary file, because another writer may replace the final one.
            file.seek(0)
            if file.read() != data:
                raise OSError("the bytes do not read back; is the disk sound?")
        # The file is closed first, because Windows does not rename open files.
        os.replace(temporary, target)
        temporary = ""
        if hasattr(os, "O_DIRECTORY"):  # Windows cannot open folders
            opened = os.open(folder, os.O_RDONLY)
            os.fsync(opened)
            os.close(opened)
    except (OSError, ValueError) as error:
        raise BadInput(f"{shorten(path, 200)}: cannot write: {reason(error)}") from None
    finally:
        with suppress(OSError):
            os.unlink(temporary)
