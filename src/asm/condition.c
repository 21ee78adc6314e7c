/* SPDX-License-Identifier: MIT */
/* The expressions of #if and #elif: integers of 64 bits, as C has them. */
#include "asm/preprocess.h"

typedef struct expression {
    s9_preprocessor *pp;
    const s9_asm_token *at, *end; /* in the scratch list, which does not grow while they are read */
    const s9_asm_token *directive;
    uint32_t depth;
    bool failed;
} expression;

static void fail(expression *e, const char *message)
{
    if (!e->failed)
        s9_asm_error(e->pp->context, NULL, e->at < e->end ? e->at : e->directive, NULL, "%s", message);
    e->failed = true;
    e->at = e->end;
}

/* Takes an operator of one or two characters; `not_before` may not follow it (so that '<' is not the start of "<<"). */
static bool take(expression *e, const char *text)
{
    size_t length = strlen(text);
    if ((size_t)(e->end - e->at) < length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (e->at[i].kind != (uint8_t)text[i] || (i > 0 && e->at[i].text != e->at[i - 1].text + 1))
            return false;
    e->at += length;
    return true;
}

static bool number(const s9_asm_token *t, uint64_t *value)
{
    uint32_t i = 0, base = 10;
    *value = 0;
    if (t->length > 1 && t->text[0] == '0') {
        base = 8;
        i = 1;
        if (t->length > 2 && s9_asm_lower(t->text[1]) == 'x') {
            base = 16;
            i = 2;
        }
    }
    uint32_t first = i;
    for (; i < t->length; i++) {
        uint32_t digit = s9_asm_hex(t->text[i]);
        if (digit >= base)
            break;
        *value = *value * base + digit;
    }
    if (base == 16 && i == first)
        return false;
    while (i < t->length && (s9_asm_lower(t->text[i]) == 'u' || s9_asm_lower(t->text[i]) == 'l'))
        i++;
    return i == t->length;
}

static uint64_t ternary(expression *e, bool live);

static uint64_t unary(expression *e, bool live)
{
    uint64_t value = 0;
    if (++e->depth > S9_PP_DEEPEST_CONDITION) {
        fail(e, "the expression is nested too deep");
    } else if (take(e, "!")) {
        value = unary(e, live) == 0;
    } else if (take(e, "-")) {
        value = 0u - unary(e, live);
    } else if (take(e, "+")) {
        value = unary(e, live);
    } else if (take(e, "~")) {
        value = ~unary(e, live);
    } else if (take(e, "(")) {
        value = ternary(e, live);
        if (!e->failed && !take(e, ")"))
            fail(e, "')' is missing in the expression");
    } else if (e->at < e->end && e->at->kind == S9_TOK_NUMBER) {
        if (number(e->at, &value))
            e->at++;
        else
            fail(e, "the expression takes whole numbers");
    } else if (e->at < e->end && e->at->kind == S9_TOK_WORD) {
        e->at++; /* what is no macro counts as 0 */
    } else {
        fail(e, e->at < e->end ? "a value is expected in the expression" : "the expression has no value here");
    }
    e->depth--;
    return value;
}

typedef enum operation {
    OR,
    AND,
    BIT_OR,
    BIT_XOR,
    BIT_AND,
    EQUAL,
    UNEQUAL,
    LESS_EQUAL,
    GREATER_EQUAL,
    LEFT,
    RIGHT,
    LESS,
    GREATER,
    PLUS,
    MINUS,
    TIMES,
    DIVIDE,
    MODULO
} operation;

/* Two characters before one, so that the longer operator is found first. */
static const struct {
    const char *text;
    uint8_t operation, level;
} operators[] = {{"||", OR, 1},         {"&&", AND, 2},           {"==", EQUAL, 6},  {"!=", UNEQUAL, 6},
                 {"<=", LESS_EQUAL, 7}, {">=", GREATER_EQUAL, 7}, {"<<", LEFT, 8},   {">>", RIGHT, 8},
                 {"|", BIT_OR, 3},      {"^", BIT_XOR, 4},        {"&", BIT_AND, 5}, {"<", LESS, 7},
                 {">", GREATER, 7},     {"+", PLUS, 9},           {"-", MINUS, 9},   {"*", TIMES, 10},
                 {"/", DIVIDE, 10},     {"%", MODULO, 10}};

static uint64_t apply(expression *e, operation o, uint64_t a, uint64_t b, bool live)
{
    int64_t x = (int64_t)a, y = (int64_t)b;
    switch (o) {
    case OR:
        return a != 0 || b != 0;
    case AND:
        return a != 0 && b != 0;
    case BIT_OR:
        return a | b;
    case BIT_XOR:
        return a ^ b;
    case BIT_AND:
        return a & b;
    case EQUAL:
        return a == b;
    case UNEQUAL:
        return a != b;
    case LESS_EQUAL:
        return x <= y;
    case GREATER_EQUAL:
        return x >= y;
    case LESS:
        return x < y;
    case GREATER:
        return x > y;
    case LEFT:
        return b < 64 ? a << b : 0;
    case RIGHT: /* of negative numbers as most compilers do it: the sign stays */
        if (b >= 64)
            return x < 0 ? UINT64_MAX : 0;
        return x < 0 ? ~(~a >> b) : a >> b;
    case PLUS:
        return a + b;
    case MINUS:
        return a - b;
    case TIMES:
        return a * b;
    case DIVIDE:
    case MODULO:
        if (y == 0) {
            if (live)
                fail(e, "division by zero in the expression");
            return 0;
        }
        if (y == -1) /* the smallest number has no negative */
            return o == DIVIDE ? 0u - a : 0;
        return (uint64_t)(o == DIVIDE ? x / y : x % y);
    }
    return 0;
}

static uint64_t binary(expression *e, uint32_t level, bool live)
{
    uint64_t value = unary(e, live);
    while (!e->failed) {
        const s9_asm_token *before = e->at;
        size_t i = 0;
        while (i < S9_COUNT(operators) && !take(e, operators[i].text))
            i++;
        if (i == S9_COUNT(operators))
            break;
        if (operators[i].level < level) {
            e->at = before;
            break;
        }
        operation o = (operation)operators[i].operation;
        bool right_live = live && !(o == OR && value != 0) && !(o == AND && value == 0);
        uint64_t right = binary(e, operators[i].level + 1u, right_live);
        value = apply(e, o, value, right, live && right_live);
    }
    return value;
}

static uint64_t ternary(expression *e, bool live)
{
    uint64_t condition = binary(e, 1, live);
    if (e->failed || !take(e, "?"))
        return condition;
    if (++e->depth > S9_PP_DEEPEST_CONDITION) {
        fail(e, "the expression is nested too deep");
        return 0;
    }
    uint64_t yes = ternary(e, live && condition != 0);
    if (!e->failed && !take(e, ":"))
        fail(e, "':' is missing in the expression");
    uint64_t no = e->failed ? 0 : ternary(e, live && condition == 0);
    e->depth--;
    return condition != 0 ? yes : no;
}

/* "defined X" and "defined(X)", behind the first word: the token becomes 0 or 1. */
static bool read_defined(s9_preprocessor *pp, s9_asm_token *token)
{
    s9_asm_token name, close;
    s9_pp_raw(pp, &name);
    bool open = name.kind == '(';
    if (open)
        s9_pp_raw(pp, &name);
    bool good = name.kind == S9_TOK_WORD;
    if (good && open) {
        s9_pp_raw(pp, &close);
        good = close.kind == ')';
        if (!good)
            s9_pp_put_back(pp, &close);
    } else if (!good) {
        s9_pp_put_back(pp, &name);
    }
    if (!good) {
        s9_asm_error(pp->context, NULL, token, "write defined(NAME)", "defined needs the name of a macro");
        return false;
    }
    token->kind = S9_TOK_NUMBER;
    token->text = s9_pp_find(pp, name.text, name.length) != NULL ? "1" : "0";
    token->length = 1;
    return true;
}

bool s9_pp_condition_value(s9_preprocessor *pp, const s9_asm_token *directive, bool *value)
{
    uint32_t start = pp->scratch.count;
    bool good = true;
    for (;;) {
        s9_asm_token token;
        s9_pp_raw(pp, &token);
        if (token.kind == S9_TOK_LINE_END || token.kind == S9_TOK_END)
            break;
        if (token.kind == S9_TOK_WORD) {
            if (token.length == 7 && memcmp(token.text, "defined", 7) == 0) {
                if (!read_defined(pp, &token)) {
                    good = false;
                    break;
                }
            } else if (s9_pp_try_replace(pp, &token)) {
                continue;
            }
        }
        if (pp->context->stop || !s9_pp_keep(pp, &token)) {
            good = false;
            break;
        }
    }
    if (good && pp->scratch.count == start) {
        s9_asm_error(pp->context, NULL, directive, NULL, "#%.*s needs an expression", (int)directive->length,
                     directive->text);
        good = false;
    } else if (good) {
        expression e = {pp, pp->scratch.items + start, pp->scratch.items + pp->scratch.count, directive, 0, false};
        *value = ternary(&e, true) != 0;
        if (!e.failed && e.at < e.end)
            fail(&e, "the expression ends before this");
        good = !e.failed;
    }
    pp->scratch.count = start;
    return good;
}
