"""Where the files that are not code lie."""

from pathlib import Path

PACKAGE = Path(__file__).parent.parent


def home() -> Path:
    """The folder that holds app.py, data/ and .streamlit/: the checkout, or `bundle/` inside an installed wheel."""
    bundle = PACKAGE / "bundle"
    return bundle if bundle.is_dir() else PACKAGE.parent
