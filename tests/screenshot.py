"""The picture of the page for the README: `make screenshot` writes data/screenshot.png."""

import sys

from tests.browser import ARGUMENTS, READY_AFTER, ROOT, chromium, served

WIDTH, HEIGHT = 1600, 1000
TARGET = ROOT / "data" / "screenshot.png"


def main() -> int:
    """Open Balance with the printed game, wait until nothing moves any more, take the picture."""
    from playwright.sync_api import sync_playwright

    path = chromium()
    if path is None:
        print("A screenshot needs chromium: make browser", file=sys.stderr)
        return 1
    with served() as address, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
        page.goto(f"{address}/balance")
        page.wait_for_function("() => /wins|No seat/.test(document.querySelector('h1.ts-find')?.innerText || '')", timeout=READY_AFTER)
        page.locator('[class*="st-key-course-"] svg').last.wait_for(timeout=READY_AFTER)  # the last that the page draws
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(1500)
        page.screenshot(path=TARGET)
        browser.close()
    print(f"{TARGET.relative_to(ROOT)}: {TARGET.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
