/* The sweeps of tablee_lab.kernels.blocs, in C: the same arrays, the same strips, the same order of work.
 *
 *   cc -O3 -march=native -fopenmp -shared -fPIC blocs.c -o blocs.so
 *
 * `Tables` holds the arrays of the kernel's Pushes, in their order. Arrays are C-contiguous:
 *   values, after  double[kinds, STRIPS, SETS, STRIP]      policy  int16[STRIPS, choices, STRIP]
 */
#include <stdint.h>

#define SETS 1024
#define FULL 1023
#define STRIP 128
#define STRIPS 8
#define SEVENS 6
#define KINDS 3
#define NOTHING -1e300

typedef struct {
    const int64_t *none, *free_first, *free, *choice_first, *choice_weight, *choice_free, *option_first, *option;
    const int64_t *last_first, *last_weight, *last;
    int64_t choices;
} Tables;

typedef double (*Strips)[STRIPS][SETS][STRIP];

static inline void choose(const double (*value)[STRIP], int64_t own, const int64_t *option, int64_t first,
                          int64_t stop, double *restrict best, int64_t *restrict chosen) {
    for (int64_t at = first; at < stop; at++) {
        const double *candidate = value[own ^ option[at]];
        const int64_t pushed = option[at];
        for (int place = 0; place < STRIP; place++) {
            const int more = candidate[place] > best[place];
            best[place] = more ? candidate[place] : best[place];
            chosen[place] = more ? pushed : chosen[place];
        }
    }
}

static void end(const Tables *t, Strips after, int strip, int64_t own, double (*total)[STRIP]) {
    for (int kind = 0; kind < KINDS; kind++) {
        for (int place = 0; place < STRIP; place++)
            total[kind][place] = (SEVENS + t->none[own]) * after[kind][strip][own][place];
        for (int64_t at = t->last_first[own]; at < t->last_first[own + 1]; at++) {
            const int64_t left = own ^ t->last[at];
            for (int place = 0; place < STRIP; place++)
                if (left) total[kind][place] += t->last_weight[at] * after[kind][strip][left][place];
                else if (kind == 0) total[kind][place] += t->last_weight[at];
        }
    }
}

static void begin(Strips values, int strip) {
    for (int kind = 0; kind < KINDS; kind++)
        for (int place = 0; place < STRIP; place++) values[kind][strip][0][place] = kind == 0;
}

static void pass(Strips values, Strips after, int strip) {
    for (int kind = 0; kind < KINDS; kind++)
        for (int place = 0; place < STRIP; place++) values[kind][strip][0][place] = after[kind][strip][0][place];
}

static void add(Strips values, int strip, int64_t own, int64_t weight, const int64_t *chosen, double (*total)[STRIP]) {
    for (int kind = 0; kind < KINDS; kind++)
        for (int place = 0; place < STRIP; place++)
            total[kind][place] += weight * values[kind][strip][own ^ chosen[place]][place];
}

static void put(Strips values, int strip, int64_t own, double (*total)[STRIP]) {
    for (int kind = 0; kind < KINDS; kind++)
        for (int place = 0; place < STRIP; place++) values[kind][strip][own][place] = total[kind][place] / 36;
}

void turn(const Tables *t, double *from, double *into, int16_t *policy) {
    Strips after = (Strips)from, values = (Strips)into;
#pragma omp parallel for schedule(static)
    for (int strip = 0; strip < STRIPS; strip++) {
        double best[STRIP], free_best[STRIP], total[KINDS][STRIP];
        int64_t chosen[STRIP], free_chosen[STRIP] = {0};
        begin(values, strip);
        for (int64_t own = 1; own < SETS; own++) {
            end(t, after, strip, own, total);
            for (int place = 0; place < STRIP; place++) free_best[place] = NOTHING;
            choose(values[0][strip], own, t->free, t->free_first[own], t->free_first[own + 1], free_best, free_chosen);
            for (int64_t choice = t->choice_first[own]; choice < t->choice_first[own + 1]; choice++) {
                for (int place = 0; place < STRIP; place++) {
                    best[place] = t->choice_free[choice] ? free_best[place] : NOTHING;
                    chosen[place] = free_chosen[place];
                }
                choose(values[0][strip], own, t->option, t->option_first[choice], t->option_first[choice + 1], best,
                       chosen);
                add(values, strip, own, t->choice_weight[choice], chosen, total);
                int16_t *noted = policy + ((int64_t)strip * t->choices + choice) * STRIP;
                for (int place = 0; place < STRIP; place++) noted[place] = (int16_t)chosen[place];
            }
            put(values, strip, own, total);
        }
        pass(values, after, strip);
    }
}

void follow(const Tables *t, double *from, double *into, const int16_t *policy) {
    Strips after = (Strips)from, values = (Strips)into;
#pragma omp parallel for schedule(static)
    for (int strip = 0; strip < STRIPS; strip++) {
        double total[KINDS][STRIP];
        int64_t chosen[STRIP];
        begin(values, strip);
        for (int64_t own = 1; own < SETS; own++) {
            end(t, after, strip, own, total);
            for (int64_t choice = t->choice_first[own]; choice < t->choice_first[own + 1]; choice++) {
                const int16_t *noted = policy + ((int64_t)strip * t->choices + choice) * STRIP;
                for (int place = 0; place < STRIP; place++) chosen[place] = noted[place];
                add(values, strip, own, t->choice_weight[choice], chosen, total);
            }
            put(values, strip, own, total);
        }
        pass(values, after, strip);
    }
}

