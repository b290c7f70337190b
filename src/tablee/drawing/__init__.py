"""State to SVG: every picture of the page, the paper and the docs comes from these pure functions.

The same arguments give the same bytes: nothing here rolls a die or remembers anything. Small pictures are in `arts`,
fills and strokes in `looks.css`.

    board(state, ...)             of a game's own `games/<game>/board.py`; `plain_board` draws a game that has none
    regions(state, layout, ...)   what of it can be touched
    size(variant, layout)         the width and height of the viewBox
    dice.die(face)

Whatever can be touched is a `<g>` with an id (`prefix` + the key of its region), classes (`can` invites, `picked`,
`aim`, `last`, `empty`, `destroyed`), a `<title>` that is its spoken name (but on a page, which says it beside the
board), `data-cell`, `data-block` or `data-object`, and `data-token` where touching it plays that token at once. The
`<svg>` bears all legal tokens in `data-tokens`.
Choices of two steps go through `picked`: blocks of a push, an object among the offers, the cell that is to be thrown.

`layout="tall"` is drawn for 360 units (a phone, one unit a pixel), `"wide"` for a tablet or a screen. Colours are CSS
custom properties with fallbacks (`palette.css(theme)` lists them for a stylesheet); `theme="print"` is plain greys;
`theme="page"` names classes, for a page that loads `looks.css`.
Several boards on one page need different prefixes.
"""
