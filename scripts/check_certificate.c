/* Checks a certificate: a proof that no decision tree of a guessing game costs less than a bound, and the tree in it.
   cc -O3 check_certificate.c -o check;  gzip -t FILE && gzip -dc FILE | ./check       (or add -march=native)
   Exit code 0: all of it was checked; 1: REJECTED; 2: wrong use, nothing to read, or no memory.
   Trusted are this file, the compiler and libc, and nothing that is read. docs/certificates.md is the specification;
   docs/certificates_argument.md proves the statements S1 to S19. In their words: a lemma (S, d, least) says that the
   candidates S, after d guesses, cost at least `least` more than if the next guess found each of them. It holds if each
   allowed guess is closed, that is, if all trees that begin with it are seen to cost at least `least`:
     cells  A step, to the next price, is paid for each candidate that the guess does not find; and each cell costs at
            least what a lemma that was proved before says of it, or what its ranks say: how many cells any guess makes
            of it bounds how many of it each further guess can find (guess_bound; S4 to S8, S11).
     rank, sizes   The same with the ranks of S in the place of those of its cells. They only save time (S9).
     image  A symmetry, tested on the whole table, maps S to itself and the guess to a lower one that is closed (S13).
   At the root, a forced first guess is closed by its cells, and nothing else is (S15).
   To be short, a block ends where its indentation does: its brace is at the end of its last line. */
#include <ctype.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { MOST_BYTES = 1 << 28, MOST_PAIRS = 1 << 30,             /* the limits of docs/certificates.md */
    MOST_PLACES = 8, MOST_SYMBOLS = 62, MOST_NAMES = 10, LONGEST_NAME = 20, MOST_CLAIMS = 100, MOST_PRICES = 1000,
    MOST_GENERATORS = 100, MOST_EXCHANGES = 2000, MOST_NESTED = 250, MOST_DEPTH = 250, MOST_REMEMBERED = 1 << 29 };
typedef long long num;
static const num END_OF_COSTS = 1LL << 47, END_OF_WEIGHTS = 1LL << 32, INFINITE = 1LL << 48;
enum { CODES = 6561, BUCKETS = 1 << 20, LANES = 256, BITS = 13, MOST_COPIED = 1 << 22, WHY = 200 };
typedef uint64_t lanes __attribute__((vector_size(32), aligned(8)));     /* one bit of each of LANES guesses */
enum outcome { CHECKED, REJECTED, NO_MEMORY, STOPPED };
enum rule { COWS, EACH, MATCH, MARKS };
enum life { ALWAYS, ENDLESS, CLAIM };                           /* how long memory is needed */
struct block { struct block *next; num unused; };               /* the head of a piece of memory */
struct word { char *text; uint32_t letters[MOST_PLACES]; num weight; };  /* by_text reads the first; code points */
struct ranks { int plain, able; };                              /* most cells of guesses that do not win, and that do */
struct fact { struct fact *next; num least; int d, n, set[]; }; /* a lemma that was proved; or least is 0 */
struct facts { struct fact *first[BUCKETS]; uint64_t some[BUCKETS / 8]; };  /* by hashes; bits of them: is there any? */
struct exchange { int *guess, *secret; };                       /* their images, or NULL: not used yet */
struct claim {                                                  /* levels is 0 if the prices are endless */
    char *prices; num price[MOST_PRICES + 2], bound, tree_cost, lemmas; int levels; bool has_equal_prices; };
static _Thread_local struct run {                               /* each thread has a state of its own */
    char *start, *at, *end, *why;                               /* what is left to read; why it is rejected */
    num buckets, numbers, ticks, lemmas, closed, remembered;    /* the last one: candidates in lemmas of the claim */
    enum outcome outcome;
    bool (*is_stopped)(void), (*is_ours)(num lemma);            /* the guesses of which lemmas are closed */
    jmp_buf out;
    struct block *blocks[CLAIM + 1];
    struct claim *claim;                                        /* the one that is being proved, and its lemmas: */
    struct facts *facts[2];                                     /* of endless prices, which have d = 0, and others */
    int *orbits[MOST_NESTED + 1]; } run;
static _Thread_local struct {
    char *name, *first_word, *tree, symbols[MOST_SYMBOLS + 1];
    bool is_list, is_table, names_last, is_weighted, has_candidates_only;    /* the last one is the pool */
    enum rule rule;
    int places, symbol_count, guesses, secrets, feedbacks, win, first, bits, blocks, planes, claims;
    struct word *guess, *secret;
    uint16_t *table;                                            /* feedbacks [secret][guess] */
    lanes *told; size_t width;                                  /* planes [secret][block][feedback], or NULL; of one */
    int dense[CODES], *secret_of, *guess_of;                    /* feedback of a code; what is the same word, or -1 */
    num weight, found_at[MOST_DEPTH + 1];                       /* of all; of what guess k of the tree finds */
    struct exchange exchange[MOST_PLACES + MOST_SYMBOLS];       /* of neighbours: places, then symbols */
    struct claim *claim; } game;
static _Thread_local struct {                                   /* a set that is being closed, and cells of a guess */
    struct ranks caps;                                          /* of the set and its parts (S3) */
    num *light, *cell_light, *by_size, bound[CODES];            /* weight of the j lightest; bounds by sizes of cells */
    uint16_t *square;                                           /* feedbacks [place][guess of place], width * width */
    lanes cells[BITS];                                          /* bits of LANES numbers; rank is 2 * cells + wins */
    int *rank, width, size[CODES], start[CODES], able[CODES], order[CODES], *told, *cell, *place, *image; } open;
