#!/usr/bin/env python3
"""Run the native core under sanitizers: proofs, searches by several threads, and hostile arguments to all functions.

address is AddressSanitizer with UBSan, and thread is ThreadSanitizer; by default both run.  The core is built beside
the installed one, which takes a minute for each.  The exit code is 1 when a proof differs or a sanitizer reports
anything.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


class Sanitizer(NamedTuple):
    """A build, and the programs that run with it, each with its budget."""

    name: str
    flags: str
    runtimes: tuple[str, ...]  # libraries that Python needs, as it is not built so itself
    options: dict[str, str]
    programs: tuple[str, ...]


# A request for more memory than there is must fail as it does elsewhere.  Python leaks on purpose at its end.  The C
# library keeps the storage of a thread that has ended for the next one, by means that ThreadSanitizer cannot see.
SUPPRESSED = "race:_dl_deallocate_tls\n"
SANITIZERS = {
    "address": Sanitizer(
        "AddressSanitizer and UBSan", "-fsanitize=address,undefined -fno-sanitize-recover=undefined",
        ("libasan.so", "libubsan.so", "libstdc++.so.6"),
        {"ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1", "UBSAN_OPTIONS": "print_stacktrace=1"},
        ("check_proofs", "attack core --budget 10000", "attack races --budget 8"),
    ),
    "thread": Sanitizer(
        "ThreadSanitizer", "-fsanitize=thread", ("libtsan.so",),
        {"TSAN_OPTIONS": "allocator_may_return_null=1:suppressions={suppressions}"},
        ("attack races --budget 12", "attack core --budget 3000"),
    ),
}  # fmt: skip

# Without a core, the programs would find nothing to check, and nothing wrong.
_IS_THERE = ("-P", "-c", "from treegen.native import core; assert core is not None, 'the core cannot be imported'")


def run(sanitizer: Sanitizer) -> bool:
    """Build the core and run the programs with it; whether all succeed, and the sanitizer reports nothing."""
    with tempfile.TemporaryDirectory() as folder:
        environment = build(sanitizer, Path(folder))
        commands: list[list[str | Path]] = [[*_IS_THERE]]
        for program in sanitizer.programs:
            name, *words = program.split()
            commands.append([HERE / f"{name}.py", *words])
        runs = [subprocess.run([sys.executable, *words], env=environment, check=False) for words in commands]
    is_clean = not any(run.returncode for run in runs)
    print(f"under {sanitizer.name}:", "clean" if is_clean else "NOT CLEAN", flush=True)
    return is_clean


def build(sanitizer: Sanitizer, folder: Path) -> dict[str, str]:
    """Build the core in a folder, with a copy of the packages; the environment in which Python uses them."""
    target = folder / "build"
    flags = f"{sanitizer.flags} -fno-omit-frame-pointer -g -O1"
    _do("cmake", "-S", ROOT, "-B", target, f"-DPython_EXECUTABLE={sys.executable}", f"-DCMAKE_C_FLAGS={flags}",
        f"-DCMAKE_CXX_FLAGS={flags}", "-DCMAKE_BUILD_TYPE=RelWithDebInfo", *_find_nanobind(folder))  # fmt: skip
    _do("cmake", "--build", target, "-j2", "--target", "_core")  # no stub: Python cannot import it
    (library,) = target.rglob("_core*.so")
    package = folder / "site"
    for name in ("treegen", "player", "trees"):
        shutil.copytree(ROOT / name, package / name, ignore=shutil.ignore_patterns("_core*.so", "__pycache__"))
    shutil.copy(library, package / "treegen" / "native")
    suppressions = folder / "suppressions.txt"
    suppressions.write_text(SUPPRESSED)
    options = {name: value.format(suppressions=suppressions) for name, value in sanitizer.options.items()}
    runtimes = ":".join(map(_runtime, sanitizer.runtimes))
    return {**os.environ, **options, "PYTHONPATH": str(package), "LD_PRELOAD": runtimes}


def _do(*words: str | Path) -> str:
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        sys.exit(f"{done.stdout}sanitize: {' '.join(map(str, words))} failed")
    return done.stdout.strip()


def _find_nanobind(folder: Path) -> list[str]:
    """Where cmake finds nanobind when this Python has none: it is fetched, as it is when a wheel is built."""
    if find_spec("nanobind") is not None:
        return []
    _do(sys.executable, "-m", "pip", "install", "--quiet", "--target", folder / "more", "nanobind")
    return [f"-Dnanobind_ROOT={folder / 'more' / 'nanobind' / 'cmake'}"]


def _runtime(name: str) -> str:
    """The path of a sanitizer's library, which has to be there before Python."""
    path = _do(os.environ.get("CXX", "c++"), f"-print-file-name={name}")
    if not Path(path).is_absolute():
        sys.exit(f"sanitize: the compiler has no {name}; take g++: CXX=g++")
    return path


def main() -> int:
    """Build and run under the sanitizers that were asked for."""
    parser = argparse.ArgumentParser(
        prog="sanitize", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kinds", metavar="KIND", nargs="*", help="address or thread")
    options = parser.parse_args()
    if wrong := {*options.kinds} - {*SANITIZERS}:
        parser.error(f"{wrong.pop()!r} is not a valid sanitizer; choose from: {', '.join(SANITIZERS)}")
    kinds = options.kinds or SANITIZERS
    failures = [kind for kind in kinds if not run(SANITIZERS[kind])]
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
