"""A page as it is read, whichever way its template is laid out."""

import re


def tight(page: bytes | str) -> str:
    """A page without the spaces by which templates are indented: none beside a tag, one between words."""
    text = page.decode() if isinstance(page, bytes) else page
    return re.sub(r" ?(<[^>]*>) ?", r"\1", " ".join(text.split()))
