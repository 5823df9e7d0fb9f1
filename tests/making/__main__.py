"""Write the reconstructed data of Top Race anew: `python -m tests.making`."""

from tests.making import dump
from tests.making.cards import deck, tips
from tests.making.designs import DESIGNS
from tests.making.tracks import build
from topstats.core.home import home

folder = home() / "data" / "top_race"
dump(deck(), folder / "decks/standard.json")
dump(tips(), folder / "tips/standard.json")
for name, design in DESIGNS.items():
    dump(build(design), folder / f"tracks/{name}.json")
