// What a pattern cannot ask: what lies ahead. Every token but the text of a comment is without characters.

#include "tree_sitter/parser.h"

enum Token {
    WORD_END,     // a word ends here
    LINE_END,     // nothing but blanks is left in the line
    ENDED,        // always, behind an end
    GLUED,        // no blank and no comment follows
    GAME_AHEAD,   // a line that begins with [CGN and a blank
    HEADER_AHEAD, // a line that begins with [Name "
    PART_AHEAD,   // a word with := in it
    ID_AHEAD,     // the name of a variation, with its colon or equals sign
    COMMENT_TEXT, // up to a closing brace, a backslash, or such a line
    NEVER,        // wanted only while the parser looks for the end of an error
};

static const int32_t BYTE_ORDER_MARK = 0xfeff;
static const unsigned MOST_ID = 32;

static bool is_line_end(int32_t sign) { return sign == '\n' || sign == '\r'; }

static bool is_blank(int32_t sign) {
    return (sign >= 0x09 && sign <= 0x0d) || (sign >= 0x1c && sign <= 0x20) || sign == 0x85 || sign == 0xa0 ||
           sign == 0x1680 || (sign >= 0x2000 && sign <= 0x200a) || sign == 0x2028 || sign == 0x2029 ||
           sign == 0x202f || sign == 0x205f || sign == 0x3000;
}

static bool is_gap(int32_t sign) { return is_blank(sign) && !is_line_end(sign); }

static bool is_dash(int32_t sign) { return sign == '-' || (sign >= 0x2010 && sign <= 0x2015) || sign == 0x2212; }

static bool is_quote(int32_t sign) { return sign == '"' || (sign >= 0x201c && sign <= 0x201f); }

static bool is_letter(int32_t sign) { return (sign >= 'A' && sign <= 'Z') || (sign >= 'a' && sign <= 'z'); }

static bool is_digit(int32_t sign) { return sign >= '0' && sign <= '9'; }

static bool at_word_end(TSLexer *lexer) {
    int32_t sign = lexer->lookahead;
    return lexer->eof(lexer) || is_blank(sign) || sign == '/' || sign == '{' || sign == '}' || sign == ')';
}

static void advance(TSLexer *lexer) { lexer->advance(lexer, false); }

static void skip(TSLexer *lexer) { lexer->advance(lexer, true); }

static bool found(TSLexer *lexer, enum Token token) {
    lexer->result_symbol = token;
    return true;
}

// Passes over the beginning of a header; whether it is one, and whether a version begins like it.
static bool skip_header(TSLexer *lexer, bool *is_version) {
    const char *version = "CGN ", *rest = version;
    advance(lexer);
    for (; *rest && lexer->lookahead == *rest; rest++) advance(lexer);
    *is_version = !*rest;
    while (rest == version && is_gap(lexer->lookahead)) advance(lexer);
    bool has_name = rest != version || is_letter(lexer->lookahead);
    while (is_letter(lexer->lookahead) || is_digit(lexer->lookahead) || lexer->lookahead == '_') advance(lexer);
    bool has_gap = *is_version || is_gap(lexer->lookahead);
    while (is_gap(lexer->lookahead)) advance(lexer);
    return has_name && has_gap && is_quote(lexer->lookahead);
}

// Ends before the line end before a version, so that a game is found to begin there.
static bool scan_comment(TSLexer *lexer) {
    bool has_text = false, is_version = false;
    for (;; has_text = true) {
        lexer->mark_end(lexer);
        if (lexer->eof(lexer) || lexer->lookahead == '}' || lexer->lookahead == '\\') break;
        bool is_line_start = false;
        for (; is_line_end(lexer->lookahead); advance(lexer)) is_line_start = true;
        if (is_line_start && lexer->lookahead == '[') skip_header(lexer, &is_version);
        else if (!is_line_start) advance(lexer);
        if (is_version) break;
    }
    return has_text && found(lexer, COMMENT_TEXT);
}