static num min(num a, num b) { return a < b ? a : b; }
static num max(num a, num b) { return a > b ? a : b; }
static _Noreturn void leave(enum outcome outcome, const char *why) {
    run.outcome = outcome;
    snprintf(run.why, WHY, "%s (number %lld)", why, run.numbers);
    longjmp(run.out, 1); }
static void need(bool is_so, const char *why) { if (!is_so) leave(REJECTED, why); }
static void look_up(void) {
    if (++run.ticks % 64 == 0 && run.is_stopped && run.is_stopped()) leave(STOPPED, "stopped"); }
static void *room(enum life life, size_t count, size_t size) {  /* zeros; calloc sees whether it is too much */
    struct block *block = calloc(count + sizeof *block, size);
    if (!block) leave(NO_MEMORY, "no memory");
    block->next = run.blocks[life];
    return (run.blocks[life] = block) + 1; }
static void release(enum life life) {
    for (struct block *block; (block = run.blocks[life]); free(block)) run.blocks[life] = block->next; }

/* The header. */
static uint32_t letter(char **p) {                              /* the next code point of strict UTF-8 */
    uint32_t lead = *(*p)++ & 255, more = lead < 128 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    uint32_t x = lead & (more ? 63 >> more : 127);
    bool is_good = !more || (lead > 0xc1 && lead < 0xf5);
    for (uint32_t k = 0; k < more && (is_good = is_good && (**p & 0xc0) == 0x80); k++) x = x << 6 | (*(*p)++ & 63);
    need(is_good && x >> 11 != 0xd800 >> 11 && x <= 0x10ffff && (more < 2 || x >> (5 * more + 1)), "not UTF-8");
    need(x > 31 && (x < 127 || x > 159), "a control character in the header");
    return x; }
static bool take(char **p, const char *what) {
    size_t length = strlen(what);
    return !strncmp(*p, what, length) && (*p += length); }
static char *field(const char *key) {                           /* what follows in the next line, ended by 0 */
    char *p = run.at, *stop = memchr(p, '\n', run.end - p);
    need(stop != NULL, "the header is cut off");
    *stop = 0;
    for (char *q = p; q < stop;) letter(&q);
    run.at = stop + 1;
    need(take(&p, key), "a line of the header is missing");
    return p; }
static num whole(char **p, num end) {                           /* a number less than `end`, in decimal digits */
    const char *from = *p;
    num value = 0;
    for (; isdigit(**p & 255) && value < end; ++*p) value = 10 * value + **p - '0';
    need(*p > from && value < end && (*from != '0' || *p == from + 1), "not a number, or one that is too large");
    return value; }
static num number(num end) {                                    /* the next one after the header, less than `end` */
    num value = 0, byte = 128;
    run.numbers++;
    for (int bits = 0; byte & 128; bits += 7) {
        need(run.at < run.end && bits < 63, "it ends too early, or a number has more than nine bytes");
        value |= ((byte = *run.at++ & 255) & 127) << bits; }
    need(value < end, "a number that is out of range");
    return value; }
static size_t entry(int g, int s) { return (size_t)s * (game.guesses + 32) + g; }    /* no powers of 2 */
static bool is_hash(const char *p) { return strspn(p, "0123456789abcdef") == 64 && !p[64]; }
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int by_weight(const void *a, const void *b) {            /* secrets, those of the same weight by number */
    const int s = *(const int *)a, t = *(const int *)b;
    const num more = game.secret[s].weight - game.secret[t].weight;
    return more ? (more > 0) - (more < 0) : s - t; }
static struct word *split(enum life life, char *line, int *count) {      /* at its blanks */
    *count = 1;
    for (const char *p = line; *p; p++) *count += *p == ' ';
    struct word *words = room(life, *count, sizeof *words);
    for (int k = 0; k < *count; k++, *line++ = 0) line = strchr(words[k].text = line, k < *count - 1 ? ' ' : 0);
    return words; }
static void need_different(const struct word *words, int count) {        /* and not empty */
    struct word *sorted = memcpy(room(CLAIM, count, sizeof *words), words, count * sizeof *words);
    qsort(sorted, count, sizeof *words, by_text);
    for (int k = 0; k < count; k++)
        need(k ? by_text(&sorted[k - 1], &sorted[k]) : *sorted->text, "a name twice, or none"); }
static struct word *read_words(char *line, int *count) {        /* different ones of one length */
    struct word *words = split(ALWAYS, line, count);
    need_different(words, *count);
    for (int k = 0, length; k < *count; k++) {
        char *p = words[k].text;
        for (length = 0; *p && length < MOST_PLACES; length++) words[k].letters[length] = letter(&p);
        game.places = game.places ? game.places : length;
        need(!*p && length == game.places, "a word of a wrong length"); }
    return words; }
static char *list_codes(bool is_distinct, bool is_nozero, int most) {    /* a line of all words of a game of codes */
    num values = 1;                                             /* more words than 2^24 would make too many pairs */
    for (int i = 0; i < game.places; i++) need((values *= game.symbol_count) <= 1 << 24, "the game is too large");
    char *line = room(ALWAYS, min(values, most) + 1, game.places + 1), *word = line;
    for (num v = is_nozero ? values / game.symbol_count : 0, x = v; v < values; x = ++v) {
        bool is_good = true;
        for (int i = game.places - 1; i >= 0; i--, x /= game.symbol_count) {
            word[i] = game.symbols[x % game.symbol_count];
            is_good &= !is_distinct || !memchr(word + i + 1, word[i], game.places - 1 - i); }
        need((most -= is_good) >= 0, "the game is too large");
        word[game.places] = ' ';
        word += is_good ? game.places + 1 : 0; }
    need(word > line, "there are no secrets");
    word[-1] = 0;
    return line; }
