"""What keeps the layers apart and the compiler's cache true, beyond import-linter's contracts."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("sim", "strategies", "analysis", "reports")
SOURCES = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
KERNELS = [
    path
    for path in SOURCES
    if "sim.core.compiler import" in path.read_text() and path.parent.name != "core"
]


def imports_of(path: Path) -> set[str]:
    tree = ast.parse(path.read_text())
    return {
        node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module is not None
    }


def is_hashed(module: str) -> bool:
    path = ROOT.joinpath(*module.split(".")).with_suffix(".py")
    return module.startswith(("sim.core", "strategies")) or "sim.core.compiler" in path.read_text()


@pytest.mark.parametrize(
    "path", [p for p in KERNELS if p.parent.name == "analysis"], ids=lambda p: p.name
)
def test_compiled_code_takes_constants_only_from_what_the_cache_key_covers(path: Path) -> None:
    """A constant of another file is baked into machine code: that file must change the key too."""
    source = path.read_text()
    decorated = "@kernel" in source or "@inlined" in source
    ours = {m for m in imports_of(path) if m.split(".")[0] in FOLDERS}
    if decorated and path.name.endswith("kernels.py"):
        assert [m for m in sorted(ours) if not is_hashed(m)] == []


def test_no_game_is_named_inside_the_engine() -> None:
    for path in [*(ROOT / "sim" / "core").glob("*.py"), ROOT / "sim" / "hand.py"]:
        assert "fiftyk4" not in path.read_text().lower(), path
        assert "fiftyk3" not in path.read_text().lower(), path


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_files_stay_readable(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 600


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom reports.cli import main\nmain(['--help'])\n"
        "print([m for m in ('numba', 'numpy', 'pandas', 'matplotlib', 'scipy', 'pyarrow', 'rich')"
        " if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stderr.strip() == "[]"
    assert "simulate" in done.stdout


def test_a_move_list_imports_no_statistics() -> None:
    code = (
        "import sys\nfrom reports.cli import main\n"
        "main(['moves', '--rules', 'fiftyk4', '--hand', '3h', '--json'])\n"
        "print([m for m in ('pandas', 'matplotlib', 'scipy.stats', 'pyarrow', 'strategies')"
        " if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stderr.strip() == "[]"
