"""A table that is served while a test runs."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import uvicorn
from forsale_sim.play.server import LOOPBACK, table_app
from forsale_sim.play.table import PERSON_SEAT as PERSON
from forsale_sim.play.table import BrowserTable, make_offer


@contextmanager
def served(token: str) -> Iterator[int]:
    """Serve a table to whoever knows a token; give its port."""
    offer = make_offer("iello-en", ["miser"], ["casual", PERSON, "miser"], 3)
    app = table_app(BrowserTable(offer), token)
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off"))
    with socket.create_server((LOOPBACK, 0)) as listening:
        thread = Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            yield listening.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()