static void read_names(char *p) {                               /* of symbols; they are shown for the usual digits */
    uint32_t names[MOST_NAMES][LONGEST_NAME] = {0};
    int longest = strchr(p, ',') ? LONGEST_NAME : 1;            /* without commas, each code point is a name */
    bool is_name = false;
    need(!strpbrk(p, " :#=./\\;+-"), "a wrong name of a symbol");
    for (int k = 0, length; k < game.symbol_count; k++) {
        if (k) take(&p, ",");
        for (length = 0; *p && *p != ',' && length < longest; length++) names[k][length] = letter(&p);
        need(length && (longest == 1 || !*p || *p == ','), "a wrong name of a symbol");
        is_name |= length > 1 || *names[k] > 127 || !isalnum(*names[k]);
        for (int j = 0; j < k; j++) need(memcmp(names[j], names[k], sizeof *names), "a name of two symbols"); }
    need(is_name && !*p, "wrong symbols, or names of symbols"); }
static void read_symbols(char *p) {                             /* after "=": themselves, or names; nothing: digits */
    int count = 0;
    for (int c = '0'; c <= 'z'; c++) if (isalnum(c) && strchr(p, c)) game.symbols[count++] = c;
    if (count && count == (int)strlen(p)) need(count == game.symbol_count, "not so many symbols");
    else {
        need(game.symbol_count <= MOST_NAMES, "too many symbols that are not listed");
        strcpy(game.symbols, game.symbol_count == 10 ? "0123456789" : "123456789");
        if (*p) read_names(p); } }
static void read_game(char *p) {                                /* the name of a game of codes */
    static const char *const suffixes[] = {"-any", "-distinct", "-each", "-matches", "-nozero"};
    bool has[5] = {0}, is_bulls = take(&p, "bulls-"), is_cows = is_bulls || take(&p, "mastermind-");
    bool is_match = !is_cows && take(&p, "match-"), is_game = is_cows || is_match || take(&p, "marks-");
    game.places = whole(&p, MOST_PLACES + 1);
    is_game &= game.places > 0 && take(&p, "x");
    game.symbol_count = whole(&p, MOST_SYMBOLS + 1);
    for (int k = 0; k < 5; k++) if (!has[k] && (has[k] = take(&p, suffixes[k]))) k = -1;         /* in any order */
    need(is_game && game.symbol_count > 1 && has[2] + has[3] <= is_cows, "there is no such game");
    need(!*p || (take(&p, "=") && *p), "there is no such game");
    read_symbols(p);
    need(!has[4] || *game.symbols == '0', "there is no symbol 0");
    game.rule = is_match ? MATCH : !is_cows ? MARKS : has[2] ? EACH : COWS;
    has[1] |= is_bulls;
    game.secret = read_words(list_codes(has[1], has[4], 1 << 15), &game.secrets);
    game.guess = read_words(list_codes(has[1] && !has[0], has[4], MOST_PAIRS / game.secrets), &game.guesses); }
static void read_table(const char *rule) {                      /* the last code wins; others are numbered from 1 on */
    const char *answer[CODES], *p;
    game.secret = split(ALWAYS, field("secrets "), &game.secrets);
    game.names_last = !strcmp(rule, "identify");
    need(game.names_last || !strcmp(rule, "win"), "there is no such rule");
    for (p = run.at; p && !strncmp(p, "row ", 4); game.guesses++) if ((p = memchr(p, '\n', run.end - p))) p++;
    need(game.guesses && (num)game.guesses * game.secrets <= MOST_PAIRS, "no guesses, or the game is too large");
    game.guess = room(ALWAYS, game.guesses, sizeof *game.guess);
    game.table = room(ALWAYS, entry(0, game.secrets), sizeof *game.table);
    for (int g = 0, count, kinds = 1; g < game.guesses; g++, kinds = 1) {
        const struct word *row = split(CLAIM, field("row "), &count);
        need(count == game.secrets + 1, "not one answer of each secret");
        game.guess[g] = *row++;
        for (int s = 0, f; s < game.secrets; s++) {
            for (f = 1; f < kinds && strcmp(answer[f], row[s].text); f++) continue;
            if (!strcmp(game.guess[g].text, game.secret[s].text)) f = CODES - 1;
            else if (f == kinds) answer[kinds++] = row[s].text;
            need(kinds < CODES && *row[s].text, "too many answers to a guess, or an empty one");
            game.table[entry(g, s)] = f; }
        release(CLAIM); }
    need_different(game.secret, game.secrets);
    need_different(game.guess, game.guesses); }
static void read_weights(void) {                                /* if there are none, each secret has the weight 1 */
    game.is_weighted = !strncmp(run.at, "weights ", 8);
    char *p = game.is_weighted ? field("weights ") : NULL;
    for (int s = 0; s < game.secrets; s++) {
        num weight = game.secret[s].weight = p ? whole(&p, END_OF_WEIGHTS) : 1;
        need(weight && (!p || take(&p, s < game.secrets - 1 ? " " : "")), "a weight is 0, or missing");
        game.weight += weight; }
    need(!p || !*p, "too many weights");
    need(game.weight < END_OF_WEIGHTS, "the weights are too large"); }
