"""The bill of materials: all packages that a user may install with the project, as CycloneDX 1.6.

It is made of the lock file and nothing else, so that it can be made again and compared. It is in the wheel, where PEP
770 puts it.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from supply.locks import FOLDER, Pin, project, read_lock

PATH: Final[Path] = FOLDER / "calimala.cdx.json"
_BUILDS: Final = "excluded"
"""The scope of what only builds the project."""


def bill() -> str:
    """Return the bill of materials as JSON."""
    about = project()["project"]
    pins, always = read_lock("users"), read_lock("base")
    scopes = dict.fromkeys(_used(pins, about["name"]), "optional")
    scopes |= dict.fromkeys(_used(always, about["name"]), "required")
    root = _reference(about["name"], about["version"])
    content = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": _application(about, root)},
        "components": [_component(pin, scopes.get(pin.name, _BUILDS)) for pin in pins],
        "dependencies": [
            {"ref": reference, "dependsOn": needed} for reference, needed in _needed(pins, about["name"], root).items()
        ],
    }
    return json.dumps(content, indent=1) + "\n"


def _reference(name: str, version: str) -> str:
    """Return the package URL."""
    return f"pkg:pypi/{name}@{version}"


def _application(about: Mapping[str, Any], reference: str) -> dict[str, Any]:
    return {
        "type": "application",
        "bom-ref": reference,
        "name": about["name"],
        "version": about["version"],
        "licenses": [{"license": {"id": about["license"]}}],
        "purl": reference,
    }


def _component(pin: Pin, scope: str) -> dict[str, Any]:
    reference = _reference(pin.name, pin.version)
    where = [{"name": "marker", "value": pin.marker}] if pin.marker else []
    return {
        "type": "library",
        "bom-ref": reference,
        "name": pin.name,
        "version": pin.version,
        "scope": scope,
        "purl": reference,
        **({"properties": where} if where else {}),
    }


def _used(pins: tuple[Pin, ...], name: str) -> set[str]:
    """Return the packages that the project needs when it runs, directly or not."""
    used: set[str] = {name}
    while more := {pin.name for pin in pins if {via.partition(" ")[0] for via in pin.via} & used} - used:
        used |= more
    return used


def _needed(pins: tuple[Pin, ...], name: str, root: str) -> dict[str, list[str]]:
    """Return by reference what each package needs; what builds the project is needed by itself."""
    references = {pin.name: _reference(pin.name, pin.version) for pin in pins}
    needed: dict[str, list[str]] = {root: [], **{reference: [] for reference in references.values()}}
    for pin in pins:
        for user in {via.partition(" ")[0] for via in pin.via} or {name}:
            needed[root if user == name else references[user]].append(references[pin.name])
    return {reference: sorted(names) for reference, names in needed.items()}
