/* How fast one core can go: the yardstick's game with every trick that C allows.
 *
 *     cc -O3 -march=native -o limit limit.c
 *     ./limit GAMES PLAYERS LINEUP        e.g. ./limit 1000000 4 cscs
 *
 * The same rules, players and output as yardstick.c, still with strategies behind pointers and fresh
 * decks in every game. What it does differently:
 *
 * - A random word is a function of a key and a counter, two multiplications long, so that words do not
 *   wait for each other, and a decision that wants none costs none.
 * - The n-th card that is left is found by one instruction (PDEP), both decks in step, straight into
 *   the set of its round; several draws share a word.
 * - A card that changes hands is an isolated bit, never a number that has to be shifted back.
 */
#include "command.h"
#ifdef __BMI2__
#include <immintrin.h>
#endif

/* ---- Randomness: 128-bit products folded, after wyhash (Wang Yi, 2019, public domain). ---- */

__extension__ typedef unsigned __int128 Wide;

static inline uint64_t folded(uint64_t a, uint64_t b) {
    const Wide product = (Wide)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t word(uint64_t key, uint64_t counter) {
    const uint64_t mixed = folded(counter ^ 0x9e3779b97f4a7c15, key ^ 0xa0761d6478bd642f);
    return folded(mixed ^ key, counter ^ 0xe7037ed1a0b428db);
}

/* Returns a number from 0 to n - 1, and leaves in `random` what the next draw can use. */
static inline unsigned below(uint64_t *random, unsigned n) {
    const Wide product = (Wide)*random * n;
    *random = (uint64_t)product;
    return product >> 64;
}

/* Returns the n-th lowest card of a set, as a set. */
static inline Set nth(Set set, unsigned n) {
#ifdef __BMI2__
    return _pdep_u32((Set)1 << n, set);
#else
    for (; n > 0; n--) set = without_lowest(set);
    return set & -set;
#endif
}

/* ---- The deal. ---- */

enum { MOST_ROUNDS = DECK / 3, MOST_WORDS = DECK };

/* The draws of a deck, grouped so that the product of a group's bounds fits into a word: then one word
 * serves the group without bias, if words below `rejected` are drawn again (Brackett-Rozinsky and
 * Lemire, "Batched ranged random integer generation", 2024). */
typedef struct { uint64_t draws, product, rejected; } Batch;

static int make_batches(int cards, Batch batches[MOST_WORDS]) {
    int number = 0;
    for (int left = DECK; left > DECK - cards && left > 1;) {
        Batch batch = {0, 1, 0};
        for (; left > DECK - cards && left > 1 && batch.product <= UINT64_MAX / 16 / left; left--) {
            batch.product *= left;
            batch.draws++;
        }
        batch.rejected = -batch.product % batch.product;
        batches[number++] = batch;
    }
    return number;
}

static inline uint64_t batch_word(const Batch *batch, uint64_t key, uint64_t *counter) {
    uint64_t random;
    do random = word(key, (*counter)++);
    while (__builtin_expect(random * batch->product < batch->rejected, 0));
    return random;
}

typedef struct { Set houses[MOST_ROUNDS], cheques[MOST_ROUNDS]; } Deal;

static inline void make_deal(uint64_t key, int players, int number, const Batch *batches, Deal *deal) {
    Set houses_left = ((Set)1 << DECK) - 1, cheques_left = houses_left, houses = 0, cheques = 0;
    uint64_t counter = 0, cheque_counter = (uint64_t)1 << 32;
    int left = DECK, round = 0, dealt = 0;
    for (const Batch *batch = batches; batch < batches + number; batch++) {
        uint64_t house_word = batch_word(batch, key, &counter);
        uint64_t cheque_word = batch_word(batch, key, &cheque_counter);
        for (uint64_t draw = 0; draw < batch->draws; draw++, left--) {
            const Set house = nth(houses_left, below(&house_word, left));
            const Set cheque = nth(cheques_left, below(&cheque_word, left));
            houses_left ^= house;
            cheques_left ^= cheque;
            houses |= house;
            cheques |= cheque;
            if (++dealt == players) {
                deal->houses[round] = houses;
                deal->cheques[round++] = cheques;
                houses = cheques = 0;
                dealt = 0;
            }
        }
    }
    if (dealt) { /* the last card is no choice */
        deal->houses[round] = houses | houses_left;
        deal->cheques[round] = cheques | cheques_left;
    }
}

/* ---- What a strategy sees, and the two strategies. ---- */

typedef struct {
    int seat, highest_bid;
    Set houses, cheques; /* on offer */
    uint64_t key, decision;
    int coins[MOST_PLAYERS];
    Set hand[MOST_PLAYERS];
    int cheque_value[DECK];
} View;

typedef struct {
    int (*bid)(const View *);  /* the bid's total; 0 passes */
    Set (*sell)(const View *); /* a house of the own hand */
} Strategy;

static inline uint64_t random_word(const View *view) { return word(view->key, view->decision); }

/* coinflip: raise by one with probability one half, else pass; sell any house. */
static int coinflip_bid(const View *view) {
    const int bid = view->highest_bid + 1;
    return bid <= view->coins[view->seat] && (int64_t)random_word(view) < 0 ? bid : 0;
}

static Set coinflip_sell(const View *view) {
    const Set hand = view->hand[view->seat];
    return nth(hand, (random_word(view) >> 32) * count(hand) >> 32);
}

/* spread: raise by one up to a limit that grows with the spread of the offer and the own coins; sell
 * the house whose rank in the hand is the mean rank of the cheques. */
static int spread_bid(const View *view) {
    const int coins = view->coins[view->seat], bid = view->highest_bid + 1;
    const int limit = (highest(view->houses) - lowest(view->houses)) * coins / 60 + 1;
    return bid <= limit && bid <= coins ? bid : 0;
}

static Set spread_sell(const View *view) {
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
    Batch batches[MOST_WORDS];
    int batch_count;
    View view;
} Game;

/* Plays one auction over `view.houses`; returns the taker, who opens the next one. */
static inline int auction(Game *game, int opener) {
    View *view = &game->view;
    int bids[MOST_PLAYERS] = {0}, seat = opener;
    Set bidders = ((Set)1 << game->match->players) - 1;
    view->highest_bid = 0;
    for (;;) {
        view->seat = seat;
        view->decision++;
        const int bid = game->strategies[seat].bid(view);
        const Set later = bidders & (Set)-2 << seat;
        const int next = lowest(later ? later : bidders);
        if (bid > view->highest_bid && bid <= view->coins[seat]) {
            view->highest_bid = bids[seat] = bid;
            seat = next;
            continue;
        }
        view->coins[seat] -= bids[seat] / 2; /* half comes back, rounded up */
        view->hand[seat] |= view->houses & -view->houses;
        view->houses = without_lowest(view->houses);
        bidders ^= (Set)1 << seat;
        seat = next;
        if (!without_lowest(bidders)) break;
    }
    view->coins[seat] -= bids[seat];
    view->hand[seat] |= view->houses;
    return seat;
}

/* Plays one sale of `view.cheques` and adds what each player gets to `money`. */
static inline void sale(Game *game, int money[MOST_PLAYERS]) {
    View *view = &game->view;
    const int players = game->match->players;
    uint8_t seller[DECK];
    Set played = 0, chosen[MOST_PLAYERS];
    for (int seat = 0; seat < players; seat++) {
        view->seat = seat;
        view->decision++;
        chosen[seat] = game->strategies[seat].sell(view);
    }
    for (int seat = 0; seat < players; seat++) {
        view->hand[seat] ^= chosen[seat];
        played |= chosen[seat];
        seller[lowest(chosen[seat])] = seat;
    }
    for (Set cheques = view->cheques; played; cheques = without_lowest(cheques)) {
        money[seller[lowest(played)]] += view->cheque_value[lowest(cheques)];
        played = without_lowest(played);
    }
}

static inline void play(Game *game, uint64_t number, Tally *tally) {
    const int n = game->match->players, rounds = game->match->cards / n;
    View *view = &game->view;
    Deal deal;
    view->key = word(SEED, number);
    view->decision = (uint64_t)1 << 33;
    make_deal(view->key, n, game->batch_count, game->batches, &deal);
    int money[MOST_PLAYERS] = {0}, opener = 0;
    for (int seat = 0; seat < n; seat++) {
        view->coins[seat] = game->match->coins;
        view->hand[seat] = 0;
    }
    for (int round = 0; round < rounds; round++) {
        view->houses = deal.houses[round];
        opener = auction(game, opener);
    }
    for (int round = 0; round < rounds; round++) {
        view->cheques = deal.cheques[round];
        sale(game, money);
    }
    for (int seat = 0; seat < n; seat++) money[seat] += view->coins[seat];
    score(n, money, view->coins, tally);
}

static void play_games(const Match *match, long games, Tally *tally) {
    Game game = {.match = match};
    game.batch_count = make_batches(match->cards, game.batches);
    for (int seat = 0; seat < match->players; seat++) {
        game.strategies[seat] = match->lineup[seat] == 'c' ? COINFLIP : SPREAD;
    }
    for (int cheque = 2; cheque < DECK; cheque++) game.view.cheque_value[cheque] = 1 + cheque / 2;
    for (long number = 0; number < games; number++) play(&game, number, tally);
}

int main(int argc, char **argv) { return run_command(argc, argv, "limit", play_games); }
