/* The backward sweep of tablee_lab.kernels.cadeau, in C: the same arrays, the same rows, the same order of work.
 *
 *   cc -O3 -march=native -fopenmp -shared -fPIC cadeau.c -o cadeau.so          (float64 values)
 *   cc -DVALUE=float ...                                                       (float32 values)
 *
 * Without -fopenmp it runs on one core. Arrays are C-contiguous; names, shapes and meaning as in the kernel's
 * Block and Moves. `choices` is the mover's part: int16[16, 6, width, most].
 */
#include <stdint.h>
#include <stdlib.h>

#ifndef VALUE
#define VALUE double
#endif
#define MOST_ZONES 4

typedef struct {
    int64_t zones, width, most;
    const int64_t *kinds, *order, *stride, *offset;                                      /* Block */
    const int64_t *base, *weight, *rank, *first, *members, *joined;                      /* Moves; rank is its order */
    const int16_t *choices;
    const int64_t *sizes, *binomial;                                                     /* int64[16], int64[zones + 1, most] */
} Layer;

static inline int64_t binomial(const Layer *l, int64_t i, int64_t c) { return l->binomial[i * l->most + c]; }

static inline const int16_t *choice(const Layer *l, int64_t kind, int die, int w) {
    return l->choices + ((kind * 6 + die) * l->width + w) * l->most;
}

static void unrank(const Layer *l, int64_t s, int64_t rank, int64_t *classes) {
    const int64_t *kinds = l->kinds + s * l->zones, *order = l->order + s * l->zones;
    const int64_t *stride = l->stride + s * l->zones;
    for (int64_t begin = 0, end; begin < l->zones; begin = end) {
        for (end = begin; end < l->zones && kinds[end] == kinds[begin];) end++;
        int64_t left = rank / stride[begin];
        rank -= left * stride[begin];
        for (int64_t p = end - 1; p >= begin; p--) {
            int64_t low = 0, high = l->sizes[kinds[p]] - 1;
            while (low < high) {
                int64_t half = (low + high + 1) / 2;
                if (binomial(l, order[p], half) <= left) low = half; else high = half - 1;
            }
            classes[p] = low;
            left -= binomial(l, order[p], low);
        }
    }
}

static void increment(const Layer *l, int64_t s, int64_t *classes) {
    const int64_t *kinds = l->kinds + s * l->zones, *order = l->order + s * l->zones;
    for (int64_t end = l->zones; end > 0;) {
        int64_t begin = end - order[end - 1];
        for (int64_t p = begin; p < end; p++) {
            int64_t top = p + 1 < end ? classes[p + 1] : l->sizes[kinds[p]] - 1;
            if (classes[p] < top) {
                classes[p]++;
                for (int64_t q = begin; q < p; q++) classes[q] = 0;
                for (int64_t q = end; q < l->zones; q++) classes[q] = 0;
                return;
            }
        }
        end = begin;
    }
}

static inline int64_t ground(const Layer *l, int64_t at, const int64_t *classes) {
    int64_t place = l->base[at];
    for (int64_t p = 0; p < l->zones; p++)
        place += l->weight[at * l->zones + p] * binomial(l, l->rank[at * l->zones + p], classes[p]);
    return place;
}

static inline int64_t landing(const Layer *l, int64_t at, const int64_t *classes, int64_t y, int64_t base) {
    int64_t place = base, i = 1, stride = l->joined[at], first = l->first[at];
    for (int64_t q = 0; q < l->members[at]; q++) {
        int64_t other = classes[first + q];
        if (other <= y) {
            place += stride * binomial(l, q + 1, other);
            i = q + 2;
        } else {
            place += stride * binomial(l, q + 2, other);
        }
    }
    return place + stride * binomial(l, i, y);
}

static inline VALUE least(VALUE one, VALUE other) { return other < one ? other : one; }

