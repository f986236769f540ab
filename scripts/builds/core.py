"""The search core for the page, player/web/core.wasm.gz, from treegen/native.

Needs em++ (Emscripten).  The same sources and the same compiler give the same module.
"""

from __future__ import annotations

import gzip
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from player.errors import require

ROOT = Path(__file__).resolve().parents[2]
NATIVE = ROOT / "treegen" / "native"
SCRATCH = ROOT / "build" / "core"
MODULE = ROOT / "player" / "web" / "core.wasm.gz"
COMPILER = "3.1.6"  # the committed module's compiler: others give other bytes
# Where the time goes is compiled for speed, and the rest for size.
FAST = ["instruction_sets", "kernels", "lookup", "masks", "searcher", "table"]
SMALL = ["hard_mode", "instructions", "lemmas", "search", "symmetry", "thread_pool", "web"]
SMALL += ["weighted_hard", "wide_rows"]
TARGET = ["-msimd128", "-fwasm-exceptions"]
COMPILE = [
    "-std=c++20", "-fno-rtti", "-ffunction-sections", "-fdata-sections", "-DNDEBUG", "-Wno-defaulted-function-deleted",
]  # fmt: skip
EXPORTS = ["room", "fresh_room", "told", "codes", "table", "go", "run"]
LINK = [
    "-Oz", "--no-entry", "-Wl,--gc-sections", "-sSTANDALONE_WASM", "-sMALLOC=emmalloc", "-sFILESYSTEM=0",
    "-sALLOW_MEMORY_GROWTH=1", "-sMAXIMUM_MEMORY=256MB", "-sINITIAL_MEMORY=4MB", "-sTOTAL_STACK=2MB",
    f"-sEXPORTED_FUNCTIONS={','.join(f'_guesstree_{name}' for name in EXPORTS)}",
]  # fmt: skip


def build(options: Any) -> Iterator[tuple[Path, bytes]]:
    """Yield the module, packed."""
    require(shutil.which("em++"), "em++ is needed; install emscripten")
    version = subprocess.run(["em++", "-dumpversion"], check=True, timeout=60, capture_output=True, text=True).stdout
    if version.strip() != COMPILER:
        require(not options.check, f"em++ {version.strip()} is not {COMPILER}, whose module is committed")
        print(f"note: em++ {version.strip()} is not {COMPILER}, whose module is committed", file=sys.stderr)
    SCRATCH.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(2) as pool:
        objects = list(pool.map(compile_one, [*FAST, *SMALL]))
    module = SCRATCH / "core.wasm"
    subprocess.run(["em++", *TARGET, *LINK, *objects, "-o", str(module)], check=True, timeout=600)
    yield MODULE, gzip.compress(module.read_bytes(), 9, mtime=0)


def compile_one(name: str) -> str:
    """Compile one source, and return its object file."""
    source, out, level = str(NATIVE / f"{name}.cpp"), str(SCRATCH / f"{name}.o"), "-O2" if name in FAST else "-Oz"
    subprocess.run(["em++", *TARGET, *COMPILE, level, "-c", source, "-o", out], check=True, timeout=600)
    return out
