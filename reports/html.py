"""How pages become files: templates, style and script, the content policy, whole files or none."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from reports.palette import palette_css

_FOLDER = Path(__file__).parent
_COMMENTS = re.compile(r"/\*.*?\*/\s*", re.DOTALL)


@dataclass(frozen=True)
class Assets:
    """How a page gets its style and its script: set into it, or as files beside it."""

    policy: str
    """The content policy: this style, this script, and nothing from anywhere."""
    style: str = ""
    script: str = ""
    style_files: tuple[str, ...] = ()
    script_files: tuple[str, ...] = ()


def inline(sheets: tuple[str, ...], scripts: tuple[str, ...]) -> Assets:
    """Return style and script for a page that is complete in itself.

    Parameters
    ----------
    sheets, scripts : tuple of str
        Names of files in `static`, without their endings.
    """
    style = palette_css() + "".join(stylesheet(name) for name in sheets)
    code = "".join(script(name) for name in scripts)
    policy = (
        f"default-src 'none'; style-src {_digest(style)}; script-src {_digest(code)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    return Assets(policy, style, code)


@lru_cache
def stylesheet(name: str) -> str:
    """Return a style sheet of `static`, without its comments and without the palette."""
    return _COMMENTS.sub("", (_FOLDER / "static" / f"{name}.css").read_text(encoding="utf-8"))


@lru_cache
def script(name: str) -> str:
    """Return a script of `static`, without its comments."""
    return _COMMENTS.sub("", (_FOLDER / "static" / f"{name}.js").read_text(encoding="utf-8"))


def environment() -> Environment:
    """Return a new environment for the templates: escaping on, unknown names refused."""
    return Environment(
        loader=FileSystemLoader(_FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )


def write_whole(path: Path, text: str) -> None:
    """Write a file so that a reader sees the old one or the new one, never a part."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as out:
            out.write(text)
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _digest(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
