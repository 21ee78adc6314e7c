/* SPDX-License-Identifier: MIT */
/* Faults of declarations and definitions. */
#include "mutate/mutate.h"

/* ---- who reads what is declared ---- */

typedef enum use { USE_NONE, USE_PLAIN, USE_MATRIX, USE_COORDINATE, USE_TEXKILL, USE_SAMPLER } use;

static use kind_of_use(const mutant *m, const s9_item *item, uint32_t index)
{
    if (s9_isa_matrix_rows(item->opcode) > 0 && index == 1)
        return USE_MATRIX;
    if (has_sampler(m, item) && index != 1)
        return USE_COORDINATE; /* or its derivatives, of which as many components count */
    return has_sampler(m, item) ? USE_SAMPLER : USE_PLAIN;
}

static bool names_register(const mutant *m, const s9_operand *operand, s9_file file, uint32_t number, uint32_t rows)
{
    uint32_t first = s9_operand_number(operand->token);
    return file_of(m, operand) == file && number >= first && number < first + rows;
}

/* How the first instruction that reads these components of a register does it. */
static use first_use(const mutant *m, s9_file file, uint32_t number, uint32_t components)
{
    for (uint32_t i = 0; i < m->from->item_count; i++) {
        const s9_item *item = m->from->items[i];
        if (item->opcode == S9_OP_TEXKILL && names_register(m, &item->destination, file, number, 1) &&
            (s9_operand_mask(item->destination.token) & components) != 0)
            return USE_TEXKILL;
        for (uint32_t k = 0; k < item->source_count; k++) {
            use how = kind_of_use(m, item, k);
            uint32_t rows = how == USE_MATRIX ? s9_isa_matrix_rows(item->opcode) : 1;
            uint32_t read = s9_item_source_components(m->from->program, item, k);
            if (names_register(m, &item->sources[k], file, number, rows) &&
                ((read & components) != 0 || components == MASK_ALL))
                return how;
        }
    }
    return USE_NONE;
}

static uint32_t declarations_of(const mutant *m, s9_file file, uint32_t number)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->from->item_count; i++)
        count += m->from->items[i]->opcode == S9_OP_DCL &&
                 names_register(m, &m->from->items[i]->destination, file, number, 1);
    return count;
}

static bool is_input_file(const mutant *m, s9_file file)
{
    return file == S9_FILE_INPUT || file == S9_FILE_MISC || (file == S9_FILE_TEXTURE && is_pixel(m));
}

static bool declares_input(const mutant *m, const s9_item *item)
{
    return is_declaration(m, item) && is_input_file(m, destination_file(m, item)) && !m->from->has_relative &&
           declarations_of(m, destination_file(m, item), s9_operand_number(item->destination.token)) == 1;
}

static bool declares_sampler(const mutant *m, const s9_item *item)
{
    return is_declaration(m, item) && destination_file(m, item) == S9_FILE_SAMPLER;
}

static bool declares_output(const mutant *m, const s9_item *item)
{
    return is_declaration(m, item) && destination_file(m, item) == S9_FILE_OUTPUT && !m->from->has_relative &&
           declarations_of(m, S9_FILE_OUTPUT, s9_operand_number(item->destination.token)) == 1;
}

static bool declares_position(const mutant *m, const s9_item *item)
{
    return declares_output(m, item) && s9_dcl_usage(item->dcl) == S9_USAGE_POSITION && s9_dcl_index(item->dcl) == 0;
}

static bool declares_other_output(const mutant *m, const s9_item *item)
{
    return declares_output(m, item) && s9_dcl_usage(item->dcl) != S9_USAGE_POSITION &&
           s9_dcl_usage(item->dcl) != S9_USAGE_POSITIONT;
}

static uint32_t number_of(const s9_item *item)
{
    return s9_operand_number(item->destination.token);
}

static void set_dcl(mutant *m, const s9_item *item, uint32_t clear, uint32_t set)
{
    set_word(m, item->word + 1, (m->words[item->word + 1] & ~clear) | set);
}

