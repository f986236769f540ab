"""x."""
ALPHABET = "".join(chr(i) for i in range(33,127) if chr(i) not in "\"'\\$`%?&<")
assert len(ALPHABET)==85
