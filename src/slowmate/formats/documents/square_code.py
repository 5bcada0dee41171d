"""An address as a square code (QR), which a telephone reads off paper."""

from slowmate.records import BadInput


def square_code(text: str) -> str:
    """Draw the code as SVG, with the white margin that readers need. A tenth of it may be damaged."""
    try:
        import qrcode  # type: ignore[import-untyped]  # noqa: PLC0415 - an optional package
    except ImportError:
        raise BadInput("what draws square codes is not installed; install slowmate[pdf]") from None
    code = qrcode.QRCode(error_correction=qrcode.ERROR_CORRECT_M, border=4)
    code.add_data(text, optimize=0)
    rows = code.get_matrix()
    size = len(rows)
    path = "".join(
        f"M{first} {line}h{length}v1h-{length}z" for line, row in enumerate(rows) for first, length in _runs(row)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<path d="{path}" fill="#16233f"/></svg>'
    )


def _runs(row: list[bool]) -> list[tuple[int, int]]:
    """Return where dark modules begin in a row, and how many stand side by side."""
    runs: list[tuple[int, int]] = []
    for place, is_dark in enumerate(row):
        if is_dark and runs and sum(runs[-1]) == place:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        elif is_dark:
            runs.append((place, 1))
    return runs
