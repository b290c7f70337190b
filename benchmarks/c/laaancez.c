/* The combat sweep of tablee_lab.kernels.laaancez.combat, in C: the same automata, the same order of work.
 *
 *   cc -O3 -march=native -shared -fPIC laaancez.c -o laaancez.so
 *
 * fights(n, rows, width, hits, damage, shield, out) solves n combats, player 1 to throw:
 *   hits, damage  int64[n, 2, rows, width]     shield  uint8[n, 2, rows, width]
 *   out           uint8[n]: the winner, 1 or 2
 * The candle is cell [rows - 1, 0]. Returns 0, or 1 when memory runs out.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DAMAGES 12
#define MOST_WIDTH 16

typedef struct {
    int64_t top, arm_count, arms[MOST_DAMAGES];
    int64_t *offset, *start, *mask, *edge;
    int32_t *succ;
} Side;

static int guarded(const int64_t *hits, const uint8_t *shield, int64_t width, int64_t cell) {
    if (shield[cell] && hits[cell] > 0) return 0;
    if (cell > 0 && shield[cell - 1] && hits[cell - 1] > 0) return 1;
    return cell + 1 < width && shield[cell + 1] && hits[cell + 1] > 0;
}

static int lost(const int64_t *hits, const int64_t *damage, int64_t width, int candle) {
    if (candle) return hits[0] <= 0;
    for (int64_t cell = 0; cell < width; cell++)
        if (hits[cell] > 0 && damage[cell] > 0) return 0;
    return 1;
}

static void prepare(Side *side, const int64_t *hits, const int64_t *damage, int64_t rows, int64_t width) {
    side->top = rows - 1;
    for (int64_t row = 0; row < rows - 1; row++)
        if (!lost(hits + row * width, damage + row * width, width, 0)) { side->top = row; break; }
    side->arm_count = 0;
    for (int64_t k = side->top * width; k < rows * width; k++) {
        if (hits[k] <= 0 || damage[k] <= 0) continue;
        int64_t place = 0;
        while (place < side->arm_count && side->arms[place] < damage[k]) place++;
        if (place < side->arm_count && side->arms[place] == damage[k]) continue;
        for (int64_t m = side->arm_count; m > place; m--) side->arms[m] = side->arms[m - 1];
        side->arms[place] = damage[k];
        side->arm_count++;
    }
}

static int64_t states(const int64_t *hits, int64_t width) {
    int64_t total = 1;
    for (int64_t cell = 0; cell < width; cell++) total *= hits[cell] + 1;
    return total;
}

static int alike(const Side *s, int64_t one, int64_t two, int64_t blows) {
    if (s->mask[one] != s->mask[two]) return 0;
    for (int64_t d = 0; d < blows; d++) {
        int64_t begin = s->edge[one * blows + d], other = s->edge[two * blows + d];
        int64_t length = s->edge[one * blows + d + 1] - begin;
        if (s->edge[two * blows + d + 1] - other != length) return 0;
        if (memcmp(s->succ + begin, s->succ + other, (size_t)length * sizeof *s->succ)) return 0;
    }
    return 1;
}

/* Writes the classes of one row after `first` classes; returns the next free class, and the start by pointer. */
static int64_t automaton(Side *s, const int64_t *base, const int64_t *damage, const uint8_t *shield, int64_t width,
                         int candle, const int64_t *blows, int64_t blow_count, int64_t first, int64_t *start) {
    int64_t weight[MOST_WIDTH], hits[MOST_WIDTH], size = 1;
    for (int64_t cell = 0; cell < width; cell++) { weight[cell] = size; size *= base[cell] + 1; }
    int64_t buckets = 64;
    while (buckets < 2 * size && buckets < 1 << 16) buckets *= 2;
    uint8_t *reached = calloc((size_t)size, 1);
    int32_t *classes = calloc((size_t)size, sizeof *classes);
    int32_t *head = malloc((size_t)buckets * sizeof *head), *chain = malloc((size_t)(size + 1) * sizeof *chain);
    if (!reached || !classes || !head || !chain) { free(reached); free(classes); free(head); free(chain); return -1; }
    memset(head, -1, (size_t)buckets * sizeof *head);
    memset(chain, -1, (size_t)(size + 1) * sizeof *chain);
    reached[size - 1] = 1;
    for (int64_t state = size - 1; state >= 0; state--) {
        if (!reached[state]) continue;
        for (int64_t c = 0; c < width; c++) hits[c] = (state / weight[c]) % (base[c] + 1);
        if (lost(hits, damage, width, candle)) { reached[state] = 2; continue; }
        for (int64_t c = 0; c < width; c++)
            if (hits[c] > 0 && !guarded(hits, shield, width, c))
                for (int64_t d = 0; d < blow_count; d++)
                    reached[state - (hits[c] < blows[d] ? hits[c] : blows[d]) * weight[c]] = 1;
    }
    s->mask[first] = 0;
    for (int64_t d = 0; d < blow_count; d++) s->edge[first * blow_count + d + 1] = s->edge[first * blow_count];
    int64_t count = 1;
    for (int64_t state = 0; state < size; state++) {
        if (reached[state] != 1) continue;
        for (int64_t c = 0; c < width; c++) hits[c] = (state / weight[c]) % (base[c] + 1);
        int64_t row = first + count, bits = 0;
        for (int64_t c = 0; c < width; c++)
            if (hits[c] > 0 && damage[c] > 0)
                for (int64_t e = 0; e < s->arm_count; e++)
                    if (s->arms[e] == damage[c]) bits |= (int64_t)1 << e;
        s->mask[row] = bits;
        uint64_t mixed = (uint64_t)bits + 1;
        int64_t top = s->edge[row * blow_count];
        for (int64_t d = 0; d < blow_count; d++) {
            int64_t begin = top;
            for (int64_t c = 0; c < width; c++) {
                if (hits[c] <= 0 || guarded(hits, shield, width, c)) continue;
                int32_t to = classes[state - (hits[c] < blows[d] ? hits[c] : blows[d]) * weight[c]];
                int64_t place = top;
                while (place > begin && s->succ[place - 1] > to) place--;
                if (place > begin && s->succ[place - 1] == to) continue;
                for (int64_t k = top; k > place; k--) s->succ[k] = s->succ[k - 1];
                s->succ[place] = to;
                top++;
            }
            s->edge[row * blow_count + d + 1] = top;
            for (int64_t k = begin; k < top; k++) mixed = (mixed ^ (uint64_t)s->succ[k]) * 0x9E3779B97F4A7C15u;
            mixed = (mixed ^ 0xFFFFFFFFu) * 0xC2B2AE3D27D4EB4Fu;
        }
        int64_t slot = (int64_t)((mixed >> 40) & (uint64_t)(buckets - 1));
        int32_t twin = head[slot];
        while (twin >= 0 && !alike(s, first + twin, row, blow_count)) twin = chain[twin];
        if (twin < 0) {
            chain[count] = head[slot];
            head[slot] = (int32_t)count;
            twin = (int32_t)count++;
        }
        classes[state] = twin;
    }
    *start = classes[size - 1];
    free(reached); free(classes); free(head); free(chain);
    return first + count;
}

