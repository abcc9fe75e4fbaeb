(header ["[" "]"] @punctuation.bracket.header)
(header (header_name) @tag)
(header_value) @string
(escape) @string.escape
(comment) @comment
(turn_number) @number
(placement) @type
(deed) @function
(played) @function.builtin
(not_done) @keyword
(drawn) @constant
(influence) @constant.builtin
(family) @function.special
(stroke) @punctuation.delimiter
(missed) @keyword.missed
(struck_out) @keyword.struck-out
(observed_part) @variable
(observed_sign) @operator
(observed_value) @constant.observed
(check) @string.special
(glyph) @operator.glyph
(advantage) @constant.advantage
(mark) @attribute
(time) @number.time
(layer) @module
(note_sign) @punctuation.special
(extension) @comment.extension
(variation ["(" ")" "=" ":"] @punctuation.bracket)
(variation_id) @label
(ERROR) @error