static void set_mask(mutant *m, const s9_item *item, uint32_t mask)
{
    set_word(m, item->destination.word, with_mask(m->words[item->destination.word], mask));
}

static void set_register(mutant *m, const s9_item *item, s9_file file, uint32_t number)
{
    uint32_t at = item->destination.word;
    set_word(m, at, with_register(m->words[at], destination_token(file, number, 0)));
}

/* A second declaration: a copy with another register or usage. */
static void declare_again(mutant *m, const s9_item *item, uint32_t dcl, uint32_t destination)
{
    uint32_t words[] = {item->words[0], dcl, destination};
    insert_words(m, item->word, words, 3);
}

static bool has_usage(const mutant *m, uint32_t usage, uint32_t index, s9_file file)
{
    for (uint32_t i = 0; i < m->from->item_count; i++) {
        const s9_item *item = m->from->items[i];
        if (is_declaration(m, item) && destination_file(m, item) == file && s9_dcl_usage(item->dcl) == usage &&
            s9_dcl_index(item->dcl) == index)
            return true;
    }
    return false;
}

/* A texture coordinate that no declaration of the file names, as a DCL word; 0: there is none. */
static uint32_t free_usage(const mutant *m, s9_file file)
{
    for (uint32_t index = 15; index > 0; index--)
        if (!has_usage(m, S9_USAGE_TEXCOORD, index, file))
            return 0x80000000u | index << 16 | S9_USAGE_TEXCOORD;
    return 0;
}

static bool free_number(uint32_t declared, uint32_t count, uint32_t *number)
{
    for (uint32_t i = 0; i < count; i++)
        if ((declared >> i & 1u) == 0) {
            *number = i;
            return true;
        }
    return false;
}

/* ---- inputs ---- */

static bool undeclared_input(mutant *m)
{
    const s9_item *item = some_item(m, declares_input);
    if (item == NULL)
        return false;
    use how = first_use(m, destination_file(m, item), number_of(item), MASK_ALL);
    if (how == USE_NONE)
        return false;
    remove_item(m, item);
    if (how == USE_MATRIX)
        return names(m, "V091");
    return names(m, !is_pixel(m) ? "V026" : major_of(m) == 2 ? "V050" : "V054");
}

static bool narrow_input(mutant *m)
{
    const s9_item *item = some_item(m, declares_input);
    if (item == NULL || destination_file(m, item) == S9_FILE_MISC)
        return false;
    uint32_t mask = s9_operand_mask(item->destination.token), narrow = mask >> 1 & mask;
    uint32_t lost = mask & ~narrow;
    if (narrow == 0)
        return false;
    use how = first_use(m, destination_file(m, item), number_of(item), lost);
    set_mask(m, item, narrow);
    switch (how) {
    case USE_PLAIN:
        return names(m, is_pixel(m) ? "V060" : "V033");
    case USE_MATRIX:
        return names(m, "V091");
    case USE_TEXKILL:
        return names(m, "V133");
    default:
        return false;
    }
}

/* A texture is never looked up by one coordinate less than two. */
static bool narrow_coordinate(mutant *m)
{
    const s9_item *item = some_item(m, declares_input);
    if (item == NULL || first_use(m, destination_file(m, item), number_of(item), 14) != USE_COORDINATE ||
        destination_file(m, item) == S9_FILE_MISC ||
        first_use(m, destination_file(m, item), number_of(item), MASK_ALL) != USE_COORDINATE)
        return false;
    set_mask(m, item, 1);
    return names(m, "V312");
}

static bool narrow_position(mutant *m)
{
    const s9_item *item = some_item(m, declares_input);
    if (item == NULL || destination_file(m, item) != S9_FILE_MISC || number_of(item) != 0 ||
        first_use(m, S9_FILE_MISC, 0, 2) == USE_NONE || s9_operand_mask(item->destination.token) != 3)
        return false;
    set_mask(m, item, 1);
    return names(m, "V062");
}