static void piece(const Layer *l, int64_t s, int64_t start, int64_t left, const VALUE *restrict after,
                  VALUE *restrict out, VALUE *restrict rows) {
    const int64_t zones = l->zones, *kinds = l->kinds + s * zones, *order = l->order + s * zones;
    int64_t classes[MOST_ZONES] = {0}, place = l->offset[s] + start, fast = zones - order[zones - 1];
    unrank(l, s, start, classes);
    while (left > 0) {
        int64_t top = fast + 1 < zones ? classes[fast + 1] : l->sizes[kinds[fast]] - 1, begin = classes[fast];
        int64_t end = top + 1 < begin + left ? top + 1 : begin + left;
        for (int die = 0; die < 6; die++)
            for (int64_t x = begin; x < end; x++) rows[die * l->most + x] = 2;
        classes[fast] = 0;
        for (int64_t z = 0; z < zones; z++) {
            int64_t at = s * zones + z;
            if (l->base[at] < 0) continue;
            int64_t base = ground(l, at, classes), stride = l->joined[at];
            if (z == fast) {
                for (int die = 0; die < 6; die++)
                    for (int w = 0; w < l->width; w++) {
                        const int16_t *y = choice(l, kinds[z], die, w);
                        VALUE *row = rows + die * l->most;
                        for (int64_t x = begin; x < end; x++) {
                            if (y[x] < 0) continue;
                            int64_t to = l->members[at] ? landing(l, at, classes, y[x], base) : base + stride * y[x];
                            row[x] = least(row[x], after[to]);
                        }
                    }
                continue;
            }
            if (z > 0 && z - 1 != fast && kinds[z - 1] == kinds[z] && classes[z - 1] == classes[z]) continue;
            int joins = l->members[at] > 0 && l->first[at] == fast;
            int64_t slope = joins ? stride : l->weight[at * zones + fast];
            for (int die = 0; die < 6; die++)
                for (int w = 0; w < l->width; w++) {
                    int64_t y = choice(l, kinds[z], die, w)[classes[z]], from, turn = end;
                    VALUE *row = rows + die * l->most;
                    if (y < 0) break;
                    from = landing(l, at, classes, y, base);
                    if (joins) turn = y + 1 < begin ? begin : y + 1 > end ? end : y + 1;
                    if (slope == 1)
                        for (int64_t x = begin; x < turn; x++) row[x] = least(row[x], after[from + x]);
                    else
                        for (int64_t x = begin; x < turn; x++) row[x] = least(row[x], after[from + slope * x]);
                    if (turn < end) {
                        from = base + stride * y;
                        for (int64_t q = 1; q < l->members[at]; q++) from += stride * binomial(l, q + 2, classes[fast + q]);
                        for (int64_t x = turn; x < end; x++)
                            row[x] = least(row[x], after[from + stride * binomial(l, 2, x)]);
                    }
                }
        }
        for (int64_t x = begin; x < end; x++) {
            VALUE total = 0;
            for (int die = 0; die < 6; die++) total += rows[die * l->most + x];
            out[place + x - begin] = 1 - total / 6;
        }
        place += end - begin;
        left -= end - begin;
        classes[fast] = top;
        increment(l, s, classes);
    }
}

/* chunks: int64[count, 3] of (block, first rank, number of positions). Returns 0, or 1 when out of memory. */
int sweep(const Layer *layer, int64_t count, const int64_t *chunks, const VALUE *after, VALUE *out) {
    int failed = 0;
#pragma omp parallel
    {
        VALUE *rows = malloc(6 * layer->most * sizeof(VALUE));
        if (!rows) {
#pragma omp atomic write
            failed = 1;
        }
#pragma omp for schedule(dynamic, 4)
        for (int64_t c = 0; c < count; c++)
            if (rows) piece(layer, chunks[3 * c], chunks[3 * c + 1], chunks[3 * c + 2], after, out, rows);
        free(rows);
    }
    return failed;
}

/* int64[count, 6, zones * width]: the places each place leads to, -1 for none (all of them -1 at first). */
void children(const Layer *l, int64_t blocks, int64_t count, const int64_t *places, int64_t *out) {
    for (int64_t n = 0; n < count; n++) {
        int64_t s = 0, classes[MOST_ZONES] = {0};
        while (s + 1 < blocks && l->offset[s + 1] <= places[n]) s++;
        unrank(l, s, places[n] - l->offset[s], classes);
        for (int64_t z = 0; z < l->zones; z++) {
            int64_t at = s * l->zones + z;
            if (l->base[at] < 0) continue;
            int64_t base = ground(l, at, classes);
            for (int die = 0; die < 6; die++)
                for (int w = 0; w < l->width; w++) {
                    int64_t y = choice(l, l->kinds[at], die, w)[classes[z]];
                    if (y < 0) break;
                    out[(n * 6 + die) * l->zones * l->width + z * l->width + w] = landing(l, at, classes, y, base);
                }
        }
    }
}
