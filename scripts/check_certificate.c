/* Checks a certificate: a proof that no decision tree of a guessing game costs less than a bound, and the tree in it.
   cc -O3 -march=native check_certificate.c -o check_certificate;  gzip -dc FILE | ./check_certificate
   Exit code 0: all of it was checked; 1: REJECTED; 2: wrong use, nothing to read, or no memory.
   Trusted are this file, the compiler and libc, and nothing that is read: feedbacks are computed from the name of the
   game or from its lists, the tree is played with all secrets, the proof is followed; hashes only find what is kept.
   Guess k costs p_k for the secret that it finds. S is a set of candidates after d guesses; cost(S, d) is what the best
   tree costs above p_{d+1} for each of S: the sum of weight * (p_{d+k} - p_{d+1}), where guess k from here finds it.
   A lemma says cost(S, d) >= least. It is proved by closing every guess that is allowed, in one of these ways:
     rank   No guess makes more cells of S than `plain`, or `able` if it wins for one of S; nor of parts of S. Thus
            guess 1 finds one, guess 2 one in each cell, and so on, at most: counted, the heaviest first (guess_bound).
     sizes  A guess costs a step, to the next price, for all that it does not find, and what its cells cost: counted
            for each (set_bound), with the caps for parts of S, or for parts of that cell of all secrets if lower.
     cells  The same, but a cell may cost more by a lemma that was proved before, or by caps of its own.
     image  A symmetry of the game that keeps S maps the guess to one with a lower number, which is closed.
   A guess that leaves S whole cannot help, as prices never fall: rank closes it. But a forced first guess is made.
   To be short, a block ends where its indentation does: its brace is at the end of the last line. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { COWS, EACH, MATCH, MARKS, PLACES = 8, SYMBOLS = 62, CODES = 6561, PRICES = 1000, NESTED = 250,
       BYTES = 1 << 28, PAIRS = 1 << 30, VALUES = 1 << 24, BLOCK = 2048, BUCKETS = 1 << 20, KNOWN = 1 << 16 };
typedef long long num; static const num INF = 1LL << 48, FINITE = 1LL << 47, MOST = INT64_MAX; /* finite: < FINITE */
struct word { char *text; num weight; int length, value; uint32_t letters[PLACES]; };
struct cap { int plain, able; };                        /* the most cells of guesses that cannot win, and that can */
struct fact { struct fact *next; num least; int d, n; bool all; int set[]; };    /* what is known of a set */
static bool listed, weighted, candidates, distinct, any, nozero, never;
static int rule, P, C, G, N, F, WIN, levels, first = -1;      /* places, symbols, guesses, secrets, feedbacks; prices */
static char *at, *end, symbols[SYMBOLS + 1]; static num numbers, lemmas, looked_into, ranked, kept;
static struct word *guesses, *secrets;                  /* heavy secrets first: in the file secrets have no numbers */
static int dense[CODES], *guess_at, *secret_at, *guess_of;     /* feedback of a code; words by value; of a secret */
static uint8_t *narrow; static uint16_t *wide, *masks, *code, *rank, *cell_rank; static int parts;    /* of the masks */
static num price[PRICES + 1], bound, total, *tails, found_at[NESTED + 1]; static struct cap *class_caps;
static int perm[PLACES + SYMBOLS], linked[PLACES + SYMBOLS], *class_of, size[CODES], start[CODES], *cell, depth;
static struct known { int key[4]; num bound; } known[KNOWN]; static struct fact *facts[BUCKETS];
void need(bool is_so, const char *why) { num all = numbers; if (is_so) return;
    while (numbers && at < end) all += !(*at++ & 128);
    printf("REJECTED: %s (number %lld of %lld)\n", why, numbers, all), exit(1); }
void *room(size_t n, size_t m) { void *p = calloc(n + 1, m); if (!p) fputs("no memory\n", stderr), exit(2); return p; }
num min(num a, num b) { return a < b ? a : b; } num max(num a, num b) { return a > b ? a : b; }
num next(num below) {                                   /* the next number of the tree or the proof */
    num value = 0; int bits = 0, byte = 128;
    for (numbers++; byte & 128; value |= (byte & 127LL) << bits, bits += 7)
        need(at < end, "it ends too early"), need(bits < 63, "a number of more than 9 bytes"), byte = *at++;
    need(value < below, "a number out of range"); return value; }
