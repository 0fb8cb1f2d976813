"""A browser without a window, driven through a pipe by the Chrome DevTools Protocol.

https://chromedevtools.github.io/devtools-protocol/
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
"""Where the browser is; None where there is none."""

COMPLAINTS = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")
"""The events of a page that went wrong."""

READABLE = 4.5
"""The contrast that texts need (WCAG 2, 1.4.3)."""

CONTRASTS = """
    const luminance = (colour) => {
        const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((c) => c / 255)
            .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const clear = (colour) => colour === "rgba(0, 0, 0, 0)";
    const ground = (element) => {
        for (let e = element; e; e = e.parentElement) {
            const colour = getComputedStyle(e).backgroundColor;
            if (!clear(colour)) return colour;
        }
    };
    const texts = "h1, h2, h3, p, li, .word, a, td, th button, dt, dd, figcaption, pre code";
    [...document.querySelectorAll(texts)].map((element) => {
        const [x, y] = [getComputedStyle(element).color, ground(element)].map(luminance);
        return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
    })
"""
"""The contrast of every text outside drawings."""

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)

ON_PIPES = (
    "import os, sys\n"
    "os.dup2(int(sys.argv[1]), 3)\n"
    "os.dup2(int(sys.argv[2]), 4)\n"
    "os.execv(sys.argv[3], sys.argv[3:])"
)
"""Starts the browser with the pipes where it looks for them: it reads from 3, it writes to 4."""


class Tab:
    """A page in a browser: what it logs and asks for is kept."""

    def __init__(self, to_browser: IO[bytes], from_browser: IO[bytes]) -> None:
        self.to_browser, self.from_browser = to_browser, from_browser
        self.session: str | None = None
        self.asked = 0
        self.events: list[dict[str, Any]] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)[
            "sessionId"
        ]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Page.setLifecycleEventsEnabled", enabled=True)

    def call(self, method: str, **parameters: object) -> dict[str, Any]:
        """Return the browser's answer to a command; keep the events that come before it."""
        self.asked += 1
        message = {"id": self.asked, "method": method, "params": parameters}
        if self.session is not None:
            message["sessionId"] = self.session
        self.to_browser.write(json.dumps(message).encode() + b"\0")
        self.to_browser.flush()
        while (answer := self._next()).get("id") != self.asked:
            self.events.append(answer)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        result: dict[str, Any] = answer["result"]
        return result

    def _next(self) -> dict[str, Any]:
        text = bytearray()
        while (byte := self.from_browser.read(1)) != b"\0":
            if not byte:
                raise EOFError("the browser has ended")
            text += byte
        message: dict[str, Any] = json.loads(text)
        return message

    def open(self, page: Path | str, *, width: int, dark: bool = False) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=800,
            deviceScaleFactor=1,
            mobile=width < 500,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        url = page if isinstance(page, str) else page.resolve().as_uri()
        loader = self.call("Page.navigate", url=url)["loaderId"]
        while not any(
            event["loaderId"] == loader and event["name"] == "load"
            for event in self.seen("Page.lifecycleEvent")
        ):
            self.events.append(self._next())

    def run(self, script: str) -> Any:
        answer = self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"])
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, **text)

    def click(self, script: str) -> None:
        x, y = self.run(
            f"{{ const e = {script}; e.scrollIntoView({{block: 'center'}});"
            "const b = e.getBoundingClientRect(); [b.x + b.width / 2, b.y + b.height / 2] }"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def roles(self) -> list[tuple[str, str]]:
        """Return what a screen reader is told of the page: roles and names."""
        return [
            (node["role"]["value"], node.get("name", {}).get("value", ""))
            for node in self.call("Accessibility.getFullAXTree")["nodes"]
            if not node.get("ignored")
        ]

    def seen(self, *methods: str) -> list[dict[str, Any]]:
        return [event["params"] for event in self.events if event["method"] in methods]


@contextmanager
def browser(profile: Path) -> Iterator[Tab]:
    if CHROMIUM is None:
        raise FileNotFoundError("there is no browser")
    its_in, our_out = os.pipe()
    our_in, its_out = os.pipe()
    # Above the numbers that it looks for them at: nothing is overwritten before it is moved.
    theirs = [fcntl.fcntl(fd, fcntl.F_DUPFD, 10) for fd in (its_in, its_out)]
    process = subprocess.Popen(
        [
            *(sys.executable, "-c", ON_PIPES, *map(str, theirs), CHROMIUM),
            *(*FLAGS, f"--user-data-dir={profile}"),
        ],
        pass_fds=theirs,
        stderr=subprocess.DEVNULL,
    )
    for fd in (its_in, its_out, *theirs):
        os.close(fd)
    try:
        with os.fdopen(our_out, "wb") as to_browser, os.fdopen(our_in, "rb") as from_browser:
            tab = Tab(to_browser, from_browser)
            yield tab
            tab.session = None
            tab.call("Browser.close")
            process.wait(timeout=20)
    finally:
        process.kill()
        process.wait()
