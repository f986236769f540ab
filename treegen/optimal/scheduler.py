"""Finding a Dask scheduler by its address, and connecting to it."""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from pathlib import Path
from typing import Any

import dask
import distributed

from player.errors import BadInput, require
from treegen.search.database import in_a_line
from treegen.search.threads import call_within


class _Client(distributed.Client):
    def __del__(self) -> None:
        """Close the client, without a message if it never had a connection."""
        with suppress(Exception):
            end: Any = super().__del__
            end()


_CONNECT, _ANSWER = 5.0, 20.0  # Seconds that connecting may take; seconds that the first answer may take.
# These loggers must be silenced one by one, since Dask's configuration sets the level of each.
_LOGGERS = ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio")


def find_scheduler(address: str) -> str:
    """Return the address of a scheduler.

    `address` is `tcp://host:port`, `tls://host:port` with the certificates of Dask's configuration
    (distributed.comm.tls), the file that a scheduler wrote (`--scheduler-file`), or `auto`, which stands for the
    address in DASK_SCHEDULER_ADDRESS.  Raises BadInput for anything else.
    """
    for name in _LOGGERS:  # the search itself reports lost connections
        logging.getLogger(name).setLevel(logging.CRITICAL)
    scheduler = address
    if address == "auto":
        config: Any = dask.config
        scheduler = config.get("scheduler-address", None) or ""
        require(scheduler, "--cluster auto needs DASK_SCHEDULER_ADDRESS, the address of a Dask scheduler")
    elif address.endswith(".json") or Path(address).is_file():
        try:
            scheduler = json.loads(Path(address).read_text(encoding="utf-8"))["address"].strip()
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            raise BadInput(f"{address}: it is not the file of a Dask scheduler: {in_a_line(error)}") from None
    kind, _, rest = scheduler.partition(":")
    if kind not in ("tcp", "tls") or not rest.startswith("//") or ":" not in rest[2:]:
        raise BadInput(f"{address!r} is not a cluster; write tcp://host:port of a Dask scheduler, or local:N")
    if kind == "tls":
        security: Any = distributed.Security
        if security().get_connection_args("client").get("ssl_context") is None:
            raise BadInput(
                f"{scheduler}: tls:// needs certificates: set ca-file, client.key and client.cert of"
                " distributed.comm.tls in Dask's configuration"
            )
    return scheduler


def connect(address: str, wait: float) -> Any:
    """Connect to the scheduler at an address.  Raises BadInput if there is no answer within 20 s, or `wait` if less."""
    wait = max(1.0, wait)
    try:
        make: Any = _Client
        return call_within(min(_ANSWER, wait), lambda: make(address, timeout=min(_CONNECT, wait), set_as_default=False))
    except Exception as error:  # noqa: BLE001 (another kind of server makes Dask raise anything, even MemoryError)
        is_plain = isinstance(error, (OSError, ValueError))
        why = in_a_line(error) if is_plain else "another kind of server answers"
        raise BadInput(f"{address}: no Dask scheduler answers there: {why}") from None