static void read_claim(char *p) {
    struct claim *claim = &game.claim[game.claims++];
    need(game.claims <= MOST_CLAIMS && take(&p, "claim "), "not a claim, or too many");
    claim->prices = p;
    bool is_endless = take(&p, "1,2,3,...");
    claim->levels = game.names_last && !is_endless;             /* a name alone costs 0, and question k the price k */
    if (!is_endless) do {
        need(claim->levels < MOST_PRICES + game.names_last, "too many prices");
        claim->price[++claim->levels] = whole(&p, END_OF_COSTS);
        need(claim->price[claim->levels] >= claim->price[claim->levels - 1], "prices that fall");
        claim->has_equal_prices |= claim->levels > 1 && claim->price[claim->levels] == claim->price[claim->levels - 1];
    } while (take(&p, ","));
    num last = claim->levels ? max(1, claim->price[claim->levels]) : game.secrets;
    need(last <= (END_OF_COSTS - 1) / game.weight && *p == ' ', "costs that are too high, or not a claim");
    *p++ = 0;
    claim->bound = take(&p, "never") ? INFINITE : whole(&p, END_OF_COSTS);
    need(!*p, "not a claim"); }
static void read_header(void) {
    need(!*field("guesstree certificate 2"), "not a certificate of version 2");
    char *p = game.name = field("game ");
    game.is_table = take(&p, "table:");
    game.is_list = game.is_table || take(&p, "words:");
    need(!game.is_list || is_hash(p), "there is no such game");
    if (!game.is_list) read_game(p);
    else if (game.is_table) read_table(field("rule "));
    else {
        need(!strcmp(field("rule "), "marks"), "there is no such game");
        game.rule = MARKS;
        game.guess = read_words(field("guesses "), &game.guesses);
        game.secret = read_words(field("secrets "), &game.secrets); }
    need((num)game.guesses * game.secrets <= MOST_PAIRS, "the game is too large");
    read_weights();
    game.has_candidates_only = !strcmp(p = field("pool "), "candidates");
    need(game.has_candidates_only || !strcmp(p, "all"), "there is no such pool");
    game.first_word = field("first ");
    game.first = strcmp(game.first_word, "-") ? game.guesses : -1;
    for (int g = 0; g < game.first; g++) if (!strcmp(game.guess[g].text, game.first_word)) game.first = g;
    need(game.first < game.guesses, "the first guess is not a guess");
    game.tree = field("tree ");
    need(is_hash(game.tree) || !strcmp(game.tree, "-"), "not the SHA-256 of a tree");
    game.claim = room(ALWAYS, MOST_CLAIMS + 1, sizeof *game.claim);
    for (p = field(""); strcmp(p, "proof"); p = field("")) read_claim(p);
    need(game.claims > 0, "there is no claim"); }

/* The table. */
static int feedback(const struct word *g, const struct word *s) {
    unsigned right = 0, near = 0, marks = 0;                    /* sets of places of the guess; in base 3 */
    for (int i = 0; i < game.places; i++) right |= (unsigned)(g->letters[i] == s->letters[i]) << i;
    for (int k = 0; k < game.places; k++) {                     /* symbol k of the secret makes the first place near */
        unsigned same = 0;
        for (int i = 0; i < game.places; i++) same |= (unsigned)(g->letters[i] == s->letters[k]) << i;
        same &= game.rule == EACH ? ~right : right >> k & 1 ? 0 : ~(right | near);
        near |= game.rule == EACH ? same : same & -same; }
    for (int i = 0; i < game.places; i++) marks = 3 * marks + 2 * (right >> i & 1) + (near >> i & 1);
    int bulls = __builtin_popcount(right), cows = __builtin_popcount(near);
    return game.rule == MARKS ? (int)marks : game.rule == MATCH ? bulls : bulls * (game.places + 1) + cows; }
static void put(lanes *plane, int g) { (*plane)[g % LANES / 64] |= (uint64_t)1 << g % 64; }      /* the bit of g */
static int told(int g, int s) { return game.table[entry(g, s)]; }
static void make_table(void) {                                  /* feedbacks are numbered in the order of their codes */
    if (!game.is_table) game.table = room(ALWAYS, entry(0, game.secrets), sizeof *game.table);
    for (int s = 0; s < game.secrets; s++, look_up()) for (int g = 0; g < game.guesses; g++) {
        if (!game.is_table) game.table[entry(g, s)] = feedback(&game.guess[g], &game.secret[s]);
        game.dense[told(g, s)] = 1; }
    game.dense[game.is_table ? CODES - 1 : feedback(game.secret, game.secret)] = 1;    /* to win has the highest code */
    for (int f = 0; f < CODES; f++) game.dense[f] = game.dense[f] ? game.feedbacks++ : -1;
    game.win = game.feedbacks - 1;
    for (game.bits = 2; game.win >> game.bits;) game.bits++;
    game.planes = (game.win + 3) / 4 * 4;                       /* of a block of LANES guesses; to win has none */
    game.blocks = (game.guesses + LANES - 1) / LANES;
    game.width = (size_t)game.blocks * game.planes + 4;         /* no power of 2; and no more than 2 GB: */
    game.told = game.width * game.secrets > 1 << 26 ? NULL : room(ALWAYS, game.width * game.secrets, sizeof *game.told);
    game.secret_of = memset(room(ALWAYS, game.guesses, sizeof(int)), -1, game.guesses * sizeof(int));
    game.guess_of = memset(room(ALWAYS, game.secrets, sizeof(int)), -1, game.secrets * sizeof(int));
    for (int s = 0; s < game.secrets; s++) for (int g = 0; g < game.guesses; g++) {
        int f = game.table[entry(g, s)] = game.dense[told(g, s)];
        if (game.told && f < game.win) put(game.told + s * game.width + g / LANES * game.planes + f, g);
        if (f == game.win) game.secret_of[game.guess_of[s] = g] = s; } }
static void count_cells(int g, const int *set, int n) {
    memset(open.size, 0, game.feedbacks * sizeof *open.size);
    for (size_t i = 0, row = entry(0, 1); (int)i < n; i++) open.size[open.told[i] = game.table[set[i] * row + g]]++; }