static bool wide_position(mutant *m)
{
    const s9_item *item = some_item(m, declares_input);
    if (item == NULL || destination_file(m, item) != S9_FILE_MISC)
        return false;
    set_mask(m, item, number_of(item) == 0 ? 7 : 1);
    return names(m, number_of(item) == 0 ? "V061" : "V063");
}

static bool input_number(mutant *m)
{
    const s9_item *item = some_item(m, declares_input);
    if (item == NULL || destination_file(m, item) == S9_FILE_MISC)
        return false;
    bool third = major_of(m) == 3;
    uint32_t number = 16 + pick(m->random, 40);
    set_word(m, item->destination.word, with_number(m->words[item->destination.word], number));
    return names(m, !is_pixel(m) ? "V027" : third ? "V055" : "V051");
}

static bool unknown_usage(mutant *m)
{
    const s9_item *item = some_item(m, declares_input);
    if (item == NULL || destination_file(m, item) != S9_FILE_INPUT || (is_pixel(m) && major_of(m) < 3))
        return false;
    set_dcl(m, item, 0x1F, 14 + pick(m->random, 18));
    return names(m, "V029");
}

static bool modified_input(mutant *m)
{
    const s9_item *item = some_item(m, is_declaration);
    if (item == NULL)
        return false;
    s9_file file = destination_file(m, item);
    uint32_t modifier = S9_RESULT_SAT;
    const char *rule = !is_pixel(m) ? (file == S9_FILE_SAMPLER ? "V075" : "V031") : "V064";
    if (is_pixel(m) && major_of(m) < 3)
        return false;
    if (file == S9_FILE_MISC && number_of(item) == 1)
        rule = "V063";
    set_word(m, item->destination.word, m->words[item->destination.word] | modifier << 20);
    return names(m, rule);
}

static bool input_twice(mutant *m)
{
    const s9_item *item = some_item(m, declares_input);
    uint32_t dcl = free_usage(m, S9_FILE_INPUT), token;
    if (item == NULL || dcl == 0 || destination_file(m, item) == S9_FILE_MISC)
        return false;
    token = item->destination.token;
    declare_again(m, item, is_pixel(m) && major_of(m) == 2 ? item->dcl : dcl, token);
    if (is_pixel(m) && major_of(m) == 2 && destination_file(m, item) != S9_FILE_TEXTURE)
        return false;
    return names(m, !is_pixel(m) ? "V034" : major_of(m) == 2 ? "V068" : "V058");
}

static bool input_usage_twice(mutant *m)
{
    const s9_item *item = some_item(m, declares_input);
    uint32_t number;
    bool pixel = is_pixel(m);
    if (item == NULL || destination_file(m, item) != S9_FILE_INPUT || (pixel && major_of(m) < 3) ||
        !free_number(m->from->inputs, pixel ? 10 : 16, &number))
        return false;
    declare_again(m, item, item->dcl, with_number(item->destination.token, number));
    return names(m, pixel ? "V059" : "V034");
}

static bool input_that_is_position(mutant *m)
{
    const s9_item *item = some_item(m, declares_input);
    if (item == NULL || destination_file(m, item) != S9_FILE_INPUT || !is_pixel(m) || major_of(m) < 3)
        return false;
    bool psize = chance(m->random, 50);
    set_dcl(m, item, 0xF001F, psize ? S9_USAGE_PSIZE : S9_USAGE_POSITION);
    return names(m, psize ? "V066" : "V057");
}

static bool usage_of_old_input(mutant *m)
{
    const s9_item *item = some_item(m, declares_input);
    if (item == NULL || !is_pixel(m) || major_of(m) != 2)
        return false;
    set_dcl(m, item, 0, 1 + pick(m->random, 13));
    return names(m, "V052");
}

static bool gap_in_old_input(mutant *m)
{
    const s9_item *item = some_item(m, declares_input);
    if (item == NULL || !is_pixel(m) || major_of(m) != 2)
        return false;
    set_mask(m, item, 9);
    return names(m, "V067");
}

static bool texture_input_of_sm3(mutant *m)
{
    const s9_item *item = some_item(m, declares_input);
    if (item == NULL || !is_pixel(m) || major_of(m) != 3)
        return false;
    set_register(m, item, S9_FILE_TEXTURE, pick(m->random, 8));
    return names(m, "V056");
}

