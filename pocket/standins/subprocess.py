"""What is named while modules are imported; a browser starts no processes."""

PIPE, STDOUT, DEVNULL = -1, -2, -3


class SubprocessError(Exception):
    """A process failed."""
