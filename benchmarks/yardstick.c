/* What one core can do: For Sale in plain C, the measure that the compiled engine is held against.
 *
 *     cc -O3 -march=native -o yardstick yardstick.c
 *     ./yardstick GAMES PLAYERS LINEUP        e.g. ./yardstick 1000000 4 cscs
 *
 * Plays the ruleset iello-de (strict raises, refunds rounded up) for 3 to 6 players, every game with
 * decks of its own. LINEUP names a strategy for each seat: c = coinflip, s = spread.
 *
 * The game calls strategies through pointers, because a laboratory whose strategies are plugged in
 * cannot do less, and gives each decision one random word, wanted or not.
 */
#include "command.h"

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
    int (*bid)(const View *);  /* the bid's total; 0 passes */
    int (*sell)(const View *); /* a house of the own hand */
} Strategy;

static inline int nth(Set set, int n) {
    for (; n > 0; n--) set = without_lowest(set);
    return lowest(set);
}

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

static const Strategy COINFLIP = {coinflip_bid, coinflip_sell}, SPREAD = {spread_bid, spread_sell};

/* ---- The game. ---- */

typedef struct {
    const Match *match;
    Strategy strategies[MOST_PLAYERS]; /* by seat */
    View view;
} Game;

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

/* Plays one auction over `view.houses`; returns the taker, who opens the next one. */
static inline int auction(Game *game, Sfc64 *stream, int opener) {
    View *view = &game->view;
    int bids[MOST_PLAYERS] = {0}, seat = opener;
    Set bidders = ((Set)1 << game->match->players) - 1;
    view->highest_bid = 0;
    for (;;) {
        view->seat = seat;
        view->random = word(stream);
        const int bid = game->strategies[seat].bid(view);
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

/* Plays one sale of `view.cheques` and adds what each player gets to `money`. */
static inline void sale(Game *game, Sfc64 *stream, int money[MOST_PLAYERS]) {
    View *view = &game->view;
    const int players = game->match->players;
    int chosen[MOST_PLAYERS], seller[DECK];
    Set played = 0, cheques = view->cheques;
    for (int seat = 0; seat < players; seat++) {
        view->seat = seat;
        view->random = word(stream);
        chosen[seat] = game->strategies[seat].sell(view);
    }
    for (int seat = 0; seat < players; seat++) {
        const Set house = (Set)1 << chosen[seat];
        view->hand[seat] ^= house;
        played |= house;
        seller[chosen[seat]] = seat;
    }
    for (; played; played = without_lowest(played), cheques = without_lowest(cheques)) {
        money[seller[lowest(played)]] += view->cheque_value[lowest(cheques)];
    }
}

static inline void play(Game *game, uint64_t number, Tally *tally) {
    Sfc64 deal = keyed(number, DEAL), decisions = keyed(number, DECISIONS);
    const Match *match = game->match;
    View *view = &game->view;
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
        opener = auction(game, &decisions, opener);
    }
    for (int dealt = 0; dealt < match->cards; dealt += n) {
        view->cheques = reveal(cheques + dealt, n);
        sale(game, &decisions, money);
    }
    for (int seat = 0; seat < n; seat++) money[seat] += view->coins[seat];
    score(n, money, view->coins, tally);
}

static void play_games(const Match *match, long games, Tally *tally) {
    Game game = {.match = match};
    for (int seat = 0; seat < match->players; seat++) {
        game.strategies[seat] = match->lineup[seat] == 'c' ? COINFLIP : SPREAD;
    }
    for (int cheque = 2; cheque < DECK; cheque++) game.view.cheque_value[cheque] = 1 + cheque / 2;
    for (long number = 0; number < games; number++) play(&game, number, tally);
}

int main(int argc, char **argv) { return run_command(argc, argv, "yardstick", play_games); }
