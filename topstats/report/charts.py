"""One answer of the page: question, finding, picture, table."""

import base64
from dataclasses import dataclass
from typing import Any

from topstats.report.sheets import Sheet
from topstats.store import harmless


@dataclass(frozen=True)
class Chart:
    """figure: plain data, None where a sentence says it all, or `picture` (SVG) says it. csv: the table as a link that holds the file."""

    id: str
    question: str
    finding: str
    definition: str
    figure: dict[str, Any] | None
    sheet: Sheet
    csv: str
    file: str
    picture: str = ""


def csv_link(table: Any) -> str:
    """The table as a file inside a link; no text in it is a formula."""
    return "data:text/csv;charset=utf-8;base64," + base64.b64encode(harmless(table).to_csv(index=False).encode()).decode()