static void share_out(const int *set, int n) {                  /* into the cells, which have been counted */
    for (int f = 0, sum = 0; f < game.feedbacks; f++) open.start[f] = sum += open.size[f];
    for (int i = n - 1; i >= 0; i--) open.place[--open.start[open.told[i]]] = i;
    for (int i = 0; i < n; i++) open.cell[i] = set[open.place[i]]; }

/* Bounds by counting, and the ranks of sets. */
static int left(int d) { return run.claim->levels ? run.claim->levels - d : INT32_MAX; }
static int deeper(int d) { return run.claim->levels ? d + 1 : 0; }
static num step(int d, int i) {                                 /* rel(d, i + 1) - rel(d, i), where i < left(d) */
    return run.claim->levels ? run.claim->price[d + i + 1] - run.claim->price[d + i] : 1; }
static void weigh(num *light, const int *set, int n) {          /* tail(k) is light[n - k] */
    for (int i = 0; i < n; i++) light[i + 1] = light[i] + game.secret[set[i]].weight; }
static num guess_bound(int d, const num *light, num n, num cells, int wins, struct ranks most) {
    num cost = 0, found = wins, reach = 1;                      /* at most, by i guesses; in a cell (S4) */
    if (n == 1) return left(d) >= 1 ? 0 : INFINITE;
    for (int i = 1; found < n; i++) {
        if (cells < 2 || i >= left(d) || i > n) return INFINITE;
        cost += step(d, i) * light[n - found];
        found = wins + (cells - wins) * reach;
        reach = min(n, max(most.plain * reach, most.able ? 1 + (most.able - 1) * reach : 0)); }
    return cost; }
static num set_bound(int d, const num *light, num n, struct ranks most) {
    num plain = guess_bound(d, light, n, min(most.plain, n), 0, most);
    return game.names_last ? plain : min(plain, guess_bound(d, light, n, min(most.able, n), 1, most)); }
static int cells_in(const uint16_t *column, size_t width, const int *rows, int n) {
    int seen[CODES], cells = 0;                                 /* without the winning one, as in all that follows */
    uint64_t some = 0;
    for (int i = 0; i < n && game.win < 64; i++) some |= (uint64_t)1 << column[rows[i] * width];
    if (game.win < 64) return __builtin_popcountll(some & ~((uint64_t)1 << game.win));
    memset(seen, 0, game.feedbacks * sizeof *seen);
    for (int i = 0; i < n; i++) cells += !seen[column[rows[i] * width]]++;
    return cells - !!seen[game.win]; }
static int cells_of(int g, const int *set, int n) { return cells_in(game.table + g, entry(0, 1), set, n); }
static bool meet(const lanes *a, const lanes *b) { lanes x = *a & *b; return x[0] | x[1] | x[2] | x[3]; }
static void add(lanes *bit, const lanes *a, const lanes *b, lanes *carry) {      /* of *bit + *a + *b */
    lanes odd = *bit ^ *a;
    *carry = (*bit & *a) | (odd & *b);
    *bit = odd ^ *b; }
#if defined __x86_64__ && defined __GLIBC__ && defined __has_attribute && __has_attribute(target_clones)
__attribute__((target_clones("avx2", "default")))
#endif
static int most_in(int block, const int *set, int n) {          /* counts open.cells of a block; returns the most */
    lanes which = ~(lanes){0};
    int most = 0;
    memset(open.cells, 0, sizeof open.cells);
    for (int plane = 0; plane < game.win && game.told; plane += 4) {
        lanes a = {0}, b = a, c = a, d = a, *bit = open.cells;
        for (int i = 0; i < n; i++) {
            const lanes *told = game.told + set[i] * game.width + block * game.planes + plane;
            a |= told[0], b |= told[1], c |= told[2], d |= told[3]; }
        add(bit, &a, &b, &a), add(bit, &c, &d, &c), add(++bit, &a, &c, &a);
        for (int k = 2; k < game.bits; k++) add(++bit, &a, &(lanes){0}, &a); }
    for (int g = block * LANES; !game.told && g < min(game.guesses, (block + 1) * LANES); g++)
        for (int k = 0, cells = cells_of(g, set, n); cells >> k; k++) if (cells >> k & 1) put(&open.cells[k], g);
    for (int k = game.bits - 1; k >= 0; k--) if (meet(&which, &open.cells[k])) which &= open.cells[k], most |= 1 << k;
    return most; }
static void rank(const int *set, int n) {                       /* all guesses */
    open.caps = (struct ranks){0, 0};
    memset(open.rank, 0, game.blocks * LANES * sizeof *open.rank);
    for (int block = 0; block < game.blocks; block++) {
        open.caps.plain = max(open.caps.plain, most_in(block, set, n) * !game.has_candidates_only);
        for (int k = 0; k < game.bits; k++) for (int g = 0; g < LANES; g++)
            open.rank[block * LANES + g] |= (open.cells[k][g / 64] >> g % 64 & 1) << (k + 1); }
    for (int i = 0; i < n; i++) if (game.guess_of[set[i]] >= 0)
        open.caps.able = max(open.caps.able, (open.rank[game.guess_of[set[i]]] += 3) / 2);
    open.width = n <= MOST_COPIED / n ? n : 0;
    for (int i = 0; i < open.width; i++) for (int j = 0; j < n; j++)
        open.square[i * n + j] = told(max(0, game.guess_of[set[j]]), set[i]); }

