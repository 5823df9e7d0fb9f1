"""The page in a real browser: change a rule, run, see the result change, step a replay, open a shared link; both themes, phone and desk."""

import re

import pytest

from tests.browser import ARGUMENTS, READY_AFTER, chromium, served
from topstats import Settings
from topstats.dashboard.links import pack

pytestmark = pytest.mark.browser

HEADLINE, SUB = "h1.ts-find", "p.ts-sub"
HARMLESS = re.compile(r"404 \(Not Found\)")  # Streamlit probes its base path under a deep link


@pytest.fixture(scope="module")
def address():
    with served() as address:
        yield address


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


@pytest.fixture
def window(browser, address):
    """Opens windows; at the end none of them may have called another host, logged an error or be wider than its screen."""
    opened, strangers, errors = [], [], []

    def open_window(path="", width=1600, height=1000, theme="light"):
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme, base_url=address)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("request", lambda r: strangers.append(r.url) if not r.url.startswith((address, address.replace("http", "ws"), "data:", "blob:")) else None)
        page.on("console", lambda m: errors.append(m.text) if m.type == "error" and not HARMLESS.search(m.text) else None)
        page.on("pageerror", lambda e: errors.append(str(e)))
        page.goto("/" + path)
        opened.append(page)
        return page

    yield open_window
    for page in opened:
        wide, width = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert wide <= width, page.url
        assert page.locator('[data-testid="stException"]').count() == 0
        page.context.close()
    assert not strangers
    assert not errors


def answered(page):
    """The headline of the balance page, when there is one made from numbers."""
    page.wait_for_function("s => /wins|No seat/.test(document.querySelector(s)?.innerText || '')", arg=HEADLINE, timeout=READY_AFTER)
    return page.inner_text(HEADLINE)


FASTER = "&".join(f"{side}={pack(Settings(rules={'end_cards': n}, n_games=4000))}" for side, n in (("a", 6), ("b", 5)))


def compared(page):
    """The headline of the page Compare, when two settings were played."""
    page.wait_for_function("s => /^B .*turns/s.test(document.querySelector(s)?.innerText || '')", arg=HEADLINE, timeout=READY_AFTER)
    return page.inner_text(HEADLINE)


def drawn(page):
    """The event of a replay, when the table is drawn."""
    page.wait_for_selector(".ttw svg", timeout=READY_AFTER, state="attached")
    return page.inner_text(".ev")


def changed(page, selector, before):
    page.wait_for_function("([s, b]) => { const e = document.querySelector(s); return e && e.innerText !== b }", arg=[selector, before])
    return page.inner_text(selector)


def end_one_card_earlier(page):
    """Moves a control of the setup, with the keyboard."""
    page.get_by_text("End of the game", exact=True).click()
    slider = page.get_by_role("slider", name="Cards that trigger the end")
    slider.focus()
    slider.press("ArrowLeft")
    page.wait_for_selector(".st-key-chips button:has-text('printed 6')")


def test_from_the_games_to_an_answer_to_a_changed_rule_to_a_shared_link(window):
    page = window()
    assert "rules do to the people" in page.inner_text(HEADLINE)
    page.get_by_role("link", name="Balance").nth(1).click()  # the first stands in the navigation, the next on the card of the first game
    answered(page)
    first = page.inner_text(SUB)
    end_one_card_earlier(page)
    second = changed(page, SUB, first)
    page.wait_for_function("() => location.search.includes('s=')")
    friend = window(page.url.split("/", 3)[3], theme="dark")
    answered(friend)
    assert friend.inner_text(SUB) == second
    page.locator(".st-key-chips button").first.click()
    assert changed(page, SUB, second) == first


def test_a_bar_leads_to_a_game_that_shows_it(window):
    page = window("balance")
    answered(page)
    bars = page.locator('[class*="st-key-figure-margin"] .points path')
    bars.nth(2).wait_for()
    page.wait_for_load_state("networkidle")
    bars.nth(2).click(force=True)  # the layer above the bars takes the click
    page.get_by_role("link", name=re.compile(r"Game \d")).first.click()
    assert "step 0 of" in drawn(page)


def test_stepping_through_a_replay(window):
    page = window("replay?game=3")
    start = drawn(page)
    page.get_by_role("button", name="Step").last.click()
    second = changed(page, ".ev", start)
    assert "step 1 of" in second
    page.keyboard.press("ArrowRight")
    third = changed(page, ".ev", second)
    page.keyboard.press("ArrowLeft")
    assert changed(page, ".ev", third) == second
    page.keyboard.press("ArrowRight")
    assert changed(page, ".ev", second) == third
    now = third
    for key in ["ArrowRight"] * 4 + ["ArrowLeft"] * 4:  # each as soon as the words of the last one are there
        page.keyboard.press(key)
        now = changed(page, ".ev", now)
    assert now == third
    page.wait_for_function("() => location.search.includes('step=2')")
    friend = window(page.url.split("/", 3)[3])
    assert drawn(friend) == third


