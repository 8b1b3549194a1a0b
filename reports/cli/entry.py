"""Parse, run one command, and turn every ending into the right exit status.

argparse and not a newer library: `fiftyk --help` must answer in under half a second, which the
import of anything richer already takes.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import io
import os
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

OK, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130

COMMANDS = {
    "rules": "list the rule sets, or show one with every field and its values",
    "strategies": "list the strategies, or show one with its parameters",
    "moves": "list every legal play of a hand",
    "deal": "show a deal",
    "replay": "play a deal and show it play by play",
    "verify": "check records against the rules",
    "simulate": "play many deals into a result directory",
    "merge": "join result directories of one experiment",
    "compare": "compare strategies, paired deal by deal",
    "tournament": "play every strategy against every other, in a folder that can grow",
    "sweep": "vary a rule or a strategy's parameter on the same deals",
    "folk": "test the playing tips that are passed on for these games",
    "match": "play matches to the rule set's target",
    "run": "simulate, compare and report as an experiment file says",
    "report": "write the strategy report of a result directory",
    "bench": "measure throughput on this machine",
}
"""The commands in reading order; each is a module of this package with `arguments` and `run`."""

_EPILOG = """exit status: 0 done, 1 the check failed, 2 bad input, 130 interrupted.
`fiftyk COMMAND --help` explains a command."""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Print one line and exit with status 2."""
        _say(f"{self.prog}: {message}")
        raise SystemExit(BAD_INPUT)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands; imports nothing heavy."""
    parser = _Parser(
        prog="fiftyk",
        description="Simulate Fifty K and its relatives, compare strategies, report.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=_version())
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, text in COMMANDS.items():
        sub = commands.add_parser(
            name, help=text, description=text[0].upper() + text[1:] + ".", allow_abbrev=False
        )
        module = importlib.import_module(f"reports.cli.{name}")
        module.arguments(sub)
        sub.set_defaults(run=module.run)
    return parser


def _version() -> str:
    from importlib import metadata

    try:
        return f"fiftyk {metadata.version('fiftyk')}"
    except metadata.PackageNotFoundError:
        return "fiftyk (not installed)"


def check_packages() -> None:
    """Refuse to run when one of our packages is somebody else's file of the same name.

    `analysis.py` in a user's working folder, or a package of that name from elsewhere, would be
    imported in place of ours and fail much later.

    Raises
    ------
    sim.errors.BadInput
        If they do not all come from one place.
    """
    from sim.errors import BadInput

    home = Path(__file__).resolve().parents[2]
    for name in ("sim", "strategies", "analysis", "reports"):
        spec = importlib.util.find_spec(name)
        origin = Path(spec.origin).resolve() if spec and spec.origin else None
        if origin != home / name / "__init__.py":
            raise BadInput(
                f"'{name}' would be imported from {origin}, not from {home / name}: "
                "rename that file or run from another folder"
            )


KEEPS = {"simulate": "out", "tournament": "out", "run": "file", "sweep": "out", "compare": "save"}
"""The commands that go on where they were stopped, and what has to be given for it."""
_ANEW = "the same command starts from the beginning"
_NOT_BEGUN = "nothing was begun; the same command does it"


def _check_words(words: Sequence[str]) -> None:
    """Refuse words that no document could hold: experiments name their strategies and folders."""
    from sim.errors import BadInput

    for word in words:
        try:
            word.encode()
        except UnicodeEncodeError:
            raise BadInput(f"'{word}': accepted: text in UTF-8") from None


def _after_interrupt(args: argparse.Namespace) -> str:
    """Say how a command that was interrupted goes on."""
    keeps = getattr(args, KEEPS.get(args.command, ""), None) is not None
    return "what is finished is kept; the same command goes on" if keeps else _ANEW


def _end_at_second_interrupt() -> None:
    """Let a second Ctrl-C end the process at once: a user's strategy may never give it back."""
    if threading.current_thread() is not threading.main_thread():
        return

    def interrupt(number: int, frame: object) -> NoReturn:
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupt)


def _say(text: str) -> None:
    """Print one line on standard error."""
    print(" ".join(text.split()), file=sys.stderr)


def _open_streams() -> None:
    """Let nothing fail for a stream that was closed at the start or cannot carry a character."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # Open until the process ends, as the stream that it stands for would be.
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    Parameters
    ----------
    argv : sequence of str, optional
        Arguments without the program's name; by default those of the process.
    """
    from sim.errors import BadInput

    args = None
    _open_streams()
    try:
        _end_at_second_interrupt()
        words = sys.argv[1:] if argv is None else argv
        _check_words(words)
        args = build_parser().parse_args(words)
        check_packages()
        status: int = args.run(args)
        sys.stdout.flush()
        return status
    except SystemExit as ending:
        return ending.code if isinstance(ending.code, int) else BAD_INPUT
    except BadInput as error:
        _say(f"fiftyk: {error}")
        return BAD_INPUT
    except KeyboardInterrupt:
        how = _NOT_BEGUN if args is None else _after_interrupt(args)
        print(
            ("\n" if sys.stderr.isatty() else "") + f"fiftyk: interrupted; {how}", file=sys.stderr
        )
        return INTERRUPTED
    except BrokenPipeError:
        # The reader went away (`| head`): nothing is wrong, and nothing more can be said.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _say(f"fiftyk: {where}{error.strerror or error}")
        return BAD_INPUT
