"""Runs as one page to publish: a self-contained HTML file that opens from disk, prints, and says how it was made.

>>> from topstats import Result
>>> from topstats.report import report
>>> Path("report.html").write_text(report([Result.load("run")]), encoding="utf-8")
"""

from topstats.report.build import report
from topstats.report.pdf import browser, to_pdf

__all__ = ["browser", "report", "to_pdf"]