char *line(void) {                                      /* the next line of the header, ended by 0 */
    char *from = at, *stop = memchr(at, '\n', end - at); need(stop != NULL, "the header is cut off"), *stop = 0;
    for (; at < stop; at++) need((*at & 255) > 31 && *at != 127 && (*at != '\xc2' || (at[1] & 255) > 159), "no text");
    at = stop + 1; return from; }
bool take(char **p, const char *what) { return !strncmp(*p, what, strlen(what)) && (*p += strlen(what), true); }
char *field(const char *key) { char *p = line(); need(take(&p, key) && *p, "a line is missing"); return p; }
bool choice(const char *key, const char *yes, const char *no) {
    char *p = field(key); need(!strcmp(p, yes) || !strcmp(p, no), "neither of two words"); return !strcmp(p, yes); }
num whole(char **p, num end) {                          /* a whole number below `end`, without needless zeros */
    char *from = *p; num n = strtoll(from, p, 10); bool good = *from >= '0' && *from <= '9' && n < end;
    need(good && (*from != '0' || *p == from + 1), "no number, or one that is too large"); return n; }
void read_name(char *p) {
    static const char *suffixes[] = {"-any", "-distinct", "-each", "-matches", "-nozero"}; bool on[5] = {0}, go = true;
    bool bulls = take(&p, "bulls-"), cows = bulls || take(&p, "mastermind-"), match = !cows && take(&p, "match-");
    need(cows || match || take(&p, "marks-"), "no such game"), P = whole(&p, PLACES + 1);
    need(P > 0 && take(&p, "x"), "no such game"), C = whole(&p, SYMBOLS + 1);
    while (go) for (int k = go = 0; k < 5; k++) if (!on[k] && take(&p, suffixes[k])) on[k] = go = true;
    any = on[0], distinct = bulls || on[1], nozero = on[4], rule = match ? MATCH : !cows ? MARKS : on[2] ? EACH : COWS;
    if (C <= 10) memcpy(symbols, C == 10 ? "0123456789" : "123456789", C);     /* more are nameless, if not given */
    if (take(&p, "=")) { int n = 0, length = strlen(p);
        for (int c = '0'; c <= 'z'; c += c == '9' ? 8 : c == 'Z' ? 7 : 1) if (strchr(p, c) && n < C) symbols[n++] = c;
        need(n == C && length == C, "not so many different letters and digits"), p += length; }
    need(!*p && C > 1 && on[2] + on[3] <= cows && (!nozero || *symbols == '0'), "no such game, or suffix of it"); }
struct word *make_codes(bool differ, int most, int *count, int **number) {     /* number: by value, or -1 */
    num values = 1; int n = 0; for (int i = 0; i < P; i++) values = min(values * C, VALUES);
    need(values < VALUES, "the game is too large");     /* so it has more than PAIRS, too */
    struct word *words = room(min(values, most), sizeof *words); *number = room(values, sizeof **number);
    for (int v = 0; v < values; v++) {
        struct word w = {.text = room(PLACES, 1), .weight = 1, .value = v}; bool good = true;
        for (int i = P - 1, x = v; i >= 0; i--, x /= C) w.letters[i] = x % C, w.text[i] = symbols[x % C];
        for (int i = 0; differ && i < P; i++) for (int k = 0; k < i; k++) good &= w.letters[i] != w.letters[k];
        good &= !nozero || w.letters[0], (*number)[v] = good ? n : -1, need(n + good <= most, "the game is too large");
        if (good) words[n++] = w; else free(w.text); }
    *count = n; return words; }
int heavier(const void *a, const void *b) {             /* heavy ones first; equal ones by their texts */
    const struct word *x = a, *y = b; num more = y->weight - x->weight;
    return more ? more > 0 ? 1 : -1 : strcmp(x->text, y->text); }
