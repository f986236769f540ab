"""Numbers in texts from outside: what Python's own readers take beside them is refused everywhere."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from player.cli.options import read_count, read_duration, read_jobs, read_seed
from player.errors import BadInput
from player.rules.lists import read_data, read_words
from player.rules.numbers import is_decimal, is_whole, read_whole

NONE = [
    "",
    "-",
    "--5",
    "+-3",
    "+3",
    "1_0",
    " 1",
    "1 ",
    "1\n",
    "1.0",
    "1e3",
    "0x1",
    "\u0663",
    "\uff13",
    "\u00b2",
    "nan",
    "1\0",
]


@pytest.mark.parametrize("text", NONE)
def test_what_is_no_whole_number(text: str) -> None:
    assert not is_whole(text)
    assert not is_whole(text.encode())
    assert read_whole(text, -100, 100) is None
    assert read_whole(text.encode(), -100, 100) is None


@pytest.mark.parametrize("text", ["0", "7", "-7", "007", "-0", "100", "-100", "0" * 6000 + "5"])
def test_whole_numbers(text: str) -> None:
    assert read_whole(text, -100, 100) == read_whole(text.encode(), -100, 100) == int(text[-4:].lstrip("0") or "0")


@pytest.mark.parametrize("text", ["101", "-101", "9" * 6000, "-" + "9" * 6000])
def test_whole_numbers_outside_the_bounds(text: str) -> None:
    assert is_whole(text)
    assert read_whole(text, -100, 100) is None


@pytest.mark.parametrize("text", ["1_0", "\u0663", "1e1", "inf", "nan", "-1", " 1", "1.2.3", "9" * 6000])
def test_options_take_digits_only(text: str) -> None:
    assert not is_decimal(text)
    for read in (read_count, read_seed, read_jobs, read_duration):
        with pytest.raises(ValueError, match="it takes"):
            read(text)


def test_so_many_programs_at_a_time_are_not_meant() -> None:
    assert read_jobs("1024") == 1024
    with pytest.raises(ValueError, match="from 1 on, up to 1024"):
        read_jobs("1025")


def test_a_pipe_that_nobody_writes_to_is_not_waited_for(tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("no named pipes here")
    path = str(tmp_path / "pipe")
    os.mkfifo(path)
    with pytest.raises(BadInput, match="pipe: a pipe to which nobody writes; name a file"):
        read_words(path)
    reader, writer = os.open(path, os.O_RDONLY | os.O_NONBLOCK), os.open(path, os.O_WRONLY)
    os.write(writer, b"abc\n")
    os.close(writer)
    assert read_data(path, 100) == b"abc\n"
    os.close(reader)


def test_a_file_is_read_no_further_than_needed(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=f"{tmp_path}: is a directory"):
        read_data(str(tmp_path), 100)
    if Path("/dev/zero").exists():
        with pytest.raises(BadInput, match="/dev/zero: larger than 1 MiB; name another"):
            read_data("/dev/zero", 1 << 20, "name another")
    with pytest.raises(BadInput, match="no file has such a name"):
        read_data("a\0b", 100)
