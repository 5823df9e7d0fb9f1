"""The pages: one file each, each a function `show`."""
