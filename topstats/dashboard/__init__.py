"""The page, made from Game, Mode, Knob, Column and METRICS alone: it knows no game by name.

draft (the setup being edited, and its link) -> jobs (runs in the background) -> pages (what is shown), drawn with ui and controls.
"""
