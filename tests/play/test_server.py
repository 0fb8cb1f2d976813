"""The table answers whoever knows its token, from its own page, and nobody else."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep
from urllib.parse import urlsplit

import pytest
from forsale_sim.play.server import LOOPBACK, MOST_BYTES
from forsale_sim.play.table import BrowserTable
from strategy_lab import errors

from tests.play.serving import served

TOKEN = "secret"


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served(TOKEN) as port:
        yield port


def ask(
    port: int, path: str, body: str = "{}", method: str = "POST", **headers: str
) -> tuple[int, str, dict[str, str]]:
    connection = HTTPConnection(LOOPBACK, port)
    given = {"x-token": TOKEN} | {name.replace("_", "-"): each for name, each in headers.items()}
    connection.request(method, path, body, given)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text, dict(answer.getheaders())


def test_the_page_has_no_secret_and_asks_its_own_server_only(port: int) -> None:
    status, page, headers = ask(port, "/", method="GET", x_token="")
    assert status == 200
    assert TOKEN not in page
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "connect-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["cache-control"] == "no-store"


def test_who_knows_the_token_is_answered(port: int) -> None:
    own = f"http://{LOOPBACK}:{port}"
    status, text, _ = ask(port, "/table/look", origin=own)
    assert status == 200
    assert json.loads(text)["offer"]["seats"] == ["casual", "person", "miser"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"x_token": ""}, 403),
        ({"x_token": "guess"}, 403),
        ({"x_token": "secr\u00e9t"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"host": "evil.example"}, 400),
    ],
)
def test_others_are_refused(port: int, headers: dict[str, str], status: int) -> None:
    assert ask(port, "/table/look", **headers)[0] == status


@pytest.mark.parametrize(
    ("request_", "body", "message"),
    [
        ("nothing", "{}", "there is no request"),
        ("move", '{"move": 2}', "no game on the table"),
        ("new", "{}", "ruleset: Missing"),
        ("new", "[]", "is an object"),
        ("new", "{", "Expecting"),
        ("new", '{"ruleset": "../x.toml", "seats": ["person"]}', "not offered"),
        ("new", '{"ruleset": "iello-en", "seats": ["person", "miser"]}', "not 2"),
        ("new", '{"ruleset": "iello-en", "seats": ["miser", "miser", "miser"]}', "nobody plays"),
        ("new", '{"ruleset": "iello-en", "seats": ["person", "/x.py", "miser"]}', "not offered"),
        ("resume", '{"trace": "{}"}', "no trace of a game"),
        ("resume", '{"trace": "x.toml: Ann, Bob, Cem"}', "line 1: 'x.toml' is not offered"),
        ("resume", '{"trace": "iello-en[code=x.py]: Ann, Bob, Cem"}', "x.py is code, which is not"),
    ],
)
def test_what_cannot_be_is_explained(port: int, request_: str, body: str, message: str) -> None:
    status, text, _ = ask(port, f"/table/{request_}", body)
    assert status == 400
    assert message in json.loads(text)["error"]


def test_nothing_large_is_read(port: int) -> None:
    assert ask(port, "/table/look", "x" * (MOST_BYTES + 1))[0] == 413


def test_who_waits_is_told_how_far_it_is(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, over = Event(), Event()

    def look(_: BrowserTable) -> dict[str, str]:
        errors.tell("3 of 7")
        begun.set()
        assert over.wait(10)
        return {}

    monkeypatch.setattr(BrowserTable, "look", look)
    asking = Thread(target=ask, args=(port, "/table/look"))
    asking.start()
    assert begun.wait(10)
    assert json.loads(ask(port, "/waiting")[1]) == {"text": "3 of 7"}
    assert ask(port, "/waiting", x_token="guess")[0] == 403
    over.set()
    asking.join()
    assert json.loads(ask(port, "/waiting")[1]) == {"text": ""}


@pytest.mark.parametrize("body", ["[" * 200_000, '{"move": ' + "9" * 10_000 + "}", "\xff", "7"])
def test_no_json_is_a_fault_of_the_server(port: int, body: str) -> None:
    assert ask(port, "/table/move", body)[0] == 400


def test_the_rest_of_a_request_is_not_waited_for(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("forsale_sim.play.server.PATIENCE", 0.1)
    assert ask(port, "/table/look", "{}", content_length="9")[0] == 408


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="Ctrl-C cannot be sent here")
def test_ctrl_c_ends_it_at_once_whatever_is_asked(tmp_path: Path) -> None:
    program = (
        "import sys, time; from forsale_sim.play.table import BrowserTable; "
        "BrowserTable.look = lambda _: time.sleep(99); "
        "from forsale_sim.__main__ import main; sys.argv[1:] = ['play', '--browser']; main()"
    )
    command = [sys.executable, "-u", "-c", program]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout is not None
        address = urlsplit(run.stdout.readline().removeprefix("The table: ").strip())
        assert address.port is not None
        held = [HTTPConnection(LOOPBACK, address.port) for _ in range(2)]
        for connection, length in zip(held, ("2", "999"), strict=True):
            headers = {"x-token": address.fragment, "content-length": length}
            connection.request("POST", "/table/look", "{}", headers)
        sleep(1)
        run.send_signal(signal.SIGINT)
        before = monotonic()
        _, said = run.communicate(timeout=60)
        for connection in held:
            connection.close()
    assert monotonic() - before < 10
    assert run.returncode == 130
    assert "Traceback" not in said
