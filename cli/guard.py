"""What stands between the commands and the person: every way to fail ends in one message and a documented code."""

import errno
import os
import sys
from collections.abc import Callable

import click

from cli.codes import BROKEN_PIPE, FAULT, INTERRUPTED


def guarded(run: Callable[[], object]) -> int:
    """The exit code of ``run``, which returns it or raises."""
    _prepare_streams()
    try:
        code = run()
        if sys.stdout:
            sys.stdout.flush()
    except BaseException as error:  # noqa: BLE001
        return _failed(error)
    return code if isinstance(code, int) else 0


def _prepare_streams() -> None:
    """Nothing that is printed fails for want of a letter in the terminal's encoding."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")


def _failed(error: BaseException) -> int:
    if isinstance(error, click.exceptions.Exit):
        return error.exit_code
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else 1
    if isinstance(error, KeyboardInterrupt | EOFError | click.Abort):
        return INTERRUPTED
    if _is_broken_pipe(error):
        _silence_output()
        return BROKEN_PIPE
    try:
        return _report(error)
    except ImportError as lacking:
        print(f"calimala: error: the installation is not complete: {lacking}", file=sys.stderr)
        return FAULT
    except OSError:
        return _code(error)


def _is_broken_pipe(error: BaseException) -> bool:
    return isinstance(error, OSError) and error.errno in {errno.EPIPE, errno.ESHUTDOWN}


def _silence_output() -> None:
    """Let the interpreter flush into nothing when it ends, as nobody reads any more."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        return


def _code(error: BaseException) -> int:
    from cli.exits import code_of

    return code_of(error)


def _report(error: BaseException) -> int:
    from cli.exits import code_of, message_of
    from cli.pointers import point_to_rule
    from cli.terminal import complain

    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        complain(error.format_message(), plain=True)
        return error.exit_code
    if isinstance(error, click.UsageError) and error.ctx:
        complain(error.ctx.get_usage(), plain=True)
        complain(f"Try 'calimala {_path(error.ctx)}--help' for help.\n", plain=True)
    complain(message_of(error))
    point_to_rule(error)
    try:
        if sys.stdout:
            sys.stdout.flush()
    except OSError:
        _silence_output()
    return code_of(error)


def _path(context: click.Context) -> str:
    return f"{context.command_path} ".partition(" ")[2]