struct word *read_words(char *p, int *count) { int n = 1, length;
    for (char *q = p; *q; q++) { n += *q == ' '; } need(n < VALUES, "too many words");
    struct word *words = room(n, sizeof *words), *sorted = room(n, sizeof *words), *w = words;
    for (; w < words + n; p += length + 1, w++) {
        length = strcspn(p, " "), p[length] = 0, *w = (struct word){.text = p, .weight = 1};
        for (char *q = p; *q; q++) {                    /* a letter: a byte, and those that continue it */
            w->length += (*q & 192) != 128, need(w->length > 0 && w->length <= PLACES, "a long word, or no UTF-8");
            uint32_t *x = &w->letters[w->length - 1]; need(*x < 1 << 24, "no UTF-8"), *x = *x << 8 | (*q & 255); }
        P = P ? P : w->length, need(length && w->length == P, "an empty word, or words of different lengths"); }
    qsort(memcpy(sorted, words, n * sizeof *words), n, sizeof *words, heavier);
    for (int k = 1; k < n; k++) need(heavier(&sorted[k - 1], &sorted[k]), "a word twice");
    free(sorted), *count = n; return words; }
int feedback(const struct word *g, const struct word *s) {
    unsigned right = 0, near = 0, marks = 0, same; int bulls = 0;   /* sets of places of the guess */
    for (int i = 0; i < P; i++) if (g->letters[i] == s->letters[i]) right |= 1u << i, bulls++;
    for (int k = 0; k < P; k++) {                       /* symbol k of the secret marks the first place that it may */
        same = 0; for (int i = 0; i < P; i++) same |= (unsigned)(g->letters[i] == s->letters[k]) << i;
        if (rule == EACH) near |= same & ~right;
        else if (!(right >> k & 1)) same &= ~(right | near), near |= same & -same; }
    for (int i = 0; i < P && rule == MARKS; i++) marks = 3 * marks + 2 * (right >> i & 1) + (near >> i & 1);
    return rule == MARKS ? (int)marks : rule == MATCH ? bulls : bulls * (P + 1) + __builtin_popcount(near); }
int told(int g, int s) { size_t i = (size_t)g * N + s; return wide ? wide[i] : narrow[i]; }
void put(int g, int s, int f) { size_t i = (size_t)g * N + s; if (wide) wide[i] = f; else narrow[i] = f; }
void make_table(void) {                                 /* feedbacks are numbered in the order of their codes */
    size_t all = (size_t)G * N; if (rule == MARKS && P > 5) wide = room(all, 2); else narrow = room(all, 1);
    dense[WIN = feedback(secrets, secrets)] = 1, guess_of = memset(room(N, sizeof(int)), -1, N * sizeof(int));
    for (int g = 0; g < G; g++) for (int s = 0; s < N; s++) {
        int f = feedback(&guesses[g], &secrets[s]); put(g, s, f), dense[f] = 1; if (f == WIN) guess_of[s] = g; }
    for (int f = 0; f < CODES; f++) dense[f] = dense[f] ? F++ : -1;
    for (int g = 0; g < G; g++) for (int s = 0; s < N; s++) put(g, s, dense[told(g, s)]);
    WIN = dense[WIN], parts = (F + 15) / 16;            /* of masks, 16 feedbacks each; no masks above 2 GB */
    if (parts * (num)all <= PAIRS) masks = room(parts * all, 2);
    for (int s = 0; s < N && masks; s++) for (int g = 0, f; g < G; g++)
        f = told(g, s), masks[((size_t)s * parts + f / 16) * G + g] = 1 << f % 16; }
void count_cells(int g, const int *set, int n) {
    memset(size, 0, F * sizeof *size); for (int i = 0; i < n; i++) size[code[i] = told(g, set[i])]++; }
void share_out(const int *set, int n) {                 /* into cells, rising */
    for (int f = 0, sum = 0; f < F; f++) start[f] = sum += size[f];
    for (int i = n - 1; i >= 0; i--) cell[--start[code[i]]] = set[i]; }
/* Counting bounds. tail[k] is the weight of a set without its k heaviest; the cap holds for the set and its parts. */
int left(int d) { return levels ? levels - d : INT32_MAX; } int deeper(int d) { return levels ? d + 1 : 0; }
num step(int d, int i) { return levels ? price[d + i + 1] - price[d + i] : 1; }     /* where i < left(d) */
num guess_bound(int d, const num *tail, num n, num cells, int wins, struct cap cap) {
    num cost = 0, found = wins, reach = 1; if (n <= 1) return left(d) >= 1 ? 0 : INF;
    for (int i = 1; found < n; i++) {                   /* `found` by i guesses at most; `reach`: in one cell, by i */
        if (cells < 2 || i >= left(d) || i > n) return INF;
        cost += step(d, i) * tail[found], found = wins + (cells - wins) * reach;
        reach = min(n, max(cap.plain * reach, cap.able ? 1 + (cap.able - 1) * reach : 0)); }
    return cost; }