// Looks for what follows the name at which the parser is, without passing over it.
static bool scan_name(TSLexer *lexer, const bool *valid) {
    lexer->mark_end(lexer);
    bool is_part = valid[PART_AHEAD], is_number = true, is_id = valid[ID_AHEAD] && is_letter(lexer->lookahead);
    unsigned length = 0;
    for (;; advance(lexer), length++) {
        int32_t sign = lexer->lookahead;
        bool is_alphanumeric = is_letter(sign) || is_digit(sign);
        if (!is_alphanumeric && sign != '.' && !is_dash(sign)) break;
        is_number = is_number && (is_digit(sign) || sign == '.' || (length == 0 && (sign == 'E' || sign == 'e')));
        is_part = is_part && (is_alphanumeric || (sign == '.' && !is_number));
        is_id = is_id && sign != '.' && length < MOST_ID;
    }
    bool is_colon = lexer->lookahead == ':';
    if (!is_colon && lexer->lookahead != '=') return false;
    advance(lexer);
    if (is_colon && lexer->lookahead == '=') return is_part && found(lexer, PART_AHEAD);
    if (is_colon) return is_id && at_word_end(lexer) && found(lexer, ID_AHEAD);
    while (is_blank(lexer->lookahead)) advance(lexer);
    return is_id && lexer->lookahead == '{' && found(lexer, ID_AHEAD);
}

// Passes over blanks, and looks for a game that begins with the line after them, or for what follows a name.
static bool scan_ahead(TSLexer *lexer, const bool *valid) {
    bool is_line_start = false, is_indented = false, is_version = false;
    for (; is_blank(lexer->lookahead) || (lexer->lookahead == BYTE_ORDER_MARK && !is_indented); skip(lexer)) {
        is_indented = is_gap(lexer->lookahead);
        is_line_start = is_line_start || is_line_end(lexer->lookahead);
    }
    if (lexer->lookahead != '[') return valid[PART_AHEAD] && !valid[NEVER] && scan_name(lexer, valid);
    if (!is_line_start) return false;
    lexer->mark_end(lexer);
    bool is_header = skip_header(lexer, &is_version);
    if (valid[GAME_AHEAD] && is_version && !is_indented) return found(lexer, GAME_AHEAD);
    return valid[HEADER_AHEAD] && is_header && found(lexer, HEADER_AHEAD);
}

void *tree_sitter_calimala_external_scanner_create(void) { return NULL; }

void tree_sitter_calimala_external_scanner_destroy(void *payload) { (void)payload; }

unsigned tree_sitter_calimala_external_scanner_serialize(void *payload, char *buffer) {
    (void)payload;
    (void)buffer;
    return 0;
}

void tree_sitter_calimala_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
    (void)payload;
    (void)buffer;
    (void)length;
}

bool tree_sitter_calimala_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
    (void)payload;
    if (valid[NEVER]) return scan_ahead(lexer, valid);
    if (valid[ENDED]) return found(lexer, ENDED);
    if (valid[WORD_END] && at_word_end(lexer)) return found(lexer, WORD_END);
    if (valid[COMMENT_TEXT]) return scan_comment(lexer);
    if (valid[GLUED] && !lexer->eof(lexer) && !is_blank(lexer->lookahead) && lexer->lookahead != '{')
        return found(lexer, GLUED);
    if (valid[ID_AHEAD] && !is_blank(lexer->lookahead)) return scan_name(lexer, valid);
    if (valid[LINE_END]) {
        lexer->mark_end(lexer);
        while (is_gap(lexer->lookahead)) advance(lexer);
        return (lexer->eof(lexer) || is_line_end(lexer->lookahead)) && found(lexer, LINE_END);
    }
    return (valid[GAME_AHEAD] || valid[PART_AHEAD]) && scan_ahead(lexer, valid);
}
