"""Drives a headless Chromium by its DevTools protocol over two pipes, which needs nothing besides the browser itself."""
import contextlib
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
#: A machine may be slow; a browser that says nothing for so long is broken.
PATIENCE_S = 120


def program() -> str | None:
    """Returns the browser: $SKERRY_CHROMIUM, or the first that is installed."""
    names = [os.environ["SKERRY_CHROMIUM"]] if os.environ.get("SKERRY_CHROMIUM") else PROGRAMS
    return next(filter(None, map(shutil.which, names)), None)


class Browser:
    """One browser with one tab."""

    def __init__(self) -> None:
        self._profile = tempfile.TemporaryDirectory(prefix="skerry-browser-")
        down, self._to = os.pipe()
        self._from, up = os.pipe()
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
                   "--disable-background-networking", "--remote-debugging-pipe", f"--user-data-dir={self._profile.name}", "about:blank"]
        # The browser reads commands from descriptor 3 and answers on 4.
        self._process = subprocess.Popen(["bash", "-c", f'exec "$@" 3<&{down} 4>&{up}', "bash", program(), *options],
                                         pass_fds=(down, up), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                         stderr=subprocess.DEVNULL)
        os.close(down)
        os.close(up)
        self._buffer, self._last, self._session, self.events = b"", 0, None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *error) -> None:
        with contextlib.suppress(OSError, AssertionError):
            self._session = None
            self.call("Browser.close")
        for end in (self._to, self._from):
            os.close(end)
        try:
            self._process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._profile.cleanup()

    def call(self, method: str, **parameters):
        """Returns the result of a command, and keeps what the page tells meanwhile in `events`."""
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._last:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]

    def open(self, page: Path | str, width: int, scheme: str = "light", media: str = "screen") -> None:
        """Opens a file or an address at that width in CSS pixels, and waits until it is loaded. Forgets earlier events."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 500)
        self.call("Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.events = []
        self.call("Page.navigate", url=page if isinstance(page, str) else page.resolve().as_uri())
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self._receive()

    def value(self, expression: str):
        """Returns the value of a JavaScript expression, or of its promise."""
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def press(self, key: str, code: int, text: str = "") -> None:
        """Presses and releases a key, as a user does."""
        about = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **about)
        self.call("Input.dispatchKeyEvent", type="keyUp", **about)

    def complaints(self) -> list[str]:
        """Returns what the console has said since the page was opened: errors, warnings, refusals of the policy."""
        found = []
        for event in self.events:
            told = event["params"]
            if event["method"] == "Log.entryAdded":
                found.append(told["entry"]["text"])
            elif event["method"] == "Runtime.consoleAPICalled":
                found.append(str(told["args"]))
            elif event["method"] == "Runtime.exceptionThrown":
                found.append(str(told["exceptionDetails"]))
        return found

    def requests(self) -> list[str]:
        """Returns the addresses that were asked for since the page was opened."""
        return [event["params"]["request"]["url"] for event in self.events if event["method"] == "Network.requestWillBeSent"]

    def _write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._to, data):]

    def _receive(self):
        deadline = time.monotonic() + PATIENCE_S
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._from], [], [], max(deadline - time.monotonic(), 0))
            assert ready, f"{program()} has said nothing for {PATIENCE_S} s"
            read = os.read(self._from, 1 << 20)
            assert read, f"{program()} has ended"
            self._buffer += read
        message, self._buffer = self._buffer.split(b"\0", 1)
        answer = json.loads(message)
        if "method" in answer:
            self.events.append(answer)
        return answer
