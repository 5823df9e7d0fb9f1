"""From tallies to numbers with their uncertainty. Definitions: every function says its own; no kernels, no figures here."""