static bool declared_temporary(mutant *m)
{
    static const s9_file files[] = {S9_FILE_TEMP, S9_FILE_CONST, S9_FILE_CONSTINT};
    const s9_item *item = some_item(m, declares_input);
    if (item == NULL)
        return false;
    set_register(m, item, files[pick(m->random, 3)], pick(m->random, 8));
    return names(m, "V053");
}

static bool declared_colour(mutant *m)
{
    const s9_item *item = some_item(m, declares_input);
    if (item == NULL || !is_pixel(m))
        return false;
    set_register(m, item, S9_FILE_COLOROUT, 0);
    return names(m, "V065");
}

static bool declaration_in_ps1(mutant *m)
{
    if (!is_ps1(m))
        return false;
    insert_words(m, 1, (uint32_t[]){0x1F, 0x80000000u, destination_token(S9_FILE_TEXTURE, 0, MASK_ALL)}, 3);
    return names(m, "V049");
}

static bool relative_declaration(mutant *m)
{
    const s9_item *item = some_item(m, is_declaration);
    if (item == NULL || item->destination.has_relative)
        return false;
    uint32_t at = item->destination.word;
    if (major_of(m) > 1) {
        insert_words(m, at + 1, (uint32_t[]){source_token(S9_FILE_LOOP, 0, SWIZZLE_NONE)}, 1);
        set_word(m, item->word, m->words[item->word] + 0x01000000u);
    }
    set_word(m, at, m->words[at] | 0x2000u);
    return names(m, "V032");
}

static bool dcl_bit(mutant *m)
{
    const s9_item *item = some_item(m, is_declaration);
    if (item == NULL || major_of(m) == 1)
        return false;
    set_dcl(m, item, 0x80000000u, 0);
    return names(m, "V016");
}

static bool reserved_dcl_bits(mutant *m)
{
    const s9_item *item = some_item(m, is_declaration);
    if (item == NULL)
        return false;
    bool sampler = destination_file(m, item) == S9_FILE_SAMPLER;
    set_dcl(m, item, 0, 1u << (sampler ? pick(m->random, 16) : 5 + pick(m->random, 11)));
    return names(m, "V016");
}

/* ---- samplers ---- */

static bool undeclared_sampler(mutant *m)
{
    const s9_item *item = some_item(m, declares_sampler);
    if (item == NULL || first_use(m, S9_FILE_SAMPLER, number_of(item), MASK_ALL) == USE_NONE ||
        declarations_of(m, S9_FILE_SAMPLER, number_of(item)) != 1)
        return false;
    remove_item(m, item);
    return names(m, "V069");
}

static bool sampler_type(mutant *m)
{
    static const uint32_t types[] = {0, 1, 5, 6, 7, 9, 15};
    const s9_item *item = some_item(m, declares_sampler);
    if (item == NULL)
        return false;
    set_dcl(m, item, 0x78000000u, types[pick(m->random, 7)] << 27);
    return names(m, "V070");
}

static bool sampler_number(mutant *m)
{
    const s9_item *item = some_item(m, declares_sampler);
    if (item == NULL)
        return false;
    set_word(m, item->destination.word,
             with_number(m->words[item->destination.word], (is_pixel(m) ? 16 : 4) + pick(m->random, 20)));
    return names(m, "V071");
}

static bool sampler_twice(mutant *m)
{
    const s9_item *item = some_item(m, declares_sampler);
    if (item == NULL)
        return false;
    uint32_t type = chance(m->random, 50) ? s9_dcl_texture_type(item->dcl) : 2 + pick(m->random, 3);
    declare_again(m, item, 0x80000000u | type << 27, item->destination.token);
    return names(m, "V074");
}

static bool sampler_mask(mutant *m)
{
    const s9_item *item = some_item(m, declares_sampler);
    if (item == NULL)
        return false;
    set_mask(m, item, pick(m->random, 15));
    return names(m, "V171");
}

/* ---- outputs ---- */

