"""The native core built with a sanitizer, beside the installed one: for scripts/sanitize and check_proofs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

__all__ = ["SANITIZERS", "run"]

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Sanitizer:
    """A build: how it is called, what the compiler is told, and what Python needs, which itself is not built so."""

    name: str
    flags: str
    runtimes: tuple[str, ...]
    options: dict[str, str]


# The C library keeps the storage of a thread that has ended for the next one, by means that ThreadSanitizer cannot see.
SUPPRESSED = "race:_dl_deallocate_tls\n"

# A request for more memory than there is must fail as it does elsewhere.  Python leaks on purpose at its end.
SANITIZERS = {
    "address": Sanitizer(
        "AddressSanitizer and UBSan",
        "-fsanitize=address,undefined -fno-sanitize-recover=undefined",
        ("libasan.so", "libubsan.so", "libstdc++.so.6"),
        {"ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1", "UBSAN_OPTIONS": "print_stacktrace=1"},
    ),
    "thread": Sanitizer(
        "ThreadSanitizer",
        "-fsanitize=thread",
        ("libtsan.so",),
        {"TSAN_OPTIONS": "allocator_may_return_null=1:suppressions={suppressions}"},
    ),
}

# Without a core, the programs would find nothing to check, and nothing wrong.
_IS_THERE = ("-c", "from treegen.native import core; assert core is not None, 'the core cannot be imported'")


def run(kind: str, commands: Sequence[Sequence[str | Path]]) -> int:
    """Build the core and run these Python programs with it; 1 when one of them fails, or the sanitizer reports."""
    sanitizer = SANITIZERS[kind]
    with tempfile.TemporaryDirectory() as folder:
        environment = build(sanitizer, Path(folder))
        runs = [
            subprocess.run([sys.executable, *words], env=environment, check=False) for words in (_IS_THERE, *commands)
        ]
    is_clean = not any(run.returncode for run in runs)
    print(f"under {sanitizer.name}:", "clean" if is_clean else "NOT CLEAN", flush=True)
    return int(not is_clean)


def build(sanitizer: Sanitizer, folder: Path) -> dict[str, str]:
    """Build the core in a folder, with a copy of the packages; the environment in which Python uses them."""
    if shutil.which("cmake") is None:
        sys.exit(f"{Path(sys.argv[0]).name}: it needs cmake: pip install cmake, or your system's package")
    target = folder / "build"
    configure: list[str | Path] = ["cmake", "-S", ROOT, "-B", target, f"-DPython_EXECUTABLE={sys.executable}"]
    configure += [
        f"-DCMAKE_{language}_FLAGS={sanitizer.flags} -fno-omit-frame-pointer -g -O1" for language in ("C", "CXX")
    ]
    configure += ["-DCMAKE_BUILD_TYPE=RelWithDebInfo", *_find_nanobind(folder)]
    compile_all: list[str | Path] = ["cmake", "--build", target, "-j2"]
    for words in (configure, compile_all):
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(
                f"{done.stdout}{done.stderr}{Path(sys.argv[0]).name}: the core cannot be built with {sanitizer.name}"
            )
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


def _find_nanobind(folder: Path) -> list[str]:
    """Where cmake finds nanobind when this Python has none: it is fetched, as it is when a wheel is built."""
    if find_spec("nanobind") is not None:
        return []
    words = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder / "more"), "nanobind"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{done.stderr}{Path(sys.argv[0]).name}: it needs nanobind: pip install nanobind")
    return [f"-Dnanobind_ROOT={folder / 'more' / 'nanobind' / 'cmake'}"]


def _runtime(name: str) -> str:
    """The path of a sanitizer's library, which has to be there before Python."""
    words = [os.environ.get("CXX", "c++"), f"-print-file-name={name}"]
    path = subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
    if not Path(path).is_absolute():
        sys.exit(f"{Path(sys.argv[0]).name}: the compiler has no {name}; take g++: CXX=g++")
    return path