/* Lemmas that were proved, by their sets, which are compared whole. */
static struct fact *fact_of(const int *set, int n, int d, bool is_wanted) {
    uint64_t hash = d;
    for (int i = 0; i < n; i++) hash = (hash ^ set[i]) * 0x9e3779b97f4a7c15u ^ hash >> 29;
    struct facts *facts = run.facts[d > 0];
    uint64_t *some = &facts->some[(hash >> 32) & (run.buckets / 8 - 1)], bit = (uint64_t)1 << (hash >> 58);
    if (!is_wanted && !(*some & bit)) return NULL;              /* as it is for most sets */
    *some |= bit;
    struct fact **bucket = &facts->first[hash & (run.buckets - 1)], *fact = *bucket;
    while (fact && (fact->n != n || fact->d != d || memcmp(fact->set, set, n * sizeof *set))) fact = fact->next;
    if (fact || !is_wanted) return fact;
    fact = room(d ? CLAIM : ENDLESS, sizeof *fact + n * sizeof *set, 1);
    *fact = (struct fact){.next = *bucket, .d = d, .n = n};
    memcpy(fact->set, set, n * sizeof *set);
    return *bucket = fact; }
static num proved(const int *set, int n, int d) {               /* also by a claim of the prices 1, 2, 3, ... */
    const struct fact *own = fact_of(set, n, d, false);
    const struct fact *endless = d && !run.claim->has_equal_prices ? fact_of(set, n, 0, false) : NULL;
    return max(own ? own->least : 0, endless ? endless->least : 0); }

/* Symmetries: one exchange of neighbours after the other, of places or of symbols. */
static int swapped(int x, int a, int b) { return x == a ? b : x == b ? a : x; }
static int *map_words(const struct word *words, int count, int at) {
    int *to = room(ALWAYS, count, sizeof *to), k = at - game.places + 1;
    for (int w = 0; w < count; w++) {
        char *text = words[w].text, made[MOST_PLACES + 1] = "";
        for (int i = 0; i < game.places; i++)
            made[i] = k < 0 ? text[swapped(i, at, at + 1)] : swapped(text[i], game.symbols[k], game.symbols[k + 1]);
        const struct word image = {.text = made}, *found = bsearch(&image, words, count, sizeof image, by_text);
        need(found != NULL, "a symmetry that leads to no code");
        to[w] = found - words; }
    return to; }
static const struct exchange *exchange(int at) {                /* tested when it is used first */
    struct exchange *by = &game.exchange[at];
    if (by->guess) return by;
    by->guess = map_words(game.guess, game.guesses, at);
    by->secret = map_words(game.secret, game.secrets, at);
    uint16_t *to = room(ALWAYS, (size_t)game.guesses * game.feedbacks, sizeof *to);
    for (int g = 0; g < game.guesses; g++) to[(g + 1) * game.feedbacks - 1] = game.feedbacks;   /* wins go to wins */
    for (int s = 0; s < game.secrets; s++, look_up()) {
        const uint16_t *own = game.table + entry(0, s), *other = game.table + entry(0, by->secret[s]);
        for (int g = 0; g < game.guesses; g++) {
            uint16_t *is = &to[g * game.feedbacks + own[g]], image = other[by->guess[g]] + 1;
            need(!*is || *is == image, "this is not a symmetry of the game");   /* no two become one */
            *is = image; } }
    return by; }
static void read_image(const int *set, int n, int *image) {     /* of a set by a symmetry: open.cell; and of guesses */
    need(!game.is_list && !game.is_weighted, "symmetries are for games of codes without weights");
    memcpy(open.cell, set, n * sizeof *set);
    for (int count = number(MOST_EXCHANGES + 1); count > 0; count--) {
        const struct exchange *by = exchange(number(game.places + game.symbol_count - 2));
        for (int i = 0; i < n; i++) open.cell[i] = by->secret[open.cell[i]];
        for (int g = 0; image && g < game.guesses; g++) image[g] = by->guess[image[g]]; }
    qsort(open.cell, n, sizeof *set, by_weight); }
static int lowest(int *orbit, int g) {                          /* guess of the orbit of g */
    while (orbit[g] != g) g = orbit[g] = orbit[orbit[g]];
    return g; }
static int *read_orbits(const int *set, int n, num generators, int nested) {
    int *orbit = run.orbits[nested] = run.orbits[nested] ? run.orbits[nested] : room(ALWAYS, game.guesses, sizeof(int));
    for (int g = 0; g < game.guesses; g++) orbit[g] = g;
    for (; generators > 0; generators--) {
        for (int g = 0; g < game.guesses; g++) open.image[g] = g;
        read_image(set, n, open.image);
        need(!memcmp(open.cell, set, n * sizeof *set), "a symmetry does not keep the set");
        for (int g = 0; g < game.guesses; g++) {
            int a = lowest(orbit, open.image[g]), b = lowest(orbit, g);
            orbit[max(a, b)] = min(a, b); } }
    return orbit; }

/* Closing guesses. The bounds of cells: by a lemma; by the guesses that win for one of the cell; by all guesses. */
static num cell_bound(int d, int f, int plain) {
    weigh(open.cell_light, open.cell + open.start[f], open.size[f]);
    return set_bound(d, open.cell_light, open.size[f], (struct ranks){plain, open.able[f]}); }
static num able_bound(int d, int f) {
    const int *cell = open.cell + open.start[f], *place = open.place + open.start[f], size = open.size[f];
    open.able[f] = 0;
    for (int i = 0; i < size && open.able[f] < size; i++) if (game.guess_of[cell[i]] >= 0) {
        int others = !open.width ? cells_of(game.guess_of[cell[i]], cell, size)
                                 : cells_in(open.square + place[i], open.width, place, size);
        open.able[f] = max(open.able[f], others + 1); }
    return cell_bound(d, f, open.caps.plain); }
