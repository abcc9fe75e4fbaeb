"""Small modules that the browser has instead of large ones, of which only this is ever used there.

Those of the standard library take the place of its modules, and the others that of packages.
"""
