"""Columns of the result tables of Top Race; the kernel that fills them stands in record.py. Money is in units of 10,000 inside and shown in full.

The blocks "auction" and "car" tell of the last race of the game, "race" of each; the columns of a seat are sums over all its races.
"""

from topstats.core.contract import ENDED, Column, Sums
from topstats.games.top_race.rules import CARS, UNIT, spaces

MONEY = "euros"

COLUMNS = (
    Column(name="length", per="game", label="Turns", help="Auctions and cards played, all players together.", unit="turns"),
    Column(name="ended", per="game", label="End", help="How the game came to its end.", kind="choice", choices=ENDED),
    Column(name="cards_played", per="game", label="Cards played", help="Speed cards played.", unit="cards"),
    Column(name="margin", per="game", label="Margin", help="Money of the winner ahead of the next; 0 if the win is shared.", unit=MONEY, scale=UNIT),
    Column(name="cars_home", per="game", label="Cars home", help="Cars that crossed the finish line in the last race (TR-18).", unit="cars"),
    Column(name="blocked", per="game", label="Points lost", help="Points lost to cars in the way in the last race (TR-13).", unit="points"),
    Column(name="spread", per="game", label="Spread", help="Rows between the first and the last car when the last race ends.", unit="rows"),
    Column(name="winning_car", per="game", label="Winning car", help="Car that won the last race.", kind="choice", choices=CARS),
    Column(name="auction_money", per="game", label="Paid at auctions", help="Paid for the cars of the last race, all together.", unit=MONEY, scale=UNIT),
    Column(
        name="lead_changes",
        per="game",
        label="Lead changes",
        help="How often another car came to be in front, all races together.",
        group="lead_changes",
    ),
    Column(name="share", per="seat", label="Share of the win", help="1, 0, or 1/k when k seats share it.", kind="share"),
    Column(name="score", per="seat", label="Money", help="Money at the end (TR-21).", unit=MONEY, scale=UNIT),
    Column(name="prize", per="seat", label="Prize money", help="Prizes of its cars (TR-18).", unit=MONEY, scale=UNIT),
    Column(name="spent", per="seat", label="Paid for cars", help="Paid to the bank for cars (TR-03, TR-07).", unit=MONEY, scale=UNIT),
    Column(name="profit", per="seat", label="Profit", help="Money at the end less the capital.", unit=MONEY, scale=UNIT, relative_to="capital"),
    Column(name="cars", per="seat", label="Cars owned", help="Cars owned, all races together.", unit="cars", splits=("share", "profit")),
    Column(name="races_won", per="seat", label="Races won", help="Races won by a car of the seat.", unit="races"),
    Column(name="strength", per="seat", label="Best hand", help="Points of the car that its first hand of the last race is best for.", unit="points"),
    Column(name="cards_left", per="seat", label="Cards left", help="Cards in hand when the last race ends.", unit="cards"),
    Column(name="bankrupt", per="seat", label="Bankrupt", help="Could not pay what it had to (TR-08).", kind="flag"),
    Column(name="starter", per="seat", label="Started the race", help="Whether it was the starting player of the last race (TR-04).", kind="flag"),
    Column(name="stops", per="seat", label="Pit stops", help="Cards claimed or taken by a pit stop, all races together (TR-31, TR-33).", unit="stops"),
    Column(
        name="order",
        per="seat",
        label="Seats from the starter",
        help="How far to the left of the starting player of the last race it sits.",
        kind="choice",
        choices=("Starts the race", *(f"{n} to its left" for n in range(1, 6))),
        splits=("share", "profit"),
    ),
    Column(name="overpaid", per="seat", label="Overpaid", help="Paid for its cars, less their prizes.", unit=MONEY, scale=UNIT, for_each="cars"),
    Column(name="bought", per="auction", label="Bought", help="Whether the seat got the car of this auction.", kind="flag", shown="grid"),
    Column(name="opened", per="auction", label="Opened", help="Whether the seat opened this auction (TR-03, TR-05).", kind="flag"),
    Column(name="bids", per="auction", label="Bids", help="Bids of the seat in this auction.", unit="bids"),
    Column(
        name="price", per="auction", label="Price", help="What the car was sold for.", unit=MONEY, scale=UNIT, is_common=True, splits=("worth",), shown="spread"
    ),
    Column(name="worth", per="auction", label="Prize of the car", help="What the car sold then won.", unit=MONEY, scale=UNIT, is_common=True, shown="spread"),
    Column(
        name="overpaid",
        per="auction",
        label="Overpaid",
        help="Price less the prize that the car won.",
        unit=MONEY,
        scale=UNIT,
        is_common=True,
        shown="spread",
    ),
    Column(name="sold_car", per="auction", label="Car", help="The car that was taken.", kind="choice", choices=CARS, is_common=True),
    Column(
        name="buyer_hand",
        per="auction",
        label="Buyer's points",
        help="Points for the car on the cards dealt to its buyer, jokers apart.",
        unit="points",
        is_common=True,
        splits=("price", "worth"),
    ),
    Column(name="owned", per="car", label="Owned", help="Whether the seat owned the car.", kind="flag"),
    Column(name="hand", per="car", label="Points in hand", help="Points for the car on the cards dealt to the seat, jokers apart.", unit="points"),
    Column(name="start", per="car", label="Start space", help="Number of its start space, from 1.", is_common=True, splits=("won", "home")),
    Column(name="place", per="car", label="Place", help="Place in the race, 1 to 6.", is_common=True),
    Column(name="home", per="car", label="Finished", help="Whether it crossed the finish line.", kind="flag", is_common=True),
    Column(name="moved", per="car", label="Spaces moved", help="Spaces that it moved (a sprint: rows).", unit="spaces", is_common=True),
    Column(name="lost", per="car", label="Points lost", help="Points lost to cars in the way (TR-13).", unit="points", is_common=True),
    Column(name="won", per="car", label="Won the race", help="Whether it came first.", kind="flag", is_common=True),
    Column(name="money", per="race", label="Money after the race", help="Money of the seat after this race (TR-21).", unit=MONEY, scale=UNIT),
    Column(name="richest", per="race", label="Share of the richest", help="Part of all money that the richest seat has.", kind="part", is_common=True),
    Column(
        name="gini",
        per="race",
        label="Inequality (Gini)",
        help="Mean difference of money between two seats, over twice the mean: 0 if all have the same; at most 1 less 1 by the number of players.",
        kind="part",
        is_common=True,
    ),
)