/* Some instruction writes all the components, or some of them. */
static bool is_written(const mutant *m, uint32_t number, uint32_t components)
{
    for (uint32_t i = 0; i < m->from->item_count; i++) {
        const s9_item *item = m->from->items[i];
        if (item->opcode != S9_OP_DCL && destination_file(m, item) == S9_FILE_OUTPUT && number_of(item) == number &&
            (s9_operand_mask(item->destination.token) & components) != 0)
            return true;
    }
    return false;
}

static bool undeclared_output(mutant *m)
{
    const s9_item *item = some_item(m, declares_other_output);
    if (item == NULL || !is_written(m, number_of(item), MASK_ALL))
        return false;
    remove_item(m, item);
    return names(m, "V036");
}

static bool narrow_output(mutant *m)
{
    const s9_item *item = some_item(m, declares_output);
    if (item == NULL)
        return false;
    uint32_t mask = s9_operand_mask(item->destination.token), narrow = mask >> 1 & mask;
    uint32_t usage = s9_dcl_usage(item->dcl);
    if (narrow == 0 || !is_written(m, number_of(item), mask & ~narrow))
        return false;
    set_mask(m, item, narrow);
    return names(m, usage == S9_USAGE_POSITION && s9_dcl_index(item->dcl) == 0 ? "V041"
                    : usage == S9_USAGE_PSIZE && s9_dcl_index(item->dcl) == 0  ? "V042"
                                                                               : "V037");
}

static bool output_twice(mutant *m)
{
    const s9_item *item = some_item(m, declares_other_output);
    uint32_t dcl = free_usage(m, S9_FILE_OUTPUT);
    if (item == NULL || dcl == 0)
        return false;
    declare_again(m, item, dcl, item->destination.token);
    return names(m, s9_dcl_usage(item->dcl) == S9_USAGE_PSIZE && s9_dcl_index(item->dcl) == 0 ? "V042" : "V038");
}

static bool output_usage_twice(mutant *m)
{
    const s9_item *item = some_item(m, declares_other_output);
    uint32_t number;
    if (item == NULL || !free_number(m->from->outputs, version_of(m) == S9_VS_3_0 ? 12 : 16, &number))
        return false;
    declare_again(m, item, item->dcl, with_number(item->destination.token, number));
    return names(m, "V039");
}

static bool no_position(mutant *m)
{
    const s9_item *item = some_item(m, declares_position);
    uint32_t dcl = free_usage(m, S9_FILE_OUTPUT);
    if (item == NULL || dcl == 0)
        return false;
    set_dcl(m, item, 0xF001F, dcl);
    return names(m, "V040");
}

static bool position_shares(mutant *m)
{
    const s9_item *item = some_item(m, declares_position);
    uint32_t dcl = free_usage(m, S9_FILE_OUTPUT);
    if (item == NULL || dcl == 0)
        return false;
    declare_again(m, item, dcl, with_mask(item->destination.token, 1u << pick(m->random, 4)));
    return names(m, "V041");
}

static bool output_number(mutant *m)
{
    const s9_item *item = some_item(m, declares_other_output);
    if (item == NULL)
        return false;
    set_word(
        m, item->destination.word,
        with_number(m->words[item->destination.word], (version_of(m) == S9_VS_3_0 ? 12 : 16) + pick(m->random, 9)));
    return names(m, "V043");
}

static bool output_of_nobody(mutant *m)
{
    const s9_item *item = some_item(m, declares_position);
    uint32_t dcl = free_usage(m, S9_FILE_OUTPUT), number;
    if (item == NULL || dcl == 0 || !free_number(m->from->outputs, 11, &number))
        return false;
    declare_again(m, item, dcl, with_number(item->destination.token, number));
    return names(m, "V045");
}

static bool output_before_sm3(mutant *m)
{
    if (is_pixel(m) || major_of(m) == 3)
        return false;
    INSERT(m, 1, S9_OP_DCL, 0x80000005u, destination_token(S9_FILE_OUTPUT, 1, MASK_ALL));
    return names(m, "V035");
}