const num *tail_of(const int *set, int n) {             /* sets are rising, so the heaviest come first */
    tails[n] = 0; for (int i = n - 1; i >= 0; i--) tails[i] = tails[i + 1] + (weighted ? secrets[set[i]].weight : 1);
    return tails; }
num set_bound(int d, const int *set, int n, struct cap cap) {  /* known without weights: the set does not matter */
    int key[4] = {n, d, cap.plain, cap.able};
    struct known *k = &known[(((n * 71u + cap.plain) * 71 + cap.able) * 71 + d) % KNOWN];
    if (weighted || memcmp(k->key, key, sizeof key)) {
        const num *tail = tail_of(set, n); memcpy(k->key, key, sizeof key), k->bound = min(
            guess_bound(d, tail, n, min(cap.plain, n), 0, cap), guess_bound(d, tail, n, min(cap.able, n), 1, cap)); }
    return k->bound; }
struct cap lower(struct cap a, struct cap b) { return (struct cap){min(a.plain, b.plain), min(a.able, b.able)}; }
struct cap of_parts(struct cap a) {                     /* who can win for a set may be unable to for a part of it */
    return (struct cap){candidates ? 0 : max(a.plain, a.able - 1), a.able}; }
/* Ranks of guesses: 2 * cells + wins. */
int rank_one(int g, const int *set, int n) {
    static num stamp[CODES], now; int r = 0; now++; for (int i = 0; i < n && g >= 0; i++) {
        int f = told(g, set[i]); r += 2 * (stamp[f] != now) + (f == WIN), stamp[f] = now; } return r; }
int most_able(const int *set, int n) {                  /* `able` alone */
    int r = 0; for (int i = 0; i < n; i++) { r = max(r, rank_one(guess_of[set[i]], set, n)); } return r / 2; }
struct cap rank_all(const int *set, int n, uint16_t *rank) {
    int plain = 0, able = 0; for (int g = 0; g < G && !masks; g++) rank[g] = rank_one(g, set, n);
    for (int from = 0; from < G && masks; from += BLOCK) for (int part = 0; part < parts; part++) {
        int count = min(BLOCK, G - from); uint16_t seen[BLOCK] = {0}, *r = rank + from, *row;
        for (int i = 0; i < n; i++) {
            row = masks + ((size_t)set[i] * parts + part) * G + from;
            for (int g = 0; g < count; g++) seen[g] |= row[g]; }
        for (int g = 0; g < count; g++) r[g] = (part ? r[g] : 0) + 2 * __builtin_popcount(seen[g]);
        for (int g = 0; g < count && part == WIN / 16; g++) r[g] += seen[g] >> WIN % 16 & 1; }
    for (int g = 0; g < G; g++) {
        int r = rank[g], a = r & 1 ? r : 0; able = a > able ? a : able, plain = r - a > plain ? r - a : plain; }
    return (struct cap){candidates ? 0 : plain / 2, able / 2}; }
struct fact *fact_of(const int *set, int n, int d, bool add) { uint64_t h = d;
    for (int i = 0; i < n; i++) h += (set[i] + 1) * 0x9e3779b97f4a7c15u >> 9 ^ set[i] * 0xbf58476d1ce4e5b9u;
    struct fact **bucket = &facts[(h ^ h >> 31) * 0x94d049bb133111ebu >> 44], *p = *bucket;
    while (p && (p->n != n || p->d != d || memcmp(p->set, set, n * sizeof *set))) p = p->next;
    if (p || !add) return p;
    p = room(sizeof *p + n * sizeof *set, 1), *p = (struct fact){*bucket, 0, d, n, false}, kept += n + 10;
    memcpy(p->set, set, n * sizeof *set); return *bucket = p; }
/* Symmetries: position i of the image of a code is names[code[places[i]]]. `perm` holds the places, then P + names. */
int image(const struct word *w, const int *number) {
    int v = 0; for (int i = 0; i < P; i++) { v = v * C + perm[P + w->letters[perm[i]]] - P; } return number[v]; }
