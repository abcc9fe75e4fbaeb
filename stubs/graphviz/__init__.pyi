"""Types for the part of the `graphviz` package that builds, writes and draws graphs."""

import os
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Literal, Self, TypeAlias, overload

_Path: TypeAlias = str | os.PathLike[str]

__version__: str
DOT_BINARY: Path
ENGINES: set[str]
FORMATS: set[str]

class ExecutableNotFound(RuntimeError): ...
class CalledProcessError(subprocess.CalledProcessError): ...
class RequiredArgumentError(TypeError): ...

class _Source:
    filename: str
    directory: str
    encoding: str
    engine: str
    format: str
    renderer: str | None
    formatter: str | None
    @property
    def filepath(self) -> str: ...
    @property
    def source(self) -> str: ...
    def __iter__(self) -> Iterator[str]: ...
    def copy(self) -> Self: ...
    def save(
        self, filename: _Path | None = None, directory: _Path | None = None, *, skip_existing: bool | None = False
    ) -> str: ...
    def render(
        self,
        filename: _Path | None = None,
        *,
        directory: _Path | None = None,
        view: bool = False,
        cleanup: bool = False,
        format: str | None = None,
        renderer: str | None = None,
        formatter: str | None = None,
        neato_no_op: bool | int | None = None,
        quiet: bool = False,
        quiet_view: bool = False,
        outfile: _Path | None = None,
        engine: str | None = None,
        raise_if_result_exists: bool = False,
        overwrite_source: bool = False,
    ) -> str: ...
    @overload
    def pipe(
        self,
        format: str | None = None,
        *,
        renderer: str | None = None,
        formatter: str | None = None,
        neato_no_op: bool | int | None = None,
        quiet: bool = False,
        engine: str | None = None,
        encoding: None = None,
    ) -> bytes: ...
    @overload
    def pipe(
        self,
        format: str | None = None,
        *,
        renderer: str | None = None,
        formatter: str | None = None,
        neato_no_op: bool | int | None = None,
        quiet: bool = False,
        engine: str | None = None,
        encoding: str,
    ) -> str: ...

class _Dot(_Source):
    name: str | None
    comment: str | None
    graph_attr: dict[str, str]
    node_attr: dict[str, str]
    edge_attr: dict[str, str]
    body: list[str]
    strict: bool
    @property
    def directed(self) -> bool: ...
    def __init__(
        self,
        name: str | None = None,
        *,
        comment: str | None = None,
        filename: _Path | None = None,
        directory: _Path | None = None,
        format: str | None = None,
        engine: str | None = None,
        encoding: str | None = "utf-8",
        graph_attr: Mapping[str, str] | None = None,
        node_attr: Mapping[str, str] | None = None,
        edge_attr: Mapping[str, str] | None = None,
        body: Iterable[str] | None = None,
        strict: bool = False,
        renderer: str | None = None,
        formatter: str | None = None,
    ) -> None: ...
    def clear(self, *, keep_attrs: bool = False) -> None: ...
    def node(
        self, name: str, label: str | None = None, *, _attributes: Mapping[str, str] | None = None, **attrs: str
    ) -> None: ...
    def edge(
        self,
        tail_name: str,
        head_name: str,
        label: str | None = None,
        *,
        _attributes: Mapping[str, str] | None = None,
        **attrs: str,
    ) -> None: ...
    def edges(self, tail_head_iter: Iterable[str | tuple[str, str]]) -> None: ...
    def attr(
        self,
        kw: Literal["graph", "node", "edge"] | None = None,
        *,
        _attributes: Mapping[str, str] | None = None,
        **attrs: str,
    ) -> None: ...
    @overload
    def subgraph(self, graph: Self) -> None: ...
    @overload
    def subgraph(
        self,
        graph: None = None,
        *,
        name: str | None = None,
        comment: str | None = None,
        graph_attr: Mapping[str, str] | None = None,
        node_attr: Mapping[str, str] | None = None,
        edge_attr: Mapping[str, str] | None = None,
        body: Iterable[str] | None = None,
    ) -> AbstractContextManager[Self]: ...

class Graph(_Dot): ...
class Digraph(_Dot): ...

class Source(_Source):
    def __init__(
        self,
        source: str,
        *,
        filename: _Path | None = None,
        directory: _Path | None = None,
        format: str | None = None,
        engine: str | None = None,
        encoding: str | None = "utf-8",
        renderer: str | None = None,
        formatter: str | None = None,
    ) -> None: ...

def pipe(
    engine: str,
    format: str,
    data: bytes,
    *,
    renderer: str | None = None,
    formatter: str | None = None,
    neato_no_op: bool | int | None = None,
    quiet: bool = False,
) -> bytes: ...
def render(
    engine: str,
    format: str | None = None,
    filepath: _Path | None = None,
    *,
    renderer: str | None = None,
    formatter: str | None = None,
    neato_no_op: bool | int | None = None,
    quiet: bool = False,
    outfile: _Path | None = None,
    raise_if_result_exists: bool = False,
    overwrite_filepath: bool = False,
) -> str: ...
def version() -> tuple[int, ...]: ...
def escape(s: str) -> str: ...
def nohtml(s: str) -> str: ...
