"""Texts of files, and names of files, as pages, figures and terminals may show them."""

#: Characters that a page must not hold or that would reorder the text around them, and lone surrogates, which UTF-8 can't write.
_REFUSED = {
    code: "\N{REPLACEMENT CHARACTER}"
    for code in (*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF)
    if chr(code) not in "\t\n"
}


def cleaned(text: str) -> str:
    """Returns the text with U+FFFD in place of control characters, lone surrogates and marks that reorder text."""
    return text.replace("\r\n", "\n").translate(_REFUSED)
