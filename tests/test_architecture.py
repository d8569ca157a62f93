"""The rooms of the house: who may import whom, and how large a room may be."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import mjcalc

PACKAGE = Path(__file__).parent.parent / "mjcalc"
MODULES = sorted(PACKAGE.rglob("*.py"))
# A room imports only from rooms above it; rooms in one line do not know each other.
ROOMS = (
    ("errors", "memo", "interrupts"),
    ("tiles",),
    ("hand",),
    ("rules",),
    ("notation",),
    ("engine",),
    ("payments",),
    ("sheets", "records"),
    ("batch",),
    ("i18n",),
    ("report",),
    ("cli",),
)
FLOORS = {room: floor for floor, rooms in enumerate(ROOMS) for room in rooms}
ONLY_IN = {
    "click": ("cli",),
    "pyparsing": ("notation",),
    "tabulate": ("report",),
    "wcwidth": ("report",),
}
# Many hands in columns: no other module needs numpy, and none that scores one hand loads it.
WITH_NUMPY = {
    *("hand/columns.py", "hand/packed_columns.py", "notation/columns.py", "notation/effects.py"),
    *(f"engine/{name}.py" for name in ("columns", "form_columns", "halves", "known", "many")),
    *(f"engine/{name}.py" for name in ("prices", "suit_rows", "texts", "wild_columns")),
    "engine/shanten_columns.py",
}
MOST_LINES = 400


def room_of(module: Path) -> str:
    return module.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(module: Path) -> Iterator[str]:
    """Every module that is imported anywhere in a file, inside functions too."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def name(module: Path) -> str:
    return str(module.relative_to(PACKAGE))


@pytest.mark.parametrize("module", MODULES, ids=name)
def test_a_room_imports_only_from_rooms_above_it(module: Path) -> None:
    room = room_of(module)
    if room not in FLOORS:
        assert room in ("__init__", "__main__")
        return
    known = {line.split(".")[1] for line in imports(module) if line.startswith("mjcalc.")}
    assert {other for other in known - {room} if FLOORS.get(other, -1) >= FLOORS[room]} == set()


@pytest.mark.parametrize("module", MODULES, ids=name)
def test_a_library_is_imported_in_its_room_only(module: Path) -> None:
    room, roots = room_of(module), {line.split(".")[0] for line in imports(module)}
    assert {root for root in roots if room not in ONLY_IN.get(root, (room,))} == set()
    assert ("numpy" in roots) == (module.relative_to(PACKAGE).as_posix() in WITH_NUMPY)


@pytest.mark.parametrize("module", MODULES, ids=name)
def test_a_module_can_be_read_in_one_sitting(module: Path) -> None:
    assert len(module.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize("module", MODULES, ids=name)
def test_a_module_says_what_it_is_for(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    assert not text.strip() or ast.get_docstring(ast.parse(text))


def loaded_after(statement: str) -> set[str]:
    """The modules that an interpreter has loaded after a statement."""
    code = f"import sys; {statement}; print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=PACKAGE.parent
    )
    return set(done.stderr.split())


def test_the_public_names_are_imported_when_first_used() -> None:
    loaded = loaded_after("import mjcalc")
    assert {name for name in loaded if name.startswith("mjcalc.")} == set()
    assert not loaded & {"importlib.metadata", "typing"}
    for public in mjcalc.__all__:
        assert getattr(mjcalc, public) is vars(mjcalc)[public]
    assert set(mjcalc.__all__) <= set(dir(mjcalc))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        getattr(mjcalc, "nothing")  # noqa: B009


def test_type_checkers_see_the_public_names_of_the_table() -> None:
    block = next(
        node
        for node in ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8")).body
        if isinstance(node, ast.If)
    )
    seen = [
        (node.module, alias.name, alias.asname)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    table = [(mjcalc.MODULES[name], name, name) for name in mjcalc.__all__]
    assert sorted(map(str, seen)) == sorted(map(str, table))


@pytest.mark.parametrize("module", MODULES, ids=name)
def test_a_module_reaches_up_only_through_public_names_and_late(module: Path) -> None:
    """``from mjcalc import message`` is how a value is put into words: inside a function."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "mjcalc":
            names = {alias.name for alias in node.names}
            assert node not in tree.body or names <= {"cli", "i18n"}, names
            assert names <= {*mjcalc.__all__, "__version__", "cli", "i18n"}


@pytest.mark.parametrize(
    "statement",
    [
        "import mjcalc.cli",
        "import mjcalc.cli; mjcalc.cli.run(['score', '123m456p789s EEE 55z +win:5z tsumo'])",
    ],
)
def test_starting_loads_no_heavy_library(statement: str) -> None:
    heavy = {"pyparsing", "tabulate", "wcwidth", "importlib.metadata", "csv", "numpy"}
    assert loaded_after(statement) & heavy == set()
