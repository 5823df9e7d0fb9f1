view=position=restore=words=describe=encode=None
