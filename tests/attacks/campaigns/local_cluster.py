"""A Dask scheduler and workers as processes of this machine that can be killed one by one."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

__all__ = ["Scheduler", "scheduler"]

_DASK = "from distributed.cli.{} import main; main()"


@contextmanager
def program(kind: str, *arguments: str, **env: str) -> Iterator[subprocess.Popen[bytes]]:
    """One of Dask's programs on the loopback address, killed at the end."""
    words = [sys.executable, "-P", "-c", _DASK.format(kind), "--host", "127.0.0.1", "--no-dashboard", *arguments]
    with subprocess.Popen(
        words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **env}
    ) as process:
        try:
            yield process
        finally:
            process.kill()


class Scheduler:
    """A scheduler, and its workers: processes of one thread without anybody to restart them."""

    def __init__(self, file: Path, process: subprocess.Popen[bytes], security: tuple[str, ...]) -> None:
        self.file, self.process = file, process
        self._security = security

    @contextmanager
    def worker(self, *arguments: str, **env: str) -> Iterator[subprocess.Popen[bytes]]:
        """A worker, with more arguments and environment."""
        words = ("--scheduler-file", str(self.file), "--nthreads", "1", "--no-nanny", "--local-directory")
        with program("dask_worker", *words, str(self.file.parent), *self._security, *arguments, **env) as process:
            yield process

    def wait_for(self, workers: int, security: Any = None) -> str:
        """The address, once so many workers are there."""
        import distributed

        connect: Any = distributed.Client
        with connect(scheduler_file=str(self.file), set_as_default=False, security=security) as client:
            client.wait_for_workers(workers, timeout=60)
            return str(client.scheduler.address)


@contextmanager
def scheduler(folder: Path, *security: str, **env: str) -> Iterator[Scheduler]:
    """A scheduler whose files lie in `folder`; `security` are options that its workers get, too."""
    file = folder / "scheduler.json"
    file.unlink(missing_ok=True)
    with program("dask_scheduler", "--port", "0", "--scheduler-file", str(file), *security, **env) as process:
        while not file.exists():
            time.sleep(0.05)
        yield Scheduler(file, process, security)