static num own_bound(int d, int f) {                            /* or more, but not above what is known already */
    int plain = open.able[f] - 1;                               /* less makes no difference to guess_bound */
    num bound = cell_bound(d, f, plain);                        /* the least of these is left when all are ranked */
    for (int block = 0; block < game.blocks && bound > open.bound[f] && !game.has_candidates_only; block++) {
        int most = most_in(block, open.cell + open.start[f], open.size[f]);
        if (most > plain) bound = cell_bound(d, f, plain = most); }
    return bound; }
static num guess_cost(int g, const int *set, int n, int d, num least) {         /* at least this (S8) */
    count_cells(g, set, n);
    num rest = open.light[n] - (open.size[game.win] ? game.secret[game.secret_of[g]].weight : 0);
    num cost = left(d) > 1 ? step(d, 1) * rest : 0, cells = 0;  /* otherwise all cells are infinite */
    for (int f = 0; f < game.win; f++) cost += open.bound[f] = open.by_size[open.size[f]];
    if (cost >= least) return cost;
    share_out(set, n);
    for (int f = 0, k; f < game.win; f++) if (open.size[f] >= (game.is_list || game.is_weighted ? 1 : 3)) {
        for (k = cells++; k > 0 && open.size[open.order[k - 1]] > open.size[f]; k--) open.order[k] = open.order[k - 1];
        open.order[k] = f; }                                    /* the smallest first; sizes say all of 2 */
    for (int by = 0; by < 3; by++) for (int k = 0; k < cells && cost < least; k++) {
        const int f = open.order[k], *cell = open.cell + open.start[f], size = open.size[f], e = deeper(d);
        num bound = !by ? proved(cell, size, e) : by == 1 ? able_bound(e, f) : own_bound(e, f);
        cost += max(0, bound - open.bound[f]);
        open.bound[f] = max(bound, open.bound[f]); }
    return cost; }
static void close_guesses(const int *set, int n, int d, num least, int *orbit, bool is_forced) {
    rank(set, n);
    weigh(open.light, set, n);
    for (int size = 1; size <= n; size++) open.by_size[size] = set_bound(deeper(d), open.light, size, open.caps);
    for (int g = 0; g < game.guesses; g++, look_up()) {
        int cells = open.rank[g] / 2, wins = open.rank[g] % 2;
        bool is_excused = (game.has_candidates_only && !wins) || (game.names_last && wins && n > 1) ||
            (orbit && orbit[g] != g) || guess_bound(d, open.light, n, cells, wins, open.caps) >= least;
        if (is_forced ? g != game.first : is_excused) continue;
        need(guess_cost(g, set, n, d, least) >= least, "a guess may cost less than its lemma says"); } }
static void lemma(const int *set, int n, int d, num least, int nested) {
    bool is_ours = !run.is_ours || run.is_ours(run.lemmas);
    run.lemmas++, run.claim->lemmas++;
    need(nested <= MOST_NESTED && (run.remembered += n) <= MOST_REMEMBERED, "lemmas are nested too deep, or too many");
    num head = number(INT64_MAX), generators = head % 2 ? number(MOST_GENERATORS + 1) : -1;
    if (!generators) {
        read_image(set, n, NULL);
        need(head == 1 && proved(open.cell, n, d) >= max(1, least), "no lemma says this of an image of the set"); }
    int *orbit = generators > 0 ? read_orbits(set, n, generators, nested) : NULL;
    for (num count = head / 2; count > 0; count--) {
        int g = number(game.guesses), k = 0;
        num code = number(INT64_MAX), bound = number(END_OF_COSTS);
        int f = code < CODES ? game.dense[code] : -1;
        for (int i = 0; i < n; i++) if (told(g, set[i]) == f) open.cell[k++] = set[i];
        need(f != game.win && k > 0 && k < n, "a cell that is empty, or the whole set, or wins");
        struct fact *fact = fact_of(open.cell, k, deeper(d), true);
        lemma(fact->set, k, deeper(d), bound = bound ? bound : INFINITE, nested + 1);
        fact->least = max(fact->least, bound); }
    if (is_ours && generators && left(d) > 0) close_guesses(set, n, d, least, orbit, nested == 1 && game.first >= 0);
    run.closed++; }

/* The tree, the claims, and all of it. */
static void play(int *set, int n, int made) {
    int g = number(game.guesses);
    need(made <= MOST_DEPTH, "the tree is too deep");
    count_cells(g, set, n);
    share_out(set, n);
    memcpy(set, open.cell, n * sizeof *set);
    bool is_forced = made == 1 && game.first >= 0;
    need(!is_forced || g == game.first, "the tree begins with another first guess");
    need(is_forced || !game.has_candidates_only || open.size[game.win], "the tree asks a guess that is no candidate");
    need(n == 1 || !game.names_last || !open.size[game.win], "the tree names a secret that is not certain");
    for (int i = 0, k; i < n; i = k) {
        for (k = i + 1; k < n && told(g, set[k]) == told(g, set[i]);) k++;
        if (told(g, set[i]) == game.win) game.found_at[made] += game.secret[set[i]].weight;
        else play(set + i, k - i, made + 1); } }
static void prove(struct claim *claim, const int *all) {
    claim->tree_cost = is_hash(game.tree) ? 0 : INFINITE;
    for (int k = 1; k <= MOST_DEPTH; k++) if (game.found_at[k])
        claim->tree_cost += !claim->levels ? game.found_at[k] * (k - game.names_last) :
                            k <= claim->levels ? game.found_at[k] * claim->price[k] : INFINITE;
    need(claim->tree_cost >= claim->bound, "the tree costs less than its claim says");
    run.claim = claim;
    release(claim->levels ? CLAIM : ENDLESS);
    run.facts[claim->levels > 0] = room(claim->levels ? CLAIM : ENDLESS, sizeof **run.facts, 1);
    run.remembered = 0;
    num base = (claim->levels ? claim->price[1] : !game.names_last) * game.weight;
    lemma(all, game.secrets, 0, claim->bound < INFINITE ? claim->bound - base : INFINITE, 1); }
