/* Whole games at random in C: the same games as tablee_lab.kernels.simulate plays, draw by draw.
 *
 *   cc -O3 -march=native -shared -fPIC simulate.c -o simulate.so
 *
 * Each function plays games first, first + 1, … of a seed and writes one row a game. Tables come from the kernels.
 */
#include <stdint.h>
#include <string.h>

typedef uint64_t u64;

static inline u64 mix(u64 z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

#define GOLDEN 0x9E3779B97F4A7C15u
static inline u64 stream(u64 seed, u64 game) { return mix(mix(seed + GOLDEN) + (game + 1) * GOLDEN); }
static inline u64 draw(u64 key, u64 n) { return mix(key + (n + 1) * GOLDEN); }
static inline int below(u64 drawn, u64 count) { return (int)((drawn >> 32) * count >> 32); }

/* Cadeau. The empty cells of half a side are a list of four bits each; what its zones hold, ten bits each. */

typedef struct {
    u64 held[2], list[2];
    int near;
} Side;

static inline void write_die(Side *side, int k, int face, const u64 *unit) {
    const int half = k >= side->near;
    if (half)
        k -= side->near;
    else
        side->near--;
    const u64 cells = side->list[half], rest = cells >> 4 * k;
    side->held[half] += face * unit[rest & 15];
    side->list[half] = rest >> 4 << 4 * k | (cells & (((u64)1 << 4 * k) - 1));
}

void cadeau(u64 seed, u64 first, int64_t games, int zones, const int16_t *strength, const u64 *unit, uint8_t *winner,
            int32_t *events, int16_t *scores) {
    const u64 list = 0xEDCBA9876543210u;
    const Side empty = {{0, 0}, {list, list}, zones < 5 ? 3 * zones : 15};
    for (int64_t game = 0; game < games; game++) {
        const u64 key = stream(seed, first + game);
        Side sides[2] = {empty, empty};
        for (int left = 3 * zones, n = 0; left > 0; left--, n += 4)
            for (int side = 0; side < 2; side++) {
                const int face = below(draw(key, n + 2 * side), 6) + 1;
                write_die(&sides[side], below(draw(key, n + 2 * side + 1), left), face, unit);
            }
        int kept = 0, stolen = 0;
        for (int zone = 0; zone < zones; zone++) {
            const int half = zone / 5, shift = 10 * (zone % 5);
            const int ours = strength[sides[0].held[half] >> shift & 1023];
            const int theirs = strength[sides[1].held[half] >> shift & 1023];
            kept += ours > theirs;
            stolen += theirs > ours;
        }
        winner[game] = kept > stolen ? 1 : stolen > kept ? 2 : 0;
        events[game] = 12 * zones;
        scores[2 * game] = kept;
        scores[2 * game + 1] = stolen;
    }
}

/* Pousse-blocs, duel. allowed[set * 36 + throw]: first << 9 | count << 1 | goes on, of the pushed sets in option. */

void blocs(u64 seed, u64 first, int64_t games, const int32_t *allowed, const int16_t *option, uint8_t *winner,
           int32_t *events) {
    for (int64_t game = 0; game < games; game++) {
        const u64 key = stream(seed, first + game);
        unsigned own = 1023;
        int player = 0, n = 0, opened = 0;
        for (;;) {
            const int32_t found = allowed[own * 36 + below(draw(key, n++), 36)];
            const int count = found >> 1 & 255;
            int goes_on = found & 1;
            if (count) {
                own ^= (unsigned)option[(found >> 9) + below(draw(key, n++), count)];
                opened = 1;
                if (!own)
                    break;
            } else {
                goes_on &= !opened;
            }
            if (!goes_on) {
                own ^= 1023; /* the blocks across are the other player's */
                player ^= 1;
            }
        }
        winner[game] = player + 1;
        events[game] = n;
    }
}

/* Laaancez. */

#define CELLS 81

typedef struct {
    int8_t hits, damage, room, shield;
} Item;

typedef struct {
    Item items[CELLS];
    uint8_t free[CELLS], tickable[CELLS];
    int frees, tickables;
    int row;
    unsigned standing, armed, shields; /* of the front row, a bit for each column */
} Player;

typedef struct {
    int rows, cells;
    const int16_t *begin;   /* of each row, and of the one after the last */
    const int16_t (*face)[2]; /* an object, -1 to tick, -2 for nothing */
    const int16_t (*thing)[4]; /* hits, damage, room, shield; the candle last */
    int candle;
} Sheet;

static inline void strike(uint8_t *list, int k, int count) { memmove(list + k, list + k + 1, count - k - 1); }

static inline Item item_of(const int16_t *thing) { return (Item){thing[0], thing[1], thing[2], thing[3]}; }

static inline int offered(const Player *player, int option) {
    return option == -2 ? 0 : option == -1 ? player->tickables : player->frees;
}

static inline void choose(const Sheet *sheet, Player *player, int face, u64 drawn) {
    int option = sheet->face[face][0];
    const int other = sheet->face[face][1];
    const int firsts = offered(player, option), count = firsts + offered(player, other);
    if (!count)
        return;
    int k = below(drawn, count);
    if (k >= firsts) {
        option = other;
        k -= firsts;
    }
    if (option == -1) {
        Item *item = &player->items[player->tickable[k]];
        item->damage++;
        if (!--item->room)
            strike(player->tickable, k, player->tickables--);
        return;
    }
    const int cell = player->free[k];
    strike(player->free, k, player->frees--);
    player->items[cell] = item_of(sheet->thing[option]);
    if (player->items[cell].room) {
        int at = player->tickables++;
        for (; at > 0 && player->tickable[at - 1] > cell; at--)
            player->tickable[at] = player->tickable[at - 1];
        player->tickable[at] = cell;
    }
}

static inline void unfold(const Sheet *sheet, Player *player, int row) {
    for (;; row++) {
        unsigned standing = 0, armed = 0, shields = 0;
        for (int cell = sheet->begin[row], bit = 1; cell < sheet->begin[row + 1]; cell++, bit <<= 1) {
            const Item item = player->items[cell];
            if (item.hits) {
                standing |= bit;
                armed |= item.damage ? bit : 0;
                shields |= item.shield ? bit : 0;
            }
        }
        if (armed) {
            player->row = row;
            player->standing = standing;
            player->armed = armed;
            player->shields = shields;
            return;
        }
    }
}

static inline int column(unsigned set, int k) {
    while (k--)
        set &= set - 1;
    return __builtin_ctz(set);
}

void laaancez(u64 seed, u64 first, int64_t games, int rows, const int16_t *begin, const int16_t *face,
              const int16_t *thing, int candle, uint8_t *winner, int32_t *events) {
    const Sheet sheet = {rows, begin[rows], begin, (const int16_t (*)[2])face, (const int16_t (*)[4])thing, candle};
    const int last = sheet.cells - 1;
    Player players[2], empty;
    memset(&empty, 0, sizeof empty);
    for (int cell = 0; cell < last; cell++)
        empty.free[cell] = cell;
    empty.frees = last;
    empty.items[last] = item_of(sheet.thing[candle]);
    for (int64_t game = 0; game < games; game++) {
        const u64 key = stream(seed, first + game);
        int n = 0;
        players[0] = players[1] = empty;
        while (players[0].frees && players[1].frees) {
            const int rolled = below(draw(key, n), 6);
            choose(&sheet, &players[0], rolled, draw(key, n + 1));
            choose(&sheet, &players[1], rolled, draw(key, n + 2));
            n += 3;
        }
        unfold(&sheet, &players[0], 0);
        unfold(&sheet, &players[1], 0);
        for (int turn = 0;; turn ^= 1) {
            const Player *mine = &players[turn];
            Player *other = &players[turn ^ 1];
            const unsigned shields = other->shields;
            const unsigned exposed = other->standing & (shields | ~(shields << 1 | shields >> 1));
            const unsigned targets = __builtin_popcount(exposed);
            const unsigned k = below(draw(key, n++), __builtin_popcount(mine->armed) * targets);
            const int thrower = column(mine->armed, k / targets), place = column(exposed, k % targets);
            const int cell = begin[other->row] + place;
            Item *hit = &other->items[cell];
            hit->hits -= mine->items[begin[mine->row] + thrower].damage;
            if (hit->hits > 0)
                continue;
            hit->hits = 0;
            if (cell == last) {
                winner[game] = turn + 1;
                break;
            }
            const unsigned others = ~(1u << place);
            other->standing &= others;
            other->shields &= others;
            other->armed &= others;
            if (!other->armed)
                unfold(&sheet, other, other->row + 1);
        }
        events[game] = n;
    }
}
