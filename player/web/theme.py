"""The colours, type and line widths that the page, the pictures of trees and the plots share, under names of CSS."""

from __future__ import annotations

_DEPTHS = ("#06403b", "#0b6b63", "#1f8f80", "#4aa996", "#74beac", "#9bd0c2", "#bfe0d6")  # guesses of pictures

# `line` parts things, `link` joins the nodes of a tree, and `warn` marks a path.  Then come the letters of a word by
# their mark: marks differ in lightness, too, for print without colour.
LIGHT_PICTURE = {
    "paper": "#faf9f5", "card": "#fff", "ink": "#1b1f23", "faint": "#5d646b", "line": "#e2dfd6", "link": "#cdc9be",
    "edge": "#8b8f90", "accent": "#0b6b63", "on-accent": "#fff", "soft": "#e4f0ee", "warn": "#a03d06",
    "warn-soft": "#fdefe5", "absent": "#e4e6e8", "on-absent": "#4f565c", "elsewhere": "#e2a100",
    "on-elsewhere": "#1b1f23", "right": "#0a6b4c", "on-right": "#fff",
    **{f"depth-{i}": colour for i, colour in enumerate(_DEPTHS, 1)},
}  # fmt: skip
DARK_PICTURE = {
    "paper": "#131619", "card": "#1b1f23", "ink": "#eceeed", "faint": "#a0a8ae", "line": "#2d3338", "link": "#4a535a",
    "edge": "#737b82", "accent": "#5fcbba", "on-accent": "#05231f", "soft": "#1a322f", "warn": "#ffb084",
    "warn-soft": "#38251a", "absent": "#333a40", "on-absent": "#b4bbc1", "elsewhere": "#b98500",
    "on-elsewhere": "#131619", "right": "#8be3cd", "on-right": "#05231f",
    **{f"depth-{i}": colour for i, colour in enumerate(reversed(_DEPTHS), 1)},
}  # fmt: skip
# By choice: black on white, and orange and blue for the marks.
CONTRAST = {
    **LIGHT_PICTURE, "paper": "#fff", "ink": "#000", "faint": "#33383d", "line": "#6b7075", "link": "#6b7075",
    "edge": "#33383d", "accent": "#003d8f", "soft": "#e3edff", "warn": "#8a2b00", "elsewhere": "#85c0f9",
    "on-elsewhere": "#000", "right": "#f5793a", "on-right": "#000", "absent": "#fff", "on-absent": "#000",
}  # fmt: skip
SHADOWS = ("0 1px 2px #1b1f2314, 0 6px 20px #1b1f230d", "0 1px 2px #0006, 0 6px 20px #0004")

# The pegs of Mastermind in the order of the symbols: the colour, and the ink of the letter on it.
SYMBOLS = (
    ("#0072b2", "#fff"), ("#e69f00", "#111"), ("#1fae84", "#111"), ("#e2702d", "#111"), ("#d58cb5", "#111"),
    ("#f0e442", "#111"), ("#6bbdec", "#111"), ("#55449b", "#fff"), ("#7d4a3f", "#fff"), ("#c3c6ca", "#111"),
)  # fmt: skip

# The pegs of symbols that are named after colours, and the ink of the letter on each.
HUES = {
    "red": ("#d32f2f", "#fff"), "green": ("#2e7d32", "#fff"), "blue": ("#1f5fbf", "#fff"),
    "yellow": ("#f7dc3b", "#111"), "orange": ("#f28c1c", "#111"), "purple": ("#6a3fa0", "#fff"),
    "pink": ("#f4a6c4", "#111"), "brown": ("#7d4a2f", "#fff"), "black": ("#1b1f23", "#fff"), "white": ("#fff", "#111"),
    "grey": ("#a9afb4", "#111"), "gray": ("#a9afb4", "#111"), "cyan": ("#4fc9db", "#111"),
    "violet": ("#8f6fd1", "#fff"),
}  # fmt: skip

# The trees of a plot: colours that colour-blind readers can distinguish, after Okabe and Ito (2008).
SERIES = ("#0b6b63", "#e69f00", "#0072b2", "#d55e00", "#56b4e9", "#cc79a7", "#1b1f23", "#f0e442")

FONTS = {
    "sans": 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
    "serif": 'ui-serif, "Iowan Old Style", "Palatino Linotype", Palatino, "Source Serif Pro", Georgia, '
    '"Liberation Serif", serif',
    "mono": 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
}

# Widths of lines in points: of a frame, of a link with no share and what a whole share adds, and of a path.
LINES = {"frame": 0.75, "link": 1.0, "share": 6.0, "path": 2.0}


def css() -> str:
    """Return the variables of the page's style: light, then dark by the system or by choice, then of high contrast."""
    light, dark, contrast = (
        "".join(f"--{name}: {value}; " for name, value in {**colours, "shadow": shadow}.items())
        for colours, shadow in zip((LIGHT_PICTURE, DARK_PICTURE, CONTRAST), (*SHADOWS, SHADOWS[0]), strict=True)
    )
    fonts = "".join(f"--{name}: {value}; " for name, value in FONTS.items())
    dark += "color-scheme: dark; "
    return (
        f":root {{ {light}{fonts}color-scheme: light; }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root:not([data-theme=light]) {{ {dark}}} }}\n"
        f":root[data-theme=dark] {{ {dark}}}\n:root[data-theme=contrast] {{ {contrast}color-scheme: light; }}\n"
    )


def symbols_css() -> str:
    """Return the rules of the pegs: `.s0` is the first symbol, on which #111 is the ink of every peg by default."""
    return "\n".join(
        f".{name} {{ --ground: {colour};{f' color: {ink};' * (ink != '#111')} }}"
        for name, (colour, ink) in {
            **{f"s{i}": look for i, look in enumerate(SYMBOLS)},
            **{f"c-{name}": look for name, look in HUES.items()},
        }.items()
    )
