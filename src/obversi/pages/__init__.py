"""HTML pages: one file each that loads nothing else, built with Jinja2.

A page in ten lines:

>>> from obversi.pages.parts import Column, bullets, section, table, tag
>>> from obversi.pages.rendering import make_page
>>> agents = Column("agent", number=False)
>>> page = make_page(
...     "A match",
...     tag("h1", "A match"),
...     section("Result", table([agents, Column("points")], [["a < b", "2"]], "Points by agent.")),
...     section("Notes", bullets(["Texts are escaped."])),
... )
>>> '<td class="text">a &lt; b</td>' in page
True

`make_page` takes the content as Python values. `render` takes a template instead: the name
"arena/tournament.html" means the file `templates/tournament.html` of the package `obversi.arena`.
Templates extend "pages/base.html", and `tag`, `section`, `table`, `note`, `bullets` and
`agent_name` are functions in them too. What is not `Html` is escaped.

A page may have extra styles, scripts, and JSON data that its scripts read; all of them are part of
the file. Style sheets and scripts are files of `static/` here. `VIEWER_SCRIPTS` show the games of
the data block "game-data" move by move. `figures=True` permits the styles and images inside
drawings by Matplotlib, which `inline_svg` makes parts of a page. `bar_chart` and `interval_chart`
draw simple charts.
"""