static inline double best_of(const int64_t *option, int64_t first, int64_t stop, int64_t own, const double *value,
                             double best) {
    for (int64_t at = first; at < stop; at++) {
        const double worth = value[own ^ option[at]];
        best = worth > best ? worth : best;
    }
    return best;
}

static double chosen_of(const Tables *t, int64_t own, const double *value) {
    const double freely = best_of(t->free, t->free_first[own], t->free_first[own + 1], own, value, NOTHING);
    double total = 0.0;
    for (int64_t choice = t->choice_first[own]; choice < t->choice_first[own + 1]; choice++)
        total += t->choice_weight[choice] * best_of(t->option, t->option_first[choice], t->option_first[choice + 1],
                                                    own, value, t->choice_free[choice] ? freely : NOTHING);
    return total;
}

void alone(const Tables *t, const double *ends, double *value) {
    value[0] = ends[0];
    for (int64_t own = 1; own < SETS; own++) {
        double total = t->none[own] * ends[own];
        for (int64_t at = t->last_first[own]; at < t->last_first[own + 1]; at++)
            total += t->last_weight[at] * value[own ^ t->last[at]];
        total += chosen_of(t, own, value);
        value[own] = total / (36 - SEVENS);
    }
}

static void duel_turn(const Tables *t, const double *facing, double *value) {
    value[0] = 1.0;
    for (int64_t own = 1; own < SETS; own++) {
        double total = (SEVENS + t->none[own]) * (1.0 - facing[FULL ^ own]);
        for (int64_t at = t->last_first[own]; at < t->last_first[own + 1]; at++) {
            const int64_t left = own ^ t->last[at];
            total += t->last_weight[at] * (left ? 1.0 - facing[FULL ^ left] : 1.0);
        }
        total += chosen_of(t, own, value);
        value[own] = total / 36;
    }
    value[0] = 1.0 - facing[FULL];
}

void duel(const Tables *t, double *lower, double *upper, int64_t rounds) {
    static double new_lower[SETS], new_upper[SETS];
    double gap = 1.0;
    for (int64_t round = 0; round < rounds; round++) {
        duel_turn(t, upper, new_lower);
        duel_turn(t, lower, new_upper);
        double narrowed = 0.0;
        for (int own = 0; own < SETS; own++) {
            lower[own] = new_lower[own];
            upper[own] = new_upper[own];
            if (upper[own] - lower[own] > narrowed) narrowed = upper[own] - lower[own];
        }
        if (narrowed >= gap && gap < 1e-9) break;
        gap = narrowed;
    }
}

void fast(const Tables *t, double *table) {
    double (*value)[SETS] = (double (*)[SETS])table;
    static double best[SETS], free_best[SETS], column[SETS], total[SETS];
    for (int64_t set = 0; set < SETS; set++) value[0][set] = 1.0;
    for (int64_t set = 0; set < SETS; set++) value[set][0] = 0.0;
    for (int64_t own = 1; own < SETS; own++) {
        for (int64_t other = 0; other < own; other++) total[other] = 0.0, free_best[other] = NOTHING;
        for (int64_t at = t->free_first[own]; at < t->free_first[own + 1]; at++) {
            const double *row = value[own ^ t->free[at]];
            for (int64_t other = 0; other < own; other++)
                free_best[other] = row[other] > free_best[other] ? row[other] : free_best[other];
        }
        for (int64_t choice = t->choice_first[own]; choice < t->choice_first[own + 1]; choice++) {
            for (int64_t other = 0; other < own; other++)
                best[other] = t->choice_free[choice] ? free_best[other] : NOTHING;
            for (int64_t at = t->option_first[choice]; at < t->option_first[choice + 1]; at++) {
                const double *row = value[own ^ t->option[at]];
                for (int64_t other = 0; other < own; other++)
                    best[other] = row[other] > best[other] ? row[other] : best[other];
            }
            for (int64_t other = 0; other < own; other++) total[other] += t->choice_weight[choice] * best[other];
        }
        for (int64_t at = t->last_first[own]; at < t->last_first[own + 1]; at++) {
            const int64_t left = own ^ t->last[at];
            for (int64_t other = 0; other < own; other++)
                total[other] += t->last_weight[at] * (left ? 1.0 - value[other][left] : 1.0);
        }
        column[0] = 1.0;
        const double stuck = (SEVENS + t->none[own]) / 36.0;
        for (int64_t other = 1; other <= own; other++) {
            double pushed = chosen_of(t, other, column);
            for (int64_t at = t->last_first[other]; at < t->last_first[other + 1]; at++) {
                const int64_t left = other ^ t->last[at];
                pushed += t->last_weight[at] * (left ? 1.0 - value[own][left] : 1.0);
            }
            const double theirs = (SEVENS + t->none[other]) / 36.0;
            if (other == own) {
                value[own][own] = column[own] = (pushed / 36 + stuck) / (1.0 + stuck);
            } else {
                const double mine = total[other] / 36, yours = pushed / 36;
                const double x = (mine + stuck - stuck * (yours + theirs)) / (1.0 - stuck * theirs);
                value[own][other] = x;
                value[other][own] = column[other] = yours + theirs * (1.0 - x);
            }
        }
    }
}