def test_from_a_change_to_a_game_whose_winner_flipped(window):
    page = window("compare")
    page.locator(".st-key-suggestions button:has-text('trigger the end')").click()
    compared(page)
    table = page.locator('.st-key-flow_card [data-testid="stDataFrame"] .dvn-scroller')
    table.wait_for()
    page.wait_for_selector(".st-key-replays .svgroot svg", state="attached")
    page.wait_for_load_state("networkidle")
    first = page.inner_text(".st-key-replays .ts-eye")
    table.click(position={"x": 18, "y": 36 + 36 + 18})  # the box before the second row
    second = changed(page, ".st-key-replays .ts-eye", first)
    number = re.search(r"Game ([\d,]+) under A and B", second)[1]
    assert page.locator(".st-key-replays .ttw").count() == 2
    link = page.locator(f'.st-key-replays a[href*="game={number.replace(",", "")}&"]').filter(has_text="Replay under B")
    link.click()
    page.wait_for_selector(".ev", timeout=READY_AFTER)
    assert f"game {number}" in drawn(page) and "step 0 of" not in drawn(page)
    assert "step=" in page.url


def test_a_side_is_changed_beside_its_result(window):
    page = window(f"compare?{FASTER}")
    before = compared(page)
    page.get_by_role("button", name="Change A").click()
    page.get_by_text("Setup of A").wait_for()
    page.get_by_text("End of the game", exact=False).first.click()
    slider = page.get_by_role("slider", name="Cards that trigger the end")
    slider.focus()
    slider.press("ArrowRight")
    changed(page, HEADLINE, before)
    assert "5, not 7" in compared(page)
    friend = window(page.url.split("/", 3)[3], theme="dark")
    assert compared(friend) == compared(page)
    page.get_by_role("button", name="Change B").click()
    page.get_by_text("Setup of B").wait_for()
    assert page.get_by_text("Setup of A").count() == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1600])
def test_the_setup_of_a_side_is_legible_and_fits(window, width, theme):
    page = window(f"compare?{FASTER}", width=width, height=844 if width == 390 else 1000, theme=theme)
    compared(page)
    page.get_by_role("button", name="Change B").click()
    title = page.get_by_text("Setup of B")
    title.wait_for()
    ink, paper = title.evaluate("e => [getComputedStyle(e).color, getComputedStyle(e.closest('[data-testid=stPopoverBody]')).backgroundColor]")
    assert abs(brightness(ink) - brightness(paper)) > 150
    box = page.locator('[data-testid="stPopoverBody"]').bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width and box["width"] > 300


def focused(page):
    """The words of what the keyboard is on."""
    return page.evaluate("(e => e.getAttribute('aria-label') || e.innerText || e.tagName)(document.activeElement)")


def tab_to(page, words, most=12):
    for _ in range(most):
        page.keyboard.press("Tab")
        if words in focused(page):
            return
    raise AssertionError(f"{words} is not reached by the keyboard: it is on {focused(page)}")


def test_what_a_chart_shows_can_be_reached_by_keyboard(window):
    """Beside each chart a box with its table, complete, and the games behind each bar as a list."""
    page = window("balance")
    answered(page)
    page.locator(".js-plotly-plot").nth(2).wait_for()
    page.wait_for_load_state("networkidle")
    page.get_by_role("button", name="Report to keep or send").focus()
    tab_to(page, "Table, games and CSV")
    page.keyboard.press("Enter")
    page.get_by_label("Games to watch").wait_for()
    card = page.locator('[data-testid="stGridCell"]').first
    table = card.locator('[data-testid="stDataFrame"] table[role="grid"]')  # what a screen reader is told of it
    table.wait_for(state="attached")
    assert (table.get_attribute("aria-rowcount"), table.get_attribute("aria-colcount")) == ("5", "6")
    assert "20000" in table.inner_html() and "Win low" in table.inner_html()
    tab_to(page, "Games to watch")
    page.keyboard.press("ArrowDown")
    page.get_by_role("option", name="Won by seat 1").wait_for()
    page.keyboard.press("Enter")
    page.get_by_role("link", name=re.compile(r"Game \d")).first.wait_for()
    tab_to(page, "Game ")
    page.keyboard.press("Enter")
    assert "step 0 of" in drawn(page)


def test_a_flipped_game_can_be_chosen_by_keyboard(window):
    page = window(f"compare?{FASTER}")
    compared(page)
    page.wait_for_selector(".st-key-replays .svgroot svg", state="attached")
    page.wait_for_load_state("networkidle")
    before = page.inner_text(".st-key-replays .ts-eye")
    page.get_by_label("Games to list").focus()
    tab_to(page, "CANVAS")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+Space")
    assert "under A and B" in changed(page, ".st-key-replays .ts-eye", before)


