"""One name, one thing: no top-level name of the package is defined in two modules."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "mjcalc"
# Names that every module of a kind defines for itself.
ALLOWED = {"EXAMPLES", "FORMAT", "TEXT", "TYPE_CHECKING", "__all__", "deals", "main"}


def top_level_names(tree: ast.Module | ast.If | ast.Try) -> Iterator[str]:
    """Every function, class, constant and alias that a module defines at its top."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.If | ast.Try):
            yield from top_level_names(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for name in (part for target in targets for part in ast.walk(target)):
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
                    yield name.id


def shared_names() -> dict[str, set[str]]:
    """The names that two modules define, with those modules."""
    modules = defaultdict(set)
    for path in PACKAGE.rglob("*.py"):
        for name in top_level_names(ast.parse(path.read_text(encoding="utf-8"))):
            modules[name].add(path.relative_to(PACKAGE).with_suffix("").as_posix())
    return {
        name: found for name, found in modules.items() if len(found) > 1 and name not in ALLOWED
    }


def test_a_name_is_defined_in_one_module() -> None:
    assert shared_names() == {}


def test_names_are_found_wherever_they_are_defined() -> None:
    tree = ast.parse(
        "A = B, X = 1, [i for i in ()]\nC: int = 2\nif A:\n    D = 3\n"
        "def e(): f = 1\nclass G: h = 1"
    )
    assert sorted(top_level_names(tree)) == ["A", "B", "C", "D", "G", "X", "e"]
