/**
 * CGN, the notation of games of Calimala, as section 13 of docs/notation.md has it.
 *
 * A word is recognised by its form alone. Where a word or a line of headers ends, where a game begins, and which sign
 * follows a name is asked of src/scanner.c; all else is a pattern here. Nodes are named after the kinds of words in
 * notation/highlight/kinds.py.
 */

const DASH = "[-\\u2010-\\u2015\\u2212]";
const BLANK = "[\\t\\x0b\\x0c\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const CURLY = "\\u201c-\\u201f";
const ACTION = "[WBMUAVSTC]";
const CARD = "[WBMUAVSTC?]";
const COLOUR = "[BRYGP]";
const STREET = `(${ACTION}{2}|[1-9]{2})`;
const CODE = "(BAR|LIS|LON|TRO|BRU|HAM|SMF|SMN|SCR|PAL)";
const TILE = "(BAR|LIS|LON|TRO|BRU|HAM|SMF|SMN|SCR|ART|PORT|TRADE|WOOD|BRICK|MARBLE)";
const ROW = "((SMF|SMN|SCR)\\.[WBMAR]|PAL\\.[AR]|BAR|LIS|LON|CAR|EMP\\.[WBM]|(TRO|BRU|HAM)(\\.[WBM])?)";
const DONE = "([WBMV]|U([SWTBH]([WB]{2})?)?|A[PFMC]?|S[BLN]{0,3}|T[TBH]{0,3}|C([FMCWBV]{2,3})?)";
const INTRIGUE = "(K|R[PFMC]?|E[WBM]?|N([TBH][WBM]|[WBM][TBH])?)";
const SUPPLY = "(coloured|white|support|wood|brick|marble|ships|points)";
const MAT = `${COLOUR}\\.(${SUPPLY}|faction|cloth|houses|hand)`;
const SIXTY = "[0-5][0-9]";
const DATE = `[0-9]{4}${DASH}(0[1-9]|1[0-2])${DASH}(0[1-9]|[12][0-9]|3[01])`;
const TIME = `${DATE}T([01][0-9]|2[0-3]):${SIXTY}:${SIXTY}(\\.[0-9]{1,6})?Z`;
const CHANCE = "[0-9]{1,3}(\\.[0-9]{1,2})?";
const TYPED = "\\u2010-\\u2015\\u2212\\u2026";
/** What a note of an unknown kind has in it and, without the equals sign and the parenthesis, at its end. */
const SIGN = `[!-z|~${TYPED}]`;
const LAST = `[!-(*-<>-z|~${TYPED}]`;
const SIGN_BUT_STROKE = `[!-.0-z|~${TYPED}]`;
const LAST_BUT_STROKE = `[!-(*-.0-<>-z|~${TYPED}]`;
const SIGN_BUT_NUMBER = `[!-.:-z|~${TYPED}]`;
const LAST_BUT_NUMBER = `[!-(*-.:-<>-z|~${TYPED}]`;

/** What can be observed, the pattern of its values, and whether one has to be there. */
const OBSERVED = [
  [`${COLOUR}\\.${SUPPLY}|deck`, "0|[1-9][0-9]*", true],
  [`${COLOUR}\\.faction`, `${DASH}?[0-9]+`, true],
  [`${COLOUR}\\.cloth`, "[0-9](\\.[0-9])*", true],
  [`${COLOUR}\\.houses`, `[TBH]+|${DASH}`],
  [`${COLOUR}\\.hand`, `${CARD}+|${DASH}`],
  [STREET, `[BRYGPW]+|${DASH}`],
  [ROW, `${COLOUR}+|${DASH}`],
  ["council", `[BRYGPX.\\u2026]+|${DASH}`],
  ["discard", `${ACTION}+|${DASH}`],
  ["active", COLOUR, true],
];

const pattern = (source) => new RegExp(source, "i");
const glued = (source) => token.immediate(pattern(source));

/** The sign of a glyph and its number, of which a decision has either, both or none. */
const glyphs = ($, sign) => seq(optional(alias(sign, $.glyph)), optional(alias($._glued_number_glyph, $.glyph)));