int root_of(int *link, int i) { while (link[i] != i) { i = link[i] = link[link[i]]; } return i; }
void join(int *link, int a, int b) { a = root_of(link, a), b = root_of(link, b), link[max(a, b)] = min(a, b); }
int *alone(int *link, int n) { for (int i = 0; i < n; i++) { link[i] = i; } return link; }
void find_symmetries(void) {                            /* all are made of swaps of neighbours */
    static int to[CODES], *image_of; image_of = room(N, sizeof(int)), alone(perm, P + C), alone(linked, P + C);
    for (int k = 0; k < P + C - 1; k++) if (k != P - 1) {
        int kind = 2; perm[k] = k + 1, perm[k + 1] = k; /* 2: no feedback changes; 1: cells go to cells, wins to wins */
        for (int s = 0; s < N; s++) if ((image_of[s] = image(&secrets[s], secret_at)) < 0) kind = 0;
        for (int g = 0, h; g < G && kind; g++) {        /* no two cells go to one: a swap, its own inverse, is tested */
            kind = (h = image(&guesses[g], guess_at)) < 0 ? 0 : kind, memset(to, -1, F * sizeof *to), to[WIN] = WIN;
            for (int s = 0; s < N && kind; s++) {       /* from the guess h, too */
                int a = told(g, s), b = told(h, image_of[s]);
                to[a] = to[a] < 0 ? b : to[a], kind = to[a] != b ? 0 : a != b ? 1 : kind; } }
        for (int g = 0; g < G && kind == 2; g++) join(class_of, g, image(&guesses[g], guess_at));
        perm[k] = k, perm[k + 1] = k + 1; if (kind) join(linked, k, k + 1); } }
int *read_orbits(const int *set, int n) {               /* of guesses, under the generators of a lemma */
    int *orbit = alone(room(G, sizeof *orbit), G); bool *is_in = room(N, 1);
    need(!listed && !weighted, "symmetries are for code games without weights");
    for (int i = 0; i < n; i++) is_in[set[i]] = true;
    for (num k = next(MOST); k > 0; k--) {
        bool used[PLACES + SYMBOLS] = {0}; for (int i = 0; i < P + C; used[perm[i++]] = true) {
            perm[i] = i < P ? next(P) : P + next(C);
            need(!used[perm[i]] && root_of(linked, i) == root_of(linked, perm[i]), "this is no symmetry of the game"); }
        for (int i = 0; i < n; i++) need(is_in[image(&secrets[set[i]], secret_at)], "a symmetry that changes the set");
        for (int g = 0; g < G; g++) join(orbit, g, image(&guesses[g], guess_at)); }
    free(is_in); return orbit; }
/* The proof. */
num paid(int d, num weight) { return !weight ? 0 : left(d) < 2 ? INF : step(d, 1) * weight; }
num guess_cost(int g, const int *set, int n, int d, num least, struct cap own) {    /* or less, from `least` on */
    static int order[CODES]; static num low[CODES]; static bool done[CODES]; int cells = 0, e = deeper(d);
    const struct cap *caps = class_caps + (size_t)class_of[g] * F; count_cells(g, set, n);
    num sum = paid(d, n - size[WIN]); for (int f = 0; f < F && sum < least && !weighted; f++)
        if (size[f] && f != WIN) sum = min(INF, sum + set_bound(e, NULL, size[f], lower(own, caps[f])));
    if (sum >= least && !weighted) return sum;
    share_out(set, n), sum = weighted ? tail_of(set, n)[0] : n;
    sum = paid(d, sum - (size[WIN] ? secrets[cell[start[WIN]]].weight : 0));
    for (int f = 0; f < F; f++) if (size[f] && f != WIN) {      /* small cells first */
        int k = cells++; for (; k > 0 && size[order[k - 1]] > size[f]; k--) order[k] = order[k - 1];
        low[order[k] = f] = set_bound(e, cell + start[f], size[f], lower(own, caps[f])), sum = min(INF, sum + low[f]); }
    looked_into += sum < least;
    for (int k = 0; k < 3 * cells && sum < least; k++) {        /* what is remembered; `able` alone; all ranks */
        int f = order[k % cells], m = size[f], pass = k / cells, *c = cell + start[f]; num b = 0;
        struct cap cap = lower(own, caps[f]); struct fact *p = NULL;
        if (m < 3 - listed || (pass && done[f])) continue;      /* two of a code game cost just what is counted */
        if (pass == 0) p = fact_of(c, m, e, false), b = p ? p->least : 0, done[f] = p && p->all;
        else if (pass == 2) b = set_bound(e, c, m, rank_all(c, m, cell_rank)), done[f] = true;
        else cap.able = most_able(c, m), b = set_bound(e, c, m, cap), ranked++,
             cap.plain = 0, done[f] = b == set_bound(e, c, m, cap);     /* then the other guesses make no difference */
        if (pass && done[f] && (p = fact_of(c, m, e, kept < BYTES))) p->all = true, p->least = max(b, p->least);
        if (b > low[f]) sum = min(INF, sum + b - low[f]), low[f] = b; }
    return sum; }
