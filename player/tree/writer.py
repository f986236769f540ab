"""The writer of files: what is there stays whole until what replaces it is safe on the disk."""

from __future__ import annotations

import os
from contextlib import suppress

from player.errors import BadInput, reason, require, shorten


def write_file(path: str, data: bytes) -> None:
    """Replace `path` by `data`: the old file stays whole until the new one is safe on the disk.

    A temporary file in the same folder, fsync, the bytes read back, rename, fsync of the folder.  A symbolic link
    stays, and what it points to is replaced; a pipe or a device is written to.  Raises BadInput in one line when that
    cannot be done; the file is then the old one or the new one, whole.
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
        # The name is nobody else's, whoever writes at the same time; O_EXCL follows no link that lies in wait.
        name = os.path.join(folder, f".guesstree-{os.urandom(6).hex()}.tmp")
        descriptor = os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
        temporary = name
        with open(descriptor, "w+b") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            # Its own file: once it is in its place, another writer may have put his there.
            file.seek(0)
            if file.read() != data:
                raise OSError("what was written does not read back; is the disk sound?")
        # Closed, because Windows does not rename what is open.
        os.replace(temporary, target)
        temporary = ""
        if hasattr(os, "O_DIRECTORY"):  # Windows opens no folders
            opened = os.open(folder, os.O_RDONLY)
            os.fsync(opened)
            os.close(opened)
    except (OSError, ValueError) as error:
        raise BadInput(f"{shorten(path, 200)}: cannot write: {reason(error)}") from None
    finally:
        with suppress(OSError):
            os.unlink(temporary)