SPACE_SUMS = Sums(
    label="What happens where on the track?",
    per="space",
    knob="track",
    group="spaces",
    axis=spaces,
    columns=(
        Column(
            name="visits",
            per="space",
            label="Visits",
            help="Moves that ended on the space; the start and the return of a broken-down car count too.",
            unit="visits",
        ),
        Column(name="time", per="space", label="Time spent", help="Cards that were laid while a car stood on the space, before they moved it.", unit="turns"),
        Column(
            name="blocks",
            per="space",
            label="Blockages",
            help="Moves cut short by a car on the space: it stood where the next step from one of the furthest spaces would have led (TR-13).",
            unit="moves",
        ),
        Column(
            name="lost", per="space", label="Points lost", help="Points lost to cars in the way by a car that had to stop on the space (TR-13).", unit="points"
        ),
    ),
)

TIPS_COLUMNS = (
    *COLUMNS,
    Column(
        name="tips_decide", per="game", label="Tips decide who wins", help="Whether others would win, or share the win, without what tips paid.", kind="flag"
    ),
    Column(name="tips", per="seat", label="Tips together", help="What the tips brought or cost together (TR-41).", unit=MONEY, scale=UNIT, shown="spread"),
    *(
        Column(
            name=f"tip_{n}",
            per="seat",
            label=f"Tip {n}",
            help=f"What tip {n} brings by the table (TR-41), all races together.",
            unit=MONEY,
            scale=UNIT,
            shown="spread",
        )
        for n in (1, 2, 3)
    ),
    Column(name="no_tips", per="seat", label="Win without tips", help="Its share of the win by the money less what tips paid.", kind="share"),
)