void lemma(const int *set, int n, int d, num least, int nested) {
    static num bounds[2 * CODES + 2]; num h = next(MOST), to; lemmas++, need(nested <= NESTED, "too deep a lemma");
    int *orbit = h & 1 ? read_orbits(set, n) : NULL, *sub = room(n, sizeof *sub); for (h /= 2; h > 0; h--) {
        int g = next(G), f = dense[next(CODES)], k = 0; to = next(MOST);
        for (int i = 0; i < n; i++) if (told(g, set[i]) == f) sub[k++] = set[i];
        need(k > 0 && k < n && f != WIN, "a cell that is empty, or the whole set, or wins");
        lemma(sub, k, deeper(d), to ? min(to, INF) : INF, nested + 1); }
    struct cap most = rank_all(set, n, rank); const num *tail = tail_of(set, n);
    for (int r = 0; r / 2 <= max(most.plain, most.able); r++) bounds[r] = guess_bound(d, tail, n, r / 2, r & 1, most);
    for (int g = 0; g < G; g++) if (!nested && first >= 0 ? g == first : bounds[rank[g]] < least
            && (rank[g] & 1 || !candidates) && (!orbit || root_of(orbit, g) == g))
        need(guess_cost(g, set, n, d, least, of_parts(most)) >= least, "a guess may cost less than the lemma says");
    if (nested) { struct fact *p = fact_of(set, n, d, 1); p->least = max(p->least, least); } free(sub), free(orbit); }
void play(int *set, int n, int made) {                  /* the tree */
    int g = next(G); need(made <= NESTED, "the tree is too deep"), depth = max(depth, made);
    count_cells(g, set, n), share_out(set, n), memcpy(set, cell, n * sizeof *set);
    need(made == 1 && first >= 0 ? g == first : !candidates || size[WIN], "a guess of the tree is not allowed");
    for (int i = 0, k; i < n; i = k) { for (k = i + 1; k < n && told(g, set[k]) == told(g, set[i]);) k++;
        if (told(g, set[i]) == WIN) found_at[made] += secrets[set[i]].weight; else play(set + i, k - i, made + 1); } }
num tree_cost(void) { num cost = levels && depth > levels ? INF : 0;
    for (int k = 1; k <= depth && cost < INF; k++) { cost += found_at[k] * (levels ? price[k] : k); } return cost; }
char *read_claim(char *p) {                             /* returns the line after it */
    levels = 0, need(take(&p, "claim "), "not a claim"); if (!take(&p, "1,2,3,... ")) do {
        need(levels < PRICES, "too many prices"), price[++levels] = whole(&p, MOST);
        need(levels == 1 || price[levels] >= price[levels - 1], "prices that fall"); } while (take(&p, ","));
    need(!levels || take(&p, " "), "not a claim"), never = take(&p, "never"), bound = never ? INF : whole(&p, MOST);
    need(!*p && (levels ? price[levels] : N) <= (FINITE - 1) / total, "not a claim, or numbers that are too large");
    return p + 1; }