/* ---- definitions ---- */

static bool defines(const mutant *m, const s9_item *item)
{
    (void)m;
    return item->opcode == S9_OP_DEF;
}

static bool defined_temporary(mutant *m)
{
    static const s9_file files[] = {S9_FILE_TEMP, S9_FILE_INPUT, S9_FILE_CONSTINT, S9_FILE_CONSTBOOL};
    const s9_item *item = some_item(m, defines);
    if (item == NULL)
        return false;
    set_register(m, item, files[pick(m->random, 4)], pick(m->random, 2));
    return names(m, "V076");
}

static bool masked_definition(mutant *m)
{
    const s9_item *item = some_item(m, defines);
    if (item == NULL)
        return false;
    set_mask(m, item, 1 + pick(m->random, 14));
    return names(m, "V076");
}

static bool definition_number(mutant *m)
{
    const s9_item *item = some_item(m, defines);
    if (item == NULL || !is_pixel(m) || s9_version_is_software(version_of(m)))
        return false;
    uint32_t count = s9_isa_register(version_of(m), S9_FILE_CONST)->count;
    set_word(m, item->destination.word, with_number(m->words[item->destination.word], count + pick(m->random, 40)));
    return names(m, "V082");
}

static bool integer_before_its_time(mutant *m)
{
    s9_version v = version_of(m);
    if (v != S9_VS_1_1 && !is_ps1(m) && v != S9_PS_2_0)
        return false;
    if (chance(m->random, 50))
        INSERT(m, 1, S9_OP_DEFB, destination_token(S9_FILE_CONSTBOOL, 0, MASK_ALL), 1);
    else
        INSERT(m, 1, S9_OP_DEFI, destination_token(S9_FILE_CONSTINT, 0, MASK_ALL), 1, 0, 0, 0);
    return names(m, "V077");
}

static bool definition_beyond_one(mutant *m)
{
    const s9_item *item = some_item(m, defines);
    if (item == NULL || !is_ps1(m))
        return false;
    set_word(m, item->word + 2 + pick(m->random, 4), chance(m->random, 50) ? 0x40000000u : 0xBF800001u);
    return names(m, "V083");
}

static const mutation items[] = {
    {"undeclared input", undeclared_input},
    {"narrow input", narrow_input},
    {"narrow coordinate", narrow_coordinate},
    {"narrow vPos", narrow_position},
    {"wide vPos or narrow vFace", wide_position},
    {"input number", input_number},
    {"unknown usage", unknown_usage},
    {"modified declaration", modified_input},
    {"input twice", input_twice},
    {"input usage twice", input_usage_twice},
    {"input that is position or psize", input_that_is_position},
    {"usage of an SM2 input", usage_of_old_input},
    {"gap in the mask of an SM2 input", gap_in_old_input},
    {"t# in SM3", texture_input_of_sm3},
    {"declared temporary", declared_temporary},
    {"declared colour output", declared_colour},
    {"declaration in ps_1_x", declaration_in_ps1},
    {"relative declaration", relative_declaration},
    {"bit 31 of a declaration", dcl_bit},
    {"reserved bits of a declaration", reserved_dcl_bits},
    {"undeclared sampler", undeclared_sampler},
    {"sampler type", sampler_type},
    {"sampler number", sampler_number},
    {"sampler twice", sampler_twice},
    {"sampler mask", sampler_mask},
    {"undeclared output", undeclared_output},
    {"narrow output", narrow_output},
    {"output twice", output_twice},
    {"output usage twice", output_usage_twice},
    {"no position", no_position},
    {"position shares its register", position_shares},
    {"output number", output_number},
    {"output that nobody writes", output_of_nobody},
    {"output before vs_3_0", output_before_sm3},
    {"defined temporary", defined_temporary},
    {"masked definition", masked_definition},
    {"definition number", definition_number},
    {"integer or boolean too early", integer_before_its_time},
    {"definition beyond one", definition_beyond_one},
};

const mutation_family mutations_of_declarations = {"declarations", items, (uint32_t)S9_COUNT(items)};
