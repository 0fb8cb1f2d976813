/* What one core can do: For Sale in plain C, the measure that the compiled engine is held against.
 *
 *     cc -O3 -march=native -o yardstick yardstick.c
 *     ./yardstick GAMES PLAYERS LINEUP        e.g. ./yardstick 1000000 4 cscs
 *
 * Plays the ruleset iello-de (strict raises, refunds rounded up) for 3 to 6 players, every game with
 * decks of its own. LINEUP names a strategy for each seat: c = coinflip, s = spread. The program prints
 * one JSON object: the time it took, and win rates and mean money by seat, by which its play can be
 * compared with the engine's.
 *
 * Sets of cards are bits: the house of value v is bit v - 1, the i-th cheque in ascending order bit
 * i - 1. The game calls strategies through pointers, because a laboratory whose strategies are plugged
 * in cannot do less, and gives each decision one random word, wanted or not.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_PLAYERS = 6, DECK = 30, SHARES = 60, SEED = 2025 };

typedef uint32_t Set;

static inline int lowest(Set set) { return __builtin_ctz(set); }
static inline int highest(Set set) { return 31 ^ __builtin_clz(set); }
static inline int count(Set set) { return __builtin_popcount(set); }
static inline Set without_lowest(Set set) { return set & (set - 1); }
static inline int nth(Set set, int n) {
    for (; n > 0; n--) set = without_lowest(set);
    return lowest(set);
}

/* ---- Randomness: SFC64, one stream for the decks of a game and one for its decisions. ---- */

enum Purpose { DEAL, DECISIONS };
typedef struct { uint64_t a, b, c, weyl; } Sfc64;

static inline uint64_t word(Sfc64 *s) {
    const uint64_t result = s->a + s->b + s->weyl;
    s->weyl += 1;
    s->a = s->b ^ s->b >> 11;
    s->b = s->c + (s->c << 3);
    s->c = (s->c << 24 | s->c >> 40) + result;
    return result;
}

static inline Sfc64 keyed(uint64_t game, enum Purpose purpose) {
    Sfc64 s = {.a = SEED, .b = game, .c = purpose, .weyl = 1};
    for (int mixing = 0; mixing < 12; mixing++) word(&s);
    return s;
}

/* A number from 0 to n - 1; its bias, below n / 2^32, is of no matter to a benchmark. */
static inline unsigned below(uint64_t random, unsigned n) { return (random >> 32) * n >> 32; }

/* ---- What a strategy sees, and the two strategies. ---- */

typedef struct {
    int seat, highest_bid;
    Set houses, cheques; /* on offer */
    uint64_t random;     /* this decision's word */
    int coins[MOST_PLAYERS];
    Set hand[MOST_PLAYERS];
    int cheque_value[DECK];
} View;

typedef struct {
    char letter;
    int (*bid)(const View *);  /* the bid's total; 0 passes */
    int (*sell)(const View *); /* a house of the own hand */
} Strategy;

/* coinflip: raise by one with probability one half, else pass; sell any house. */
static int coinflip_bid(const View *view) {
    const int bid = view->highest_bid + 1;
    return bid <= view->coins[view->seat] && (int64_t)view->random < 0 ? bid : 0;
}

static int coinflip_sell(const View *view) {
    const Set hand = view->hand[view->seat];
    return nth(hand, below(view->random, count(hand)));
}

/* spread: raise by one up to a limit that grows with the spread of the offer and the own coins; sell
 * the house whose rank in the hand is the mean rank of the cheques. */
static int spread_bid(const View *view) {
    const int coins = view->coins[view->seat], bid = view->highest_bid + 1;
    const int limit = (highest(view->houses) - lowest(view->houses)) * coins / 60 + 1;
    return bid <= limit && bid <= coins ? bid : 0;
}

static int spread_sell(const View *view) {
    const Set hand = view->hand[view->seat];
    const int held = count(hand);
    int sum = 0;
    for (Set rest = view->cheques; rest; rest = without_lowest(rest)) {
        sum += view->cheque_value[lowest(rest)];
    }
    const int rank = sum * held / (16 * count(view->cheques));
    return nth(hand, rank < held ? rank : held - 1);
}

static const Strategy STRATEGIES[] = {
    {'c', coinflip_bid, coinflip_sell},
    {'s', spread_bid, spread_sell},
};

static const Strategy *strategy_of(char letter) {
    for (size_t i = 0; i < sizeof STRATEGIES / sizeof *STRATEGIES; i++) {
        if (STRATEGIES[i].letter == letter) return &STRATEGIES[i];
    }
    return NULL;
}

/* ---- The game. ---- */

typedef struct {
    int players, cards; /* cards: dealt from each deck, the rest is set aside */
    int coins;          /* of each player at the start */
    Strategy lineup[MOST_PLAYERS];
} Match;

typedef struct { long shares[MOST_PLAYERS], money[MOST_PLAYERS]; } Tally; /* shares: wins in 60ths */

static inline void shuffle(uint8_t deck[DECK], int cards, Sfc64 *stream) {
    for (int i = 0; i < DECK; i++) deck[i] = i;
    for (int i = 0; i < cards; i++) {
        const int j = i + below(word(stream), DECK - i);
        const uint8_t drawn = deck[j];
        deck[j] = deck[i];
        deck[i] = drawn;
    }
}

static inline Set reveal(const uint8_t *cards, int n) {
    Set offer = 0;
    for (int i = 0; i < n; i++) offer |= (Set)1 << cards[i];
    return offer;
}

