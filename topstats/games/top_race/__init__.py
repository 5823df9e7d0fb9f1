"""Top Race: cars at auction, races by cards. The door of the room."""