static void print(FILE *out) {
    const char *list = game.is_table ? "the table called '" : game.is_list ? "the lists called '" : "";
    for (const struct claim *claim = game.claim; claim < game.claim + game.claims; claim++) {
        fprintf(out, "CHECKED %s%s%s%s: no tree ", list, game.name, *list ? "'" : "",
                game.names_last ? ", to identify" : "");
        fprintf(out, claim->bound == INFINITE ? "exists" : "costs less than %lld", claim->bound);
        fprintf(out, " (prices %s%s%s", claim->prices, game.is_weighted ? ", weighted" : "",
                game.has_candidates_only ? ", guesses: candidates only" : "");
        fprintf(out, game.first < 0 ? ")" : ", first guess %s)", game.first_word);
        if (claim->tree_cost < INFINITE) fprintf(out, ", and the tree in it costs %lld", claim->tree_cost);
        fputs(claim->tree_cost == claim->bound && claim->bound < INFINITE ? ": it is optimal\n" : "\n", out); }
    fprintf(out, "tree %s; %d guesses, %d secrets; %lld lemmas\n", game.tree, game.guesses, game.secrets, run.lemmas); }
static void check(const char *bytes, size_t length, FILE *out) {
    need(length <= MOST_BYTES, "it is too long");
    run.at = run.start = memcpy(room(ALWAYS, length + 1, 1), bytes, length);     /* ended by 0 */
    for (run.end = run.at + length, run.buckets = 8; run.buckets < min(BUCKETS, length / 8);) run.buckets *= 2;
    read_header();
    make_table();
    int *all, **ints[] = {&all, &open.told, &open.cell, &open.place, &open.image, &open.rank};
    num **nums[] = {&open.light, &open.cell_light, &open.by_size}, most = max(game.guesses, game.secrets) + LANES;
    for (int k = 0; k < 6; k++) *ints[k] = room(ALWAYS, most, sizeof **ints[k]);
    for (int k = 0; k < 3; k++) *nums[k] = room(ALWAYS, most, sizeof **nums[k]);
    open.square = room(ALWAYS, MOST_COPIED, sizeof *open.square);
    for (int k = 0; k < 2; k++) run.facts[k] = room(ALWAYS, sizeof **run.facts, 1);
    for (int s = 0; s < game.secrets; s++) all[s] = s;
    int wins = game.first >= 0 && game.secret_of[game.first] >= 0;
    int made = game.first < 0 ? 2 : cells_of(game.first, all, game.secrets) + wins;
    need(made >= 2 && !(game.names_last && wins), "the first guess tells no secrets apart, or names one");
    if (is_hash(game.tree)) play(all, game.secrets, 1);
    qsort(all, game.secrets, sizeof *all, by_weight);           /* and so all sets, which are parts of it */
    for (struct claim *claim = game.claim; claim < game.claim + game.claims; claim++) prove(claim, all);
    need(run.at == run.end, "there is more than the proof needs");
    if (out) print(out); }
/* Checks an unpacked certificate, and of its lemmas, counted from 0, those that `is_ours` selects: it holds if each
   lemma was somebody's. `is_stopped` is asked now and then whether to stop. If it is CHECKED, lines go to `out`, and
   how many lemmas each claim took to `lemmas`; otherwise the reason goes to `why`, 200 bytes, and how far it came to
   `lemmas`: of several, the least says what one alone does. All but `bytes` and `why` may be NULL. */
int check_certificate(const char *bytes, size_t length, bool (*is_ours)(num lemma),
                      bool (*is_stopped)(void), FILE *out, char *why, num *lemmas) {
    run = (struct run){.is_ours = is_ours, .is_stopped = is_stopped, .why = why};
    memset(&game, 0, sizeof game);
    if (!setjmp(run.out)) check(bytes, length, out);
    if (run.outcome == REJECTED && lemmas) *lemmas = run.numbers + run.closed;
    for (int k = 0; run.outcome == CHECKED && lemmas && k < game.claims; k++) lemmas[k] = game.claim[k].lemmas;
    for (int life = ALWAYS; life <= CLAIM; life++) release(life);
    return run.outcome; }
#ifndef WITHOUT_MAIN
#include <unistd.h>
static bool show(void) {                                        /* how much was read; it stops nothing */
    if (run.ticks % (1 << 18) == 0) fprintf(stderr, "%3.0f%%\r", 100.0 * (run.at - run.start) / (run.end - run.start));
    return false; }
int main(int argc, char **argv) {
    char why[WHY], *bytes = malloc(MOST_BYTES + 1);
    bool (*looks)(void) = isatty(STDERR_FILENO) ? show : NULL;
    size_t length = argc == 1 && bytes ? fread(bytes, 1, MOST_BYTES + 1, stdin) : 0;
    int outcome = length && !ferror(stdin) ? check_certificate(bytes, length, NULL, looks, stdout, why, NULL) : STOPPED;
    if (outcome == REJECTED) printf("REJECTED: %s\n", why);
    else if (outcome == NO_MEMORY) fputs("no memory\n", stderr);
    else if (outcome == STOPPED) fprintf(stderr, "nothing to read; usage: gzip -dc FILE | %s\n", argv[0]);
    free(bytes);
    return outcome < NO_MEMORY ? outcome : 2; }
#endif