def test_a_seat_sees_less_than_all(window):
    page = window("replay?game=3&step=60")
    drawn(page)
    open_table = page.inner_html(".ttw .w")
    page.get_by_role("combobox", name=re.compile("Cards")).click()
    page.get_by_role("option", name="As seat 2 sees it").click()
    page.wait_for_function("b => document.querySelector('.ttw .w').innerHTML !== b", arg=open_table)
    assert "seat=2" in page.url


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1600])
def test_every_page_fits_and_is_legible(window, width, theme):
    for path in ("", "balance", "compare", f"compare?{FASTER}", "replay?game=1&step=30", "rules"):
        page = window(path, width=width, height=844 if width == 390 else 1000, theme=theme)
        if path == "balance":
            answered(page)
            page.locator(".js-plotly-plot").first.wait_for()
        elif path.startswith("replay"):
            drawn(page)
        elif "?" in path:
            compared(page)
            page.locator(".js-plotly-plot").nth(1).wait_for()
        else:
            page.wait_for_selector(HEADLINE)
        paper, ink = page.evaluate(
            "[getComputedStyle(document.querySelector('.stApp')).backgroundColor, getComputedStyle(document.querySelector('.ts .ts-find, .ts .tx')).color]"
        )
        assert abs(brightness(paper) - brightness(ink)) > 150
        assert (brightness(paper) > 128) == (theme == "light")


def brightness(colour):
    return sum(map(float, re.findall(r"[\d.]+", colour)[:3])) / 3


def test_on_paper_every_chart_is_whole(window):
    page = window("balance")
    answered(page)
    page.wait_for_function("() => document.querySelectorAll('.st-key-cards .js-plotly-plot').length >= 10")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 760, "height": 1000})  # a sheet of A4
    widths = page.evaluate("""() => [...document.querySelectorAll('.st-key-cards .js-plotly-plot')].map(plot => {
        const cell = plot.closest('[data-testid=stGridCell]').getBoundingClientRect(), inside = plot.getBoundingClientRect()
        return [inside.right, cell.right, cell.width]
    })""")
    assert len(widths) >= 10
    assert all(right <= edge + 1 and width > 500 for right, edge, width in widths)
    assert page.locator(".st-key-more, [data-testid=stSidebar]").filter(visible=True).count() == 0


def test_the_ring_of_a_focused_field_is_around_its_box(window):
    page = window("balance")
    answered(page)
    page.get_by_label("Strategy of seat 2").focus()
    page.keyboard.press("Tab")
    rings = page.evaluate("""() => [document.activeElement, document.activeElement.parentElement].map(e => getComputedStyle(e).outlineStyle)""")
    assert rings == ["none", "solid"]


def test_the_setup_opens_on_a_phone(window):
    page = window("balance", width=390, height=844)
    answered(page)
    page.get_by_role("button", name="Change the setup").click()
    page.get_by_text("Every change is played at once.").wait_for()
    assert page.get_by_text("Players", exact=True).first.is_visible()


def test_a_strategy_is_tuned_from_its_own_values(window):
    page = window("balance")
    answered(page)
    page.get_by_role("button", name="How seat 2 plays").click()
    field = page.get_by_role("spinbutton", name="Variety points")
    field.wait_for()
    assert float(field.input_value()) == 1
    field.fill("3")
    field.press("Enter")
    page.wait_for_selector(".st-key-chips button:has-text('Seat 2: greedy, variety 3')")


def test_a_broken_link_has_a_friendly_sentence(window):
    page = window("balance?s=nonsense")
    answered(page)
    assert "This link cannot be followed" in page.inner_text('[data-testid="stAlert"]')


def test_a_long_run_can_be_cancelled(window):
    page = window("balance?s=eyJuX2dhbWVzIjoxMDAwMDAwMH0")  # ten million games
    answered(page)
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name=re.compile("Play 100,000")).wait_for()
    assert page.get_by_role("button", name="Cancel").count() == 0


def test_the_answer_can_be_kept_as_one_page(window, browser, tmp_path):
    page = window("balance")
    finding = answered(page)
    with page.expect_download() as coming:
        page.get_by_role("button", name="Report to keep or send").click()
    assert coming.value.suggested_filename.startswith("top_pop_base_")
    coming.value.save_as(tmp_path / "report.html")
    report = browser.new_page()
    report.goto((tmp_path / "report.html").as_uri())
    assert report.inner_text("h1") == finding
    report.locator(".chart .main-svg").first.wait_for()
    report.close()


def test_a_comparison_can_be_kept_as_one_page(window, browser, tmp_path):
    page = window(f"compare?{FASTER}")
    finding = compared(page)
    with page.expect_download() as coming:
        page.get_by_role("button", name="Report to keep or send").click()
    assert coming.value.suggested_filename.startswith("top_pop_compare_")
    coming.value.save_as(tmp_path / "report.html")
    report = browser.new_page()
    report.goto((tmp_path / "report.html").as_uri())
    assert report.inner_text("h1") == finding
    report.locator(".chart .main-svg").nth(1).wait_for()
    report.close()