int main(int argc, char **argv) { char *p, *name, *word, *tree, *claims, *input = room(BYTES + 1, 1); num classes = 0;
    if (argc > 1) fprintf(stderr, "usage: gzip -dc FILE | %s\n", argv[0]), exit(2);
    size_t length = fread(input, 1, BYTES + 1, stdin); at = input, end = input + length;
    if (ferror(stdin) || !length) fputs("cannot read standard input\n", stderr), exit(2);
    need(length <= BYTES, "too long a file"), need(!strcmp(line(), "guesstree certificate 1"), "not a certificate");
    p = name = field("game "), listed = take(&p, "words:");
    if (listed) need(strspn(p, "0123456789abcdef") == 64 && !p[64], "no such game"),
        need(!strcmp(field("rule "), "marks"), "no such rule"), rule = MARKS,
        guesses = read_words(field("guesses "), &G), secrets = read_words(field("secrets "), &N);
    else read_name(name), secrets = make_codes(distinct, 1 << 15, &N, &secret_at), need(N > 0, "no secrets"),
        guesses = make_codes(distinct && !any, PAIRS / N, &G, &guess_at);
    need((num)G * N <= PAIRS, "the game is too large"), weighted = end - at > 8 && !memcmp(at, "weights ", 8);
    if (weighted) { p = field("weights "); for (int s = 0; s < N; s++)
            need((secrets[s].weight = whole(&p, FINITE)) && take(&p, s < N - 1 ? " " : ""), "no weight from 1 on");
        need(!*p, "too many weights"), qsort(secrets, N, sizeof *secrets, heavier);
        for (int s = 0; s < N && !listed; s++) secret_at[secrets[s].value] = s; }
    for (int s = 0; s < N; s++) total += secrets[s].weight, need(total < FINITE, "the weights are too large");
    candidates = choice("pool ", "candidates", "all"), word = field("first ");
    for (int g = 0; g < G; g++) if (!strcmp(guesses[g].text, word) && strcmp(word, "-")) first = g;
    need(first >= 0 || !strcmp(word, "-"), "the first guess is no guess"), word = first < 0 ? "" : word;
    bool by_class = choice("caps ", "classes", "whole"), has_tree = strcmp(tree = field("tree "), "-");
    need(!has_tree || (strlen(tree) == 64 && strspn(tree, "0123456789abcdef") == 64), "no SHA-256 of a tree");
    for (claims = p = at; strcmp(p = line(), "proof");) { read_claim(p); } need(strcmp(claims, "proof"), "no claim");
    make_table(), code = room(N, 2), rank = room(G, 2), cell_rank = room(G, 2), tails = room(N, 8);
    int *set = alone(room(N, sizeof(int)), N); cell = room(N, sizeof(int)), class_of = alone(room(G, sizeof(int)), G);
    struct cap all = rank_all(set, N, rank); if (!listed) find_symmetries();
    for (int g = 0; g < G; g++) class_of[g] = by_class ? root_of(class_of, g) : 0, classes += class_of[g] == g;
    need(!by_class || classes <= 1000000000000 / ((num)G * N), "there are too many classes");
    class_caps = room(by_class ? G : 1, F * sizeof *class_caps); for (int g = 0; g < G; g++) if (class_of[g] == g) {
        struct cap *caps = class_caps + (size_t)g * F; count_cells(g, set, N), share_out(set, N);
        for (int f = 0; f < F; f++) caps[f] = of_parts(by_class ? rank_all(cell + start[f], size[f], rank) : all); }
    if (has_tree) play(set, N, 1);
    for (p = claims; strcmp(p, "proof");) {
        p = read_claim(p), need(!has_tree || tree_cost() >= min(bound, INF), "the tree costs less than the claim says");
        for (int i = 0; i < BUCKETS; i++) for (struct fact *q; (q = facts[i]); free(q)) facts[i] = q->next;
        kept = 0, memset(known, 0, sizeof known), alone(set, N);
        lemma(set, N, 0, never ? INF : min(bound - (levels ? price[1] : 1) * total, INF), 0); }
    need(at == end, "there is more than the proof needs"), free(set);
    for (p = claims; strcmp(p, "proof");) { char *text = p + strlen("claim "); p = read_claim(p);
        printf(never ? "CHECKED %s: no tree exists" : "CHECKED %s: no tree costs less than %lld", name, bound);
        printf(" (prices %.*s%s%s", (int)strcspn(text, " "), text, *word ? ", first guess " : "", word);
        printf("%s%s)", candidates ? ", guesses: candidates only" : "", weighted ? ", weighted" : "");
        if (has_tree && tree_cost() < INF) printf(", and the tree in it costs %lld", tree_cost());
        puts(has_tree && tree_cost() == bound && !never ? ": it is optimal" : ""); }
    printf("tree %s; %d guesses, %d secrets; ", tree, G, N);
    printf("%lld lemmas, %lld guesses looked into, %lld cells ranked\n", lemmas, looked_into, ranked); return 0; }
