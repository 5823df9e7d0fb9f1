"""The few blocks that every page is made of: style, headline, drawing, chart card, footer. Text is escaped here."""

from collections.abc import Callable
from html import escape
from typing import Any, Literal

import streamlit as st

from topstats.figures import boards, theme
from topstats.figures.theme import NBSP
from topstats.stats.numerals import THOUSANDS
from topstats.store import harmless

STYLE = """
.stMainBlockContainer{max-width:1320px;padding:4.25rem 2.5rem 4rem}
.ts{--ink:light-dark(#1D2126,#EFEDE7);--mute:light-dark(#5A6068,#A9B0B9);--line:light-dark(#DDD6C6,#38424C)}
.ts-eye{font-size:.875rem;color:var(--mute);margin:0 0 .25rem}
.ts h1.ts-find{font-family:'Source Serif',Georgia,serif;font-weight:600;font-size:clamp(1.625rem,1.1rem + 1.7vw,2.375rem);line-height:1.14;
 letter-spacing:-.012em;margin:0;padding:0;
 max-width:46ch;text-wrap:balance;color:var(--ink)}
.ts h2.ts-t{font-family:'Source Serif',Georgia,serif;font-weight:600;font-size:1.1875rem;line-height:1.25;margin:0 0 .125rem;padding:0;
 text-wrap:pretty;color:var(--ink)}
.ts h2.ts-q{font-size:1.5rem}
.ts p.ts-def{font-size:.875rem;line-height:1.4;color:var(--mute);margin:0;max-width:68ch}
.ts p.ts-sub{font-size:1.0625rem;line-height:1.5;margin:.625rem 0 0;max-width:68ch;color:var(--ink)}
.ts p.ts-foot{font-size:.8125rem;line-height:1.5;color:var(--mute);margin:0;max-width:110ch}
.ev .s{font-size:.8125rem;padding:.05rem .5rem;border-radius:99px;color:var(--mute);margin-right:.125rem;white-space:nowrap;display:inline-block}
.ev .on{background:var(--ink);color:light-dark(#fff,#14171B);font-weight:600}
.ev .tx{font-family:'Source Serif',Georgia,serif;font-weight:600;font-size:clamp(1.125rem,1rem + .5vw,1.375rem);line-height:1.25;min-height:2.5em;
 margin:.25rem 0 0;text-wrap:pretty;
 color:var(--ink);max-width:64ch}
.tt.pic{border-radius:10px;aspect-ratio:640/230}
[class*='st-key-chip'] [data-testid='stBaseButton-secondary']{border-radius:999px;padding:.125rem .75rem;min-height:2rem;border-style:dashed;text-align:left}
.st-key-chips p{font-size:.875rem}
.st-key-steps{max-width:1240px;margin:0 auto}
[data-testid="stBottomBlockContainer"]{max-width:1320px;padding:.625rem 2.5rem .75rem}
[data-testid="stBottom"]>div{border-top:1px solid light-dark(#DDD6C6,#38424C)}
.svgroot{line-height:0}.svgroot .ts{line-height:1.5}
[data-testid^="stBaseButton-primary"]:not(:disabled){color:light-dark(#FFFFFF,#14171B)!important}
.st-key-seats [data-testid="stPopover"] button{padding-left:.5rem;padding-right:.5rem}
.st-key-seats [data-testid="stPopover"] button p{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
[data-testid='stPopoverBody'] .stMarkdown p{font-size:.875rem}
.st-key-seats{gap:.375rem}[data-testid='stSidebar'] .stMarkdown p{font-size:.875rem}
[data-testid='stPageLink'] p{white-space:normal}[data-testid='stPageLink'] a{height:auto}
[class*='st-key-vector'] label{max-width:100%;overflow:hidden}
[class*='st-key-vector'] input{padding:.5rem .375rem;text-align:center}[class*='st-key-vector'] label p{font-size:.8125rem;white-space:nowrap;overflow:hidden}
.st-key-status{margin-top:-.5rem}
.st-key-rules{max-width:84ch}
.st-key-phone{display:none}
[data-testid="stSidebarUserContent"]{padding-top:.5rem}
:focus-visible{outline:3px solid light-dark(#1D4FB8,#8FB8FF)!important;outline-offset:2px}
.st-key-seats :focus-visible{outline-offset:-3px}
input[type="text"]:focus-visible,input[type="number"]:focus-visible{outline:none!important}
[data-testid="stSelectbox"] :has(>input:focus-visible),[data-testid="stNumberInputContainer"]:has(input:focus-visible){
 outline:3px solid light-dark(#1D4FB8,#8FB8FF)!important;outline-offset:-2px}
@media(max-width:768px){.st-key-phone{display:flex}.stMainBlockContainer{padding-left:1rem;padding-right:1rem;padding-top:4rem}
 [data-testid="stBottomBlockContainer"]{padding:.375rem 1rem .5rem}.st-key-steps kbd{display:none}.st-key-steps button{padding-left:.5rem;
 padding-right:.5rem}}
@media(prefers-reduced-motion:reduce){*{animation:none!important;transition:none!important}}
@media print{[data-testid="stSidebar"],[data-testid="stHeader"],[data-testid="stBottom"],.st-key-phone,.st-key-more,[data-testid="stExpander"],
 [data-testid="stPageLink"],[data-testid="stSelectbox"],[data-testid="stNumberInput"]{display:none!important}
 .st-key-cards,.st-key-more_cards,.st-key-auction_cards{display:block!important}.st-key-cards>*,.st-key-more_cards>*,.st-key-auction_cards>*,
 [class*='st-key-panel']{break-inside:avoid;margin-bottom:1rem}.st-key-strip_card .js-plotly-plot{zoom:.55}}
"""

