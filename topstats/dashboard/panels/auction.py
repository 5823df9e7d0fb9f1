"""What auctions cost and bring: prices one after another, prizes beside prices, who overpays, who buys when."""

from topstats.dashboard import cards, ui
from topstats.dashboard.jobs import Job
from topstats.result import Result
from topstats.stats.metrics import metrics_of

METRICS = ("costs", "along", "for_each_by_strategy", "who_has_which")


def applies(result: Result) -> bool:
    """Whether there are auctions, with anything told of them."""
    return "auction" in result.settings.mode_record.axes and any(m.name in METRICS for m in metrics_of(result))


def show(job: Job, rows: Job) -> None:
    """A card for each: the finding and the picture first, the table behind it."""
    answers = sorted((a for a in job.answers if a.metric.name in METRICS), key=lambda a: METRICS.index(a.metric.name))
    ui.small_title("The auctions", "What is paid, what comes back for it, who pays too much and who waits; in a series the auctions of its last race.")
    cards.grid_of(job, rows, job.answers[0], answers, "auction_cards")
