"""What --help prints: usage, what a verb does, its options in groups, and an example, wrapped at blanks only."""

from __future__ import annotations

from collections.abc import Iterable

import click

from player.cli.terminal import fold

_OWN = "Options"
# The options that stand in a group of their own, by the names of their parameters.
_GROUPS = {
    "symbols": "The game", "called": "The game", "weights": "The game", "memory": "The game",
    "style": "Output", "as_json": "Output", "as_csv": "Output", "no_color": "Output", "path": "Output",
    "quiet": "Common", "is_verbose": "Common", "debug": "Common", "version": "Common", "help": "Common",
}  # fmt: skip
_TITLES = (_OWN, "The game", "Output", "Common")


class _Formatter(click.HelpFormatter):
    """Wraps lines at blanks, and never within a name such as `last-candidate`."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        start = f"{'Usage: ' if prefix is None else prefix}{prog} "
        first, *rest = fold(args, self.width - len(start))
        self.write("\n".join([f"{start}{first}", *(" " * len(start) + line for line in rest)]) + "\n")

    def write_text(self, text: str) -> None:
        paragraphs = []
        for paragraph in text.split("\n\n"):
            lines = fold(" ".join(paragraph.split()), self.width - self.current_indent)
            paragraphs.append("".join(f"{' ' * self.current_indent}{line}\n" for line in lines))
        self.write("\n".join(paragraphs))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        rows = list(rows)
        widest = max((len(name) for name, _ in rows if len(name) <= col_max), default=0)
        column = self.current_indent + widest + col_spacing
        for name, text in rows:
            start = f"{' ' * self.current_indent}{name}"
            if len(name) > widest:
                self.write(f"{start}\n")
                start = ""
            for line in fold(" ".join(text.split()), self.width - column):
                self.write(f"{start:{column}}{line}".rstrip() + "\n")
                start = ""


class _Context(click.Context):
    formatter_class = _Formatter


class HelpPage(click.Command):
    """A command whose help shows its options in groups, and its epilog as an example."""

    context_class = _Context

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, group by group, with all their texts in one column."""
        groups: dict[str, list[tuple[str, str]]] = {title: [] for title in _TITLES}
        for option in self.get_params(ctx):
            record = option.get_help_record(ctx)
            if isinstance(option, click.Option) and record is not None:
                name = "help" if "--help" in option.opts else option.name
                groups[_GROUPS.get(name or "", _OWN)].append(record)
        most = min(30, formatter.width // 3)
        names = [name for records in groups.values() for name, _ in records]
        widest = max(len(name) for name in names if len(name) <= most)
        for title, records in groups.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl([(f"{name:{widest}}", text) for name, text in records], widest)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example; a line that is too long goes on after a backslash."""
        with formatter.section("Example"):
            lines = fold(self.epilog or "", formatter.width - formatter.current_indent - 2)
            formatter.write(" " * formatter.current_indent + f" \\\n{' ' * (formatter.current_indent + 2)}".join(lines))
            formatter.write("\n")