# st.html drops every <svg>, and st.image has neither the page's fonts nor its theme: a component without a frame draws it.
_JS = """
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector('.svgroot')
  if (root.dataset.body !== data.version) { root.innerHTML = data.body; root.dataset.body = data.version }
}"""


@st.cache_resource
def _canvas() -> Callable[..., Any]:
    return st.components.v2.component("topstats_svg", html='<div class="svgroot"></div>', isolate_styles=False, js=_JS)


def draw(body: str, key: str) -> None:
    """Show HTML with SVG. It is not cleaned: the drawing functions escape every text."""
    _canvas()(data={"body": body, "version": str(hash(body))}, key=key)


def cap(colour: object) -> str:
    """The mark of a seat beside a line of text."""
    box = "width:26px;height:26px;display:inline-block;vertical-align:-.28em"
    return f'<svg class="tt" viewBox="-17 -17 34 34" style="{box}" aria-hidden="true">{boards.cap(0, 0, str(colour), 13)}</svg> '


def style() -> None:
    """The style sheet of all pages. A popover stands beside the page in the document, and does not know by itself whether that is dark."""
    popover = f"[data-testid='stPopoverBody']{{color-scheme:{theme_name()};min-width:min(22rem,92vw)}}"
    st.html(f"<style>{STYLE}{popover}{boards.css('auto')}</style>")


def theme_name() -> str:
    """light or dark, as the browser shows the page."""
    return "dark" if st.context.theme.type == "dark" else "light"


def words(text: str) -> str:
    """Text for HTML: escaped, with no-break spaces where a number and its unit stand together."""
    return escape(text).replace(" %", f"{NBSP}%").replace(" : ", f"{NBSP}:{NBSP}")


def headline(eyebrow: str, finding: str, sub: str = "") -> None:
    """The answer first."""
    below = f'<p class="ts-sub">{words(sub)}</p>' if sub else ""
    st.html(f'<div class="ts"><p class="ts-eye">{words(eyebrow)}</p><h1 class="ts-find">{words(finding)}</h1>{below}</div>')


def small_title(title: str, definition: str = "") -> None:
    """The title of a card or section, with what it is about."""
    st.html(f'<div class="ts"><h2 class="ts-t">{words(title)}</h2><p class="ts-def">{words(definition)}</p></div>')


def finding(question: str, answer: str, definition: str) -> None:
    """The head of a chart: what was asked, what was found, how it was counted."""
    st.html(f'<div class="ts"><p class="ts-eye">{words(question)}</p><h2 class="ts-t">{words(answer)}</h2><p class="ts-def">{words(definition)}</p></div>')


def question(eyebrow: str, text: str, definition: str) -> None:
    """A question that leads on, in large letters."""
    st.html(f'<div class="ts"><p class="ts-eye">{words(eyebrow)}</p><h2 class="ts-t ts-q">{words(text)}</h2><p class="ts-def">{words(definition)}</p></div>')


def foot(text: str, width: Literal["stretch", "content"] = "stretch") -> None:
    st.html(f'<div class="ts"><p class="ts-foot">{words(text)}</p></div>', width=width)


def chart(key: str, figure: Any, alt: str, on_select: Any = "ignore") -> Any:
    """A figure of the house, in the page's theme; its points can be picked if `on_select` is given."""
    return st.plotly_chart(figure, key=key, theme=None, config=theme.CONFIG, on_select=on_select, selection_mode="points", alt=alt)


def short_count(n: int) -> str:
    """20,000 as 20k, 1,000,000 as 1M."""
    for size, unit in ((1_000_000, "M"), (1_000, "k")):
        if n >= size and n % size == 0:
            return f"{n // size}{unit}"
    return f"{n:,}"


def about(seconds: float | None) -> str:
    """A duration, roughly: about 2 s."""
    if seconds is None:
        return ""
    if seconds < 1:
        return "under 1 s"
    return f"about {seconds:.0f} s" if seconds < 100 else f"about {seconds / 60:.0f} min"


def csv(table: Any) -> bytes:
    """A table as a file; no text in it is a formula for a spreadsheet."""
    return bytes(harmless(table).to_csv(index=False).encode())


def headers(table: Any) -> dict[str, Any]:
    """Words for the columns of a table, percent for shares; the CSV keeps names and unrounded numbers."""
    shares = {c for c in table if str(c).startswith("win_") or c in ("share", "fair_share")}
    if "unit" in table and (table["unit"] == "share").all():
        shares |= {"value", "low", "high"}
    elif "share" in table:
        shares |= {"low", "high"}
    config = st.column_config
    found: dict[str, Any] = {}
    for c in table:
        label = str(c).replace("_", " ").capitalize() if c != "n" else "n"
        if table[c].dtype.kind not in "if":
            found[c] = config.TextColumn(label)
        elif c in shares:
            found[c] = config.NumberColumn(label, format="percent")
        else:
            is_large = table[c].dtype.kind == "i" or table[c].abs().max() >= THOUSANDS
            found[c] = config.NumberColumn(label, format="localized" if is_large else "%.3f")
    return found
