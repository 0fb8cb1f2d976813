"""The table in a browser: a server for one person's own machine.

It listens on the loopback address alone. Every request needs a token that only the printed address
holds, behind its ``#``, which browsers do not send; and requests from other sites are refused.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
from collections.abc import Callable
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from strategy_lab.display.web_pages import game_page
from strategy_lab.errors import LaboratoryError, UsageError

from forsale_sim.play.table import BrowserTable

LOOPBACK = "127.0.0.1"
TOKEN = "x-token"
MOST_BYTES = 1_000_000  # of a request: a saved game has some 10,000
PATIENCE = 10  # seconds until the whole of one is there
ENDS_WITHIN = 1  # seconds that answers get to be finished in after Ctrl-C

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
}


def table_app(table: BrowserTable, token: str) -> Starlette:
    async def page(_request: Request) -> Response:
        return HTMLResponse(
            game_page("forsale_sim.play", "board.html", title="For Sale"), headers=HEADERS
        )

    async def waiting(request: Request) -> Response:
        _check(request, token)
        return JSONResponse({"text": table.waiting}, headers=HEADERS)

    async def ask(request: Request) -> Response:
        _check(request, token)
        body = await _body(request)
        try:
            asked = _object(body)
            answer = await run_in_threadpool(table.answer, request.path_params["request"], asked)
        except LaboratoryError as error:
            return JSONResponse({"error": str(error)}, 400, HEADERS)
        return JSONResponse(answer, headers=HEADERS)

    return Starlette(
        routes=[
            Route("/", page),
            Route("/waiting", waiting, methods=["POST"]),
            Route("/table/{request}", ask, methods=["POST"]),
        ],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=[LOOPBACK])],
    )


def _check(request: Request, token: str) -> None:
    origin = f"http://{request.headers['host']}"
    if request.headers.get("origin", origin) != origin:
        raise HTTPException(403, "another site asks")
    given = request.headers.get(TOKEN, "")
    if not secrets.compare_digest(given.encode(), token.encode()):
        raise HTTPException(403, "open the table by the whole address that forsale-sim printed")


async def _body(request: Request) -> bytes:
    body = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for part in request.stream():
                body += part
                if len(body) > MOST_BYTES:
                    raise HTTPException(413, "too large for a game")
    except TimeoutError:
        raise HTTPException(408, "the rest of the request has not come") from None
    return bytes(body)


def _object(body: bytes) -> dict[str, Any]:
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"what is asked for cannot be read: {error}") from error
    if not isinstance(asked, dict):
        raise UsageError("what is asked for is an object")
    return asked


def serve(table: BrowserTable, tell: Callable[[str], object]) -> None:
    """Serve a table at a free port until Ctrl-C; `tell` is given its address."""
    token = secrets.token_urlsafe(16)
    with socket.create_server((LOOPBACK, 0)) as listening:
        port = listening.getsockname()[1]
        tell(f"http://{LOOPBACK}:{port}/#{token}")
        app = table_app(table, token)
        config = uvicorn.Config(
            app, log_level="critical", lifespan="off", timeout_graceful_shutdown=ENDS_WITHIN
        )
        uvicorn.Server(config).run([listening])