static int automata(Side *s, const int64_t *hits, const int64_t *damage, const uint8_t *shield, int64_t rows,
                    int64_t width, const int64_t *blows, int64_t blow_count) {
    int64_t total = 0, free_class = 0;
    for (int64_t row = s->top; row < rows; row++) total += states(hits + row * width, width) + 1;
    s->offset = calloc((size_t)rows + 1, sizeof *s->offset);
    s->start = calloc((size_t)rows, sizeof *s->start);
    s->mask = calloc((size_t)total, sizeof *s->mask);
    s->edge = calloc((size_t)(total * blow_count + 1), sizeof *s->edge);
    s->succ = malloc((size_t)(total * blow_count * width) * sizeof *s->succ);
    if (!s->offset || !s->start || !s->mask || !s->edge || !s->succ) return 1;
    for (int64_t row = s->top; row < rows; row++) {
        s->offset[row] = free_class;
        free_class = automaton(s, hits + row * width, damage + row * width, shield + row * width, width,
                               row == rows - 1, blows, blow_count, free_class, s->start + row);
        if (free_class < 0) return 1;
        s->offset[row + 1] = free_class;
    }
    return 0;
}

static void release(Side *s) { free(s->offset); free(s->start); free(s->mask); free(s->edge); free(s->succ); }

