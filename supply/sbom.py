"""The bill of materials: all packages that a user may install with the project, as CycloneDX 1.6.

It is made of the lock file and nothing else, so that it can be made again and compared. It is in the wheel, where PEP
770 puts it. The folder of ``run.py pocket`` has one of its own, of what runs in the browser.
"""

import json
import re
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
    components = [_component(pin, scopes.get(pin.name, _BUILDS)) for pin in pins]
    return _written(_application(about, root), components, _needed(pins, about["name"], root))


def pocket_bill(requirements: str, pyodide: str) -> str:
    """Return the bill of a folder for phones as JSON: of pinned packages, and of the Pyodide that runs them."""
    about = project()["project"]
    root = _reference(about["name"], about["version"])
    pins = pocket_pins(requirements)
    purl = f"pkg:npm/pyodide@{pyodide}"
    python = {"type": "library", "bom-ref": purl, "name": "pyodide", "version": pyodide, "scope": "required"}
    components = [*(_component(pin, "required") for pin in pins), {**python, "purl": purl}]
    return _written(_application(about, root), components, {root: [component["bom-ref"] for component in components]})


def pocket_pins(requirements: str) -> tuple[Pin, ...]:
    """Return what the requirements of a folder for phones pin."""
    found = [_POCKET_PIN.fullmatch(line) for line in requirements.splitlines() if line and not line.startswith("#")]
    return tuple(Pin(each[1].replace("_", "-"), each[2], "", (each[3],), ()) for each in found if each)


_POCKET_PIN: Final = re.compile(r"(\S+)==(\S+) --hash=(\S+)")


def _written(application: dict[str, Any], components: list[dict[str, Any]], needed: Mapping[str, list[str]]) -> str:
    content = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": application},
        "components": components,
        "dependencies": [{"ref": reference, "dependsOn": names} for reference, names in needed.items()],
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