const header = ($, name) =>
  seq(
    "[",
    optional($._gap),
    name,
    $._gap,
    choice(
      seq(
        alias($._quote, $.header_value),
        repeat(choice($.escape, alias($._straight, $.header_value))),
        alias($._quote, $.header_value),
      ),
      seq(
        alias($._curly_quote, $.header_value),
        repeat(choice($.escape, alias($._curly, $.header_value))),
        alias($._closing_quote, $.header_value),
      ),
    ),
    optional($._gap),
    alias($._closing_bracket, "]"),
  );

module.exports = grammar({
  name: "calimala",

  externals: ($) => [
    $._word_end,
    $._line_end,
    $._ended,
    $._glued,
    $._game_ahead,
    $._header_ahead,
    $._part_ahead,
    $._id_ahead,
    $._comment_text,
    $._never,
  ],

  extras: () => [new RegExp(`${BLANK}|[\\r\\n\\ufeff]`)],

  rules: {
    // A line with a version begins a game after words or another version, any other header only after words.
    source_file: ($) =>
      optional(
        seq(
          repeat(choice(seq($._versioned, $._game_ahead), seq($._played, choice($._game_ahead, $._header_ahead)))),
          choice($._unversioned, $._versioned, $._played),
        ),
      ),
    _unversioned: ($) => alias($._other_headers, $.game),
    _versioned: ($) => alias($._headers, $.game),
    _played: ($) => alias($._headers_and_words, $.game),
    _headers_and_words: ($) =>
      seq(choice($._other_headers, $._headers), choice(seq(repeat1($._item), repeat($.turn)), repeat1($.turn))),
    _headers: ($) =>
      choice(
        seq(optional($._other_headers), alias($._version, $.header), $._rest_of_headers),
        seq($._headers, choice($.header, alias($._version, $.header)), $._rest_of_headers),
      ),
    _other_headers: ($) => seq(optional($._other_headers), $.header, $._rest_of_headers),
    _rest_of_headers: ($) => seq(repeat(choice($.header, alias($._version, $.header))), $._line_end, $._ended),

    // After the end of a word another token without characters is due, so that no parser invents the end.
    _end: ($) => seq($._word_end, $._ended),

    header: ($) => header($, $.header_name),
    _version: ($) => header($, alias($._version_name, $.header_name)),
    _version_name: () => token.immediate("CGN"),
    _gap: () => glued(`${BLANK}+`),
    header_name: () => glued("[A-Z][A-Z0-9_]*"),
    _quote: () => token.immediate('"'),
    _curly_quote: () => glued(`[${CURLY}]`),
    _straight: () => glued('[^"\\\\\\r\\n]+'),
    _curly: () => glued(`[^"${CURLY}\\\\\\r\\n]+`),
    _closing_quote: () => glued(`["${CURLY}]`),
    _closing_bracket: () => token.immediate("]"),
    escape: () => glued(`\\\\(u[0-9A-F]{4}|[^\\r\\n]|\\r?\\n|\\r)`),

    turn: ($) =>
      choice(
        seq(
          alias($._number_of_turn, $.turn_number),
          optional(seq(alias($._first_street, $.placement), glyphs($, $._glued_glyph), $._end)),
          repeat($._item),
        ),
        seq(alias($._number, $.turn_number), repeat($._item)),
      ),
    _number_of_turn: () => pattern("[1-9][0-9]{0,8}\\."),
    _number: () => pattern("([0-9]{1,9}|E)[.\\u2026]+"),
    _first_street: () => pattern(`${STREET}(2|00?)?`),

    _item: ($) => choice($.stroke, $.comment, $._decision, $.observation, $._note, $.variation),
    stroke: () => "/",
    comment: ($) => seq("{", repeat(choice($._comment_text, $.escape)), token.immediate("}"), $._ended),

    _decision: ($) =>
      seq(
        choice(
          seq(
            choice($.deed, $.placement, $.played, $.drawn, $.influence, $.family, $.missed),
            glyphs($, $._glued_glyph),
          ),
          seq(alias($._hyphen, $.not_done), glyphs($, $._glyph_of_hyphen)),
          seq(
            $.not_done,
            choice(glyphs($, $._glyph_of_hyphen), seq(alias($._card, $.drawn), glyphs($, $._glued_glyph))),
          ),
          seq(alias("?", $.drawn), optional(alias($._glued_number_glyph, $.glyph))),
          $.struck_out,
        ),
        $._end,
      ),
    deed: () => pattern(`${DONE}|${INTRIGUE}`),
    placement: () => pattern(`${STREET}(2|00?|>[1-4]?)?`),
    played: () => pattern(`\\+${DONE}`),
    drawn: () => pattern(`I?${DASH}${CARD}|:${ACTION}+`),
    not_done: () => pattern(`${ACTION}${DASH}`),
    _hyphen: () => pattern(`I?${DASH}`),
    _card: () => glued(CARD),
    influence: () => pattern(`${CODE}|(${CODE}|\\?)(\\.(${CODE}|\\?))+`),
    family: () => pattern(`${ROW}>${ROW}|>${TILE}|>${DONE}|\\^|${DASH}${DASH}`),
    missed: () => "_",
    struck_out: () => pattern("X"),

    _glued_glyph: () => glued("!!|\\?\\?|!\\?|\\?!|!|\\?"),
    _glyph_of_hyphen: () => glued("!!|!\\?|!"),
    _glued_number_glyph: () => glued("\\$(0|[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5])"),

    observation: ($) =>
      seq(
        $._part_ahead,
        choice(
          ...OBSERVED.map(([part, value, isNeverEmpty]) => {
            const written = alias(glued(value), $.observed_value);
            return seq(
              alias(glued(part), $.observed_part),
              $.observed_sign,
              isNeverEmpty ? written : optional(written),
            );
          }),
        ),
        $._end,
      ),
    observed_sign: () => token.immediate(":="),

    _note: ($) =>
      choice(
        $._said,
        seq($.layer, choice($.comment, seq($._glued, choice($._said, seq(alias($._glued_glyph, $.glyph), $._end))))),
      ),
    _said: ($) =>
      choice(
        seq(choice(alias($._number_glyph, $.glyph), $.advantage, $.mark, $.time, $.check, $.extension), $._end),
        seq(choice($.note_sign, alias($._extension_of_comment, $.extension)), $.comment),
      ),
    _number_glyph: () => pattern("\\$(0|[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5])"),
    layer: () => pattern(`&([A-Z0-9]([A-Z0-9_]|${DASH})*(@${TIME})?|@${TIME})`),
    note_sign: () => "%",
    advantage: () => pattern(`%(${COLOUR}\\+{1,3}|[=?]|${CHANCE}(${DASH}${CHANCE})+)`),
    mark: () => pattern(`#(${STREET}|${ACTION}|${ROW}|>${TILE}|${MAT})(/[1-9][0-9]?)?(:[BRYGPW])?`),
    time: () => pattern(`;(${TIME}|(${COLOUR}:)?[0-9]{1,4}:${SIXTY}:${SIXTY}(\\.[0-9]{1,3})?)`),
    check: () => pattern(`=(${COLOUR}{1,5}|0|[0-9]{1,4}(${DASH}[0-9]{1,4})+|#[0-9A-F]{16})`),
    _extension_of_comment: () => pattern(`\\$([0-9]{1,3}|[0-9]{0,3}${SIGN_BUT_NUMBER}${SIGN}*|[0-9]{4}${SIGN}*)=`),
    extension: () =>
      pattern(
        `\\$[0-9]{0,3}|\\$[0-9]{0,3}(${SIGN_BUT_NUMBER}${SIGN}*${LAST}|${LAST_BUT_NUMBER})|` +
          `\\$[0-9]{4}(${SIGN}*${LAST})?|#(${SIGN}*${LAST})?|[%;]${SIGN_BUT_STROKE}*${LAST_BUT_STROKE}|;`,
      ),

    variation: ($) =>
      seq(
        "(",
        optional(
          choice(
            seq(token.immediate("="), $.comment),
            seq(
              $._id_ahead,
              $.variation_id,
              choice(seq(token.immediate(":"), $._end), seq(token.immediate("="), $.comment)),
            ),
          ),
        ),
        repeat($._item),
        repeat($.turn),
        ")",
        $._end,
      ),
    variation_id: () => glued(`[A-Z]([A-Z0-9]|${DASH})*`),
  },
});