/* Plays one auction over `view->houses`; returns the taker, who opens the next one. */
static inline int auction(const Match *match, View *view, Sfc64 *stream, int opener) {
    int bids[MOST_PLAYERS] = {0}, seat = opener;
    Set bidders = ((Set)1 << match->players) - 1;
    view->highest_bid = 0;
    for (;;) {
        view->seat = seat;
        view->random = word(stream);
        const int bid = match->lineup[seat].bid(view);
        const Set later = bidders & (Set)-2 << seat;
        if (bid > view->highest_bid && bid <= view->coins[seat]) {
            view->highest_bid = bids[seat] = bid;
            seat = lowest(later ? later : bidders);
            continue;
        }
        view->coins[seat] -= bids[seat] / 2; /* half comes back, rounded up */
        view->hand[seat] |= view->houses & -view->houses;
        view->houses = without_lowest(view->houses);
        bidders ^= (Set)1 << seat;
        seat = lowest(later ? later : bidders);
        if (!without_lowest(bidders)) break;
    }
    view->coins[seat] -= bids[seat];
    view->hand[seat] |= view->houses;
    return seat;
}

/* Plays one sale of `view->cheques` and adds what each player gets to `money`. */
static inline void sale(const Match *match, View *view, Sfc64 *stream, int money[MOST_PLAYERS]) {
    int chosen[MOST_PLAYERS], seller[DECK];
    Set played = 0, cheques = view->cheques;
    for (int seat = 0; seat < match->players; seat++) {
        view->seat = seat;
        view->random = word(stream);
        chosen[seat] = match->lineup[seat].sell(view);
    }
    for (int seat = 0; seat < match->players; seat++) {
        const Set house = (Set)1 << chosen[seat];
        view->hand[seat] ^= house;
        played |= house;
        seller[chosen[seat]] = seat;
    }
    for (; played; played = without_lowest(played), cheques = without_lowest(cheques)) {
        money[seller[lowest(played)]] += view->cheque_value[lowest(cheques)];
    }
}

static inline void score(const Match *match, const View *view, const int *money, Tally *tally) {
    int standing[MOST_PLAYERS], best = 0, winners = 0;
    for (int seat = 0; seat < match->players; seat++) {
        standing[seat] = money[seat] << 6 | view->coins[seat]; /* coins, below 64, break ties */
        if (standing[seat] > best) best = standing[seat];
    }
    for (int seat = 0; seat < match->players; seat++) winners += standing[seat] == best;
    for (int seat = 0; seat < match->players; seat++) {
        tally->shares[seat] += standing[seat] == best ? SHARES / winners : 0;
        tally->money[seat] += money[seat];
    }
}

static inline void play(const Match *match, View *view, uint64_t game, Tally *tally) {
    Sfc64 deal = keyed(game, DEAL), decisions = keyed(game, DECISIONS);
    uint8_t houses[DECK], cheques[DECK];
    shuffle(houses, match->cards, &deal);
    shuffle(cheques, match->cards, &deal);
    const int n = match->players;
    int money[MOST_PLAYERS] = {0}, opener = 0;
    for (int seat = 0; seat < n; seat++) {
        view->coins[seat] = match->coins;
        view->hand[seat] = 0;
    }
    for (int dealt = 0; dealt < match->cards; dealt += n) {
        view->houses = reveal(houses + dealt, n);
        opener = auction(match, view, &decisions, opener);
    }
    for (int dealt = 0; dealt < match->cards; dealt += n) {
        view->cheques = reveal(cheques + dealt, n);
        sale(match, view, &decisions, money);
    }
    for (int seat = 0; seat < n; seat++) money[seat] += view->coins[seat];
    score(match, view, money, tally);
}

/* ---- The command. ---- */

static int usage(const char *complaint) {
    fprintf(stderr, "%s\nusage: yardstick GAMES PLAYERS LINEUP\n", complaint);
    return 2;
}

static long whole_number(const char *text) { /* 0 if it is none from 1 up */
    char *end;
    errno = 0;
    const long number = strtol(text, &end, 10);
    return errno || *end || number < 1 ? 0 : number;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + 1e-9 * time.tv_nsec;
}

static void print_means(const char *name, const long *sums, int players, double divisor) {
    printf(", \"%s\": [", name);
    for (int seat = 0; seat < players; seat++) printf("%s%.5f", seat ? ", " : "", sums[seat] / divisor);
    printf("]");
}

int main(int argc, char **argv) {
    static const int coins[MOST_PLAYERS + 1] = {[3] = 28, [4] = 21, [5] = 16, [6] = 14};
    if (argc != 4) return usage("three arguments are needed");
    const long games = whole_number(argv[1]), players = whole_number(argv[2]);
    if (!games) return usage("GAMES is a whole number from 1 up");
    if (players < 3 || players > MOST_PLAYERS) return usage("PLAYERS is 3, 4, 5 or 6");
    if ((long)strlen(argv[3]) != players) return usage("LINEUP has one letter for each player");

    Match match = {.players = players, .cards = DECK - DECK % players, .coins = coins[players]};
    for (int seat = 0; seat < players; seat++) {
        const Strategy *strategy = strategy_of(argv[3][seat]);
        if (!strategy) return usage("the letters of LINEUP are c (coinflip) and s (spread)");
        match.lineup[seat] = *strategy;
    }
    View view = {0};
    for (int cheque = 2; cheque < DECK; cheque++) view.cheque_value[cheque] = 1 + cheque / 2;

    Tally tally = {{0}, {0}};
    const double start = now();
    for (long game = 0; game < games; game++) play(&match, &view, game, &tally);
    const double seconds = now() - start;

    printf("{\"games\": %ld, \"players\": %ld, \"seconds\": %.4f, \"us_per_game\": %.4f", games, players,
           seconds, 1e6 * seconds / games);
    print_means("win_rate", tally.shares, players, (double)SHARES * games);
    print_means("money_mean", tally.money, players, games);
    puts("}");
    return 0;
}