/* 1 or 2: who wins when player 1 throws first; 0 when memory runs out. */
static int fight(int64_t rows, int64_t width, const int64_t *hits, const int64_t *damage, const uint8_t *shield) {
    const int64_t *hits2 = hits + rows * width, *damage2 = damage + rows * width;
    Side one = {0}, two = {0};
    uint8_t *folded1 = NULL, *folded2 = NULL, *can = NULL, *wins1 = NULL, *wins2 = NULL;
    int won = 0;
    prepare(&one, hits, damage, rows, width);
    prepare(&two, hits2, damage2, rows, width);
    if (automata(&one, hits, damage, shield, rows, width, two.arms, two.arm_count)) goto done;
    if (automata(&two, hits2, damage2, shield + rows * width, rows, width, one.arms, one.arm_count)) goto done;
    int64_t most1 = 0, most2 = 0;
    for (int64_t i = one.top; i < rows; i++)
        if (one.offset[i + 1] - one.offset[i] > most1) most1 = one.offset[i + 1] - one.offset[i];
    for (int64_t j = two.top; j < rows; j++)
        if (two.offset[j + 1] - two.offset[j] > most2) most2 = two.offset[j + 1] - two.offset[j];
    folded1 = calloc((size_t)(rows * most2), 1);
    folded2 = calloc((size_t)most1, 1);
    can = calloc((size_t)(one.arm_count * most1), 1);
    wins1 = calloc((size_t)(most2 * most1), 1);
    wins2 = calloc((size_t)(most2 * most1), 1);
    if (!folded1 || !folded2 || !can || !wins1 || !wins2) goto done;
    int64_t blows1 = two.arm_count, blows2 = one.arm_count;
    for (int64_t i = rows - 1; i >= one.top; i--) {
        if (i < rows - 1 && lost(hits + i * width, damage + i * width, width, 0)) continue;
        int64_t base1 = one.offset[i], count1 = one.offset[i + 1] - base1;
        for (int64_t e = 0; e < one.arm_count; e++)
            for (int64_t a = 0; a < count1; a++) can[e * most1 + a] = (one.mask[base1 + a] >> e) & 1;
        for (int64_t j = rows - 1; j >= two.top; j--) {
            if (j < rows - 1 && lost(hits2 + j * width, damage2 + j * width, width, 0)) continue;
            int64_t base2 = two.offset[j], count2 = two.offset[j + 1] - base2;
            for (int64_t a = 0; a < count1; a++) wins2[a] = j < rows - 1 ? folded2[a] : 0;
            for (int64_t b = 1; b < count2; b++) {
                uint8_t *restrict line = wins1 + b * most1;
                memset(line, 0, (size_t)count1);
                line[0] = i < rows - 1 ? folded1[j * most2 + b] : 0;
                int64_t here = (base2 + b) * blows2;
                for (int64_t e = 0; e < blows2; e++) {
                    const uint8_t *restrict able = can + e * most1;
                    for (int64_t k = two.edge[here + e]; k < two.edge[here + e + 1]; k++) {
                        const uint8_t *restrict after = wins2 + two.succ[k] * most1;
                        for (int64_t a = 1; a < count1; a++) line[a] |= able[a] & (after[a] ^ 1);
                    }
                }
                int64_t bits = two.mask[base2 + b];
                for (int64_t a = 1; a < count1; a++) {
                    uint8_t hit = 0;
                    int64_t there = (base1 + a) * blows1;
                    for (int64_t d = 0; d < blows1 && !hit; d++)
                        if (bits >> d & 1)
                            for (int64_t k = one.edge[there + d]; k < one.edge[there + d + 1]; k++)
                                if (!line[one.succ[k]]) { hit = 1; break; }
                    wins2[b * most1 + a] = hit;
                }
            }
            for (int64_t b = 0; b < count2; b++) folded1[j * most2 + b] = wins1[b * most1 + one.start[i]];
            for (int64_t a = 0; a < count1; a++) folded2[a] = wins2[two.start[j] * most1 + a];
        }
    }
    won = wins1[two.start[two.top] * most1 + one.start[one.top]] ? 1 : 2;
done:
    free(folded1); free(folded2); free(can); free(wins1); free(wins2);
    release(&one);
    release(&two);
    return won;
}

int64_t fights(int64_t n, int64_t rows, int64_t width, const int64_t *hits, const int64_t *damage,
               const uint8_t *shield, uint8_t *out) {
    int64_t step = 2 * rows * width;
    for (int64_t k = 0; k < n; k++) {
        int won = fight(rows, width, hits + k * step, damage + k * step, shield + k * step);
        if (!won) return 1;
        out[k] = (uint8_t)won;
    }
    return 0;
}
