"""A report in a real browser: opened from disk it asks nobody for anything, draws all charts, fits a phone, and prints."""

import re

import pytest

from tests.browser import ARGUMENTS, chromium
from tests.test_report import HOSTILE, hostile_comparison, hostile_page
from topstats import Settings, compare, simulate
from topstats.cli import main
from topstats.report import report
from topstats.report.pdf import to_pdf

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    path = chromium()
    if path is None:
        pytest.skip("chromium is not installed")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def results():
    base = simulate(Settings(n_games=400, players=5, seed=5), workers=1, extras=("lead_changes",))
    mixed = simulate(Settings(n_games=400, players=4, rotate=True, seats="greedy,greedy,random,weighted:variety=2:blunder=0.1"), workers=1)
    return base, mixed


@pytest.fixture
def opened(browser):
    """Opens pages from disk; at the end none may have asked for anything but itself, or logged an error."""
    asked, errors, contexts = [], [], []

    def open_page(path, width=1200):
        context = browser.new_context(viewport={"width": width, "height": 900})
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda r: asked.append(r.url))
        page.on("console", lambda m: errors.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda e: errors.append(str(e)))
        page.on("dialog", lambda d: (errors.append(f"dialog {d.message}"), d.dismiss()))
        page.goto(path.as_uri())
        page.wait_for_function("() => [...document.querySelectorAll('.chart')].every(c => c.querySelector('.main-svg'))")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert len(asked) == len(contexts)
    assert all(url.startswith("file:") for url in asked)
    assert not errors


def written(path, *results, **words):
    path.write_text(report(results, **words), encoding="utf-8")
    return path


def test_it_draws_all_charts_and_asks_nobody(opened, results, tmp_path):
    page = opened(written(tmp_path / "report.html", *results))
    assert page.locator(".chart").count() == page.locator(".chart .plot-container").count() > 20
    page.locator(".chart .point, .chart .points path").first.hover(force=True)
    page.wait_for_timeout(300)
    assert page.locator(".modebar-btn").count() == 0
    assert "send" not in " ".join(page.locator("[data-title]").evaluate_all("a => a.map(e => e.dataset.title)")).lower()


@pytest.mark.parametrize("width", [390, 1200])
def test_it_fits_the_screen(opened, results, tmp_path, width):
    page = opened(written(tmp_path / "report.html", *results), width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    widths = page.locator(".chart .main-svg").evaluate_all("a => a.map(e => e.getBoundingClientRect().width)")
    assert max(widths) <= min(680, width)
    page.set_viewport_size({"width": 600, "height": 900})
    page.wait_for_function("() => document.querySelector('.chart .main-svg').getBoundingClientRect().width > 500")


def test_bad_names_do_nothing(opened, tmp_path):
    (tmp_path / "report.html").write_text(hostile_page()[1], encoding="utf-8")
    page = opened(tmp_path / "report.html")
    assert page.locator("img").count() == 0
    assert page.inner_text(".name") == HOSTILE
    assert HOSTILE in page.inner_text(".assumptions")


def test_a_script_that_got_in_would_not_run(browser, results, tmp_path):
    """The second wall: the page allows its own two scripts only."""
    path = written(tmp_path / "report.html", results[1])
    path.write_text(path.read_text(encoding="utf-8").replace("<main>", "<main><script>window.gotIn = 1</script>"), encoding="utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    page.locator(".chart .main-svg").first.wait_for()
    assert page.evaluate("window.gotIn === undefined")
    page.close()


@pytest.fixture(scope="module")
def comparison():
    six = Settings(n_games=400, players=4)
    return compare(six, six.replace(rules={"end_cards": 5}), six.replace(mode="lite"), workers=1)


@pytest.mark.parametrize("width", [390, 1200])
def test_a_comparison_draws_its_charts_and_fits_the_screen(opened, comparison, tmp_path, width):
    page = opened(written(tmp_path / "report.html", comparison), width)
    assert page.locator(".chart").count() == page.locator(".chart .plot-container").count() == 4
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("h1").count() == 1
    assert page.locator(".differing tbody tr").count() >= 2
    assert page.locator(".modebar-btn").count() == 0


def test_bad_names_do_nothing_in_a_comparison(opened, tmp_path):
    (tmp_path / "report.html").write_text(hostile_comparison()[1], encoding="utf-8")
    page = opened(tmp_path / "report.html")
    assert page.locator("img").count() == 0
    assert HOSTILE in page.inner_text(".assumptions")


def test_a_comparison_prints(comparison, tmp_path):
    path = chromium()
    if path is None:
        pytest.skip("chromium is not installed")
    to_pdf(written(tmp_path / "report.html", comparison), tmp_path / "a.pdf", path)
    assert 3 < pages_of(tmp_path / "a.pdf") < 12


def pages_of(pdf):
    return len(re.findall(rb"/Type\s*/Page\b", pdf.read_bytes()))


def test_it_prints(results, tmp_path):
    path = chromium()
    if path is None:
        pytest.skip("chromium is not installed")
    to_pdf(written(tmp_path / "report.html", *results), tmp_path / "a.pdf", path)
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    assert 10 < pages_of(tmp_path / "a.pdf") < 40


def test_the_command_prints(results, tmp_path, monkeypatch, capsys):
    path = chromium()
    if path is None:
        pytest.skip("chromium is not installed")
    monkeypatch.setenv("TOPSTATS_CHROMIUM", path)
    results[0].save(tmp_path / "run")
    assert main(["report", str(tmp_path / "run"), "--out", str(tmp_path / "a.html"), "--pdf", str(tmp_path / "a.pdf")]) == 0
    assert pages_of(tmp_path / "a.pdf") > 5
    capsys.readouterr()


def test_charts_have_the_size_of_the_page_when_they_are_printed_from_a_phone(opened, results, tmp_path):
    page = opened(written(tmp_path / "report.html", results[0]), 390)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".chart .main-svg").first.evaluate("e => e.getBoundingClientRect().width") == 680
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(".chart .main-svg").first.evaluate("e => e.getBoundingClientRect().width") < 390


def test_print_is_light_and_breaks_between_runs(opened, results, tmp_path):
    page = opened(written(tmp_path / "report.html", *results))
    page.emulate_media(media="print", color_scheme="dark")
    look = page.evaluate("[getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.querySelectorAll('.run')[1]).breakBefore]")
    assert look == ["rgb(255, 255, 255)", "page"]
    assert page.locator(".csv").first.is_hidden()
