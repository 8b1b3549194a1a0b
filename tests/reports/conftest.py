"""A browser for all tests of pages, and a way to open a page that remembers what it asked for."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("chromium is not installed (apt install chromium)")
    sync_api = pytest.importorskip("playwright.sync_api")
    # A sandbox needs rights that containers seldom have; the only pages opened are our own.
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def open_at(browser: Any) -> Iterator[Callable[..., Any]]:
    """Return a function that opens a file offline; `page.seen` keeps messages and requests."""
    contexts = []

    def opened(
        path: Path, width: int = 1366, height: int = 768, scheme: str = "light", anchor: str = ""
    ) -> Any:
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, offline=True
        )
        contexts.append(context)
        page = context.new_page()
        page.seen = []
        page.on("console", lambda message: page.seen.append(message.text))
        page.on("pageerror", lambda error: page.seen.append(str(error)))
        page.on("request", lambda request: page.seen.append(request.url))
        page.goto(path.as_uri() + anchor)
        return page

    yield opened
    for context in contexts:
        context.close()
