def view(S, viewer=None): return {}
def position(S): return {}
def restore(S, d): pass
