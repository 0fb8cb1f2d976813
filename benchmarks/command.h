/* What the C programs share: sets of cards, the score of a finished game, and the command line.
 *
 * Each program defines `play_games` and gives it to `run_command`.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_PLAYERS = 6, DECK = 30, SHARES = 60, SEED = 2025 };

/* A set of cards is bits: the house of value v is bit v - 1, the i-th cheque in ascending order bit
 * i - 1. */
typedef uint32_t Set;

static inline int lowest(Set set) { return __builtin_ctz(set); }
static inline int highest(Set set) { return 31 ^ __builtin_clz(set); }
static inline int count(Set set) { return __builtin_popcount(set); }
static inline Set without_lowest(Set set) { return set & (set - 1); }

typedef struct {
    int players, cards; /* cards: dealt from each deck, the rest is set aside */
    int coins;          /* of each player at the start */
    const char *lineup; /* a letter for each seat: c = coinflip, s = spread */
} Match;

typedef struct { long shares[MOST_PLAYERS], money[MOST_PLAYERS]; } Tally; /* shares: wins in 60ths */

/* Adds a game to the tally: its winners share the win. `money` includes the coins left. */
static inline void score(int players, const int *money, const int *coins, Tally *tally) {
    int standing[MOST_PLAYERS], best = 0, winners = 0;
    for (int seat = 0; seat < players; seat++) {
        standing[seat] = money[seat] << 6 | coins[seat]; /* coins, below 64, break ties */
        if (standing[seat] > best) best = standing[seat];
    }
    for (int seat = 0; seat < players; seat++) winners += standing[seat] == best;
    for (int seat = 0; seat < players; seat++) {
        tally->shares[seat] += standing[seat] == best ? SHARES / winners : 0;
        tally->money[seat] += money[seat];
    }
}

static int usage(const char *program, const char *complaint) {
    fprintf(stderr, "%s\nusage: %s GAMES PLAYERS LINEUP\n", complaint, program);
    return 2;
}

static long whole_number(const char *text) { /* 0 if it is none from 1 up */
    char *end;
    errno = 0;
    const long number = strtol(text, &end, 10);
    return errno || *end || number < 1 ? 0 : number;
}

static double cpu_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec + 1e-9 * time.tv_nsec;
}

static void print_means(const char *name, const long *sums, int players, double divisor) {
    printf(", \"%s\": [", name);
    for (int seat = 0; seat < players; seat++) printf("%s%.5f", seat ? ", " : "", sums[seat] / divisor);
    printf("]");
}

/* Plays the games that the command line asks for, and prints one JSON object: the processor time they
 * took, and win rates and mean money by seat, by which the play can be compared with the engine's. */
static int run_command(int argc, char **argv, const char *program,
                       void (*play_games)(const Match *, long games, Tally *)) {
    static const int coins[MOST_PLAYERS + 1] = {[3] = 28, [4] = 21, [5] = 16, [6] = 14};
    if (argc != 4) return usage(program, "three arguments are needed");
    const long games = whole_number(argv[1]), players = whole_number(argv[2]);
    const char *lineup = argv[3];
    if (!games) return usage(program, "GAMES is a whole number from 1 up");
    if (players < 3 || players > MOST_PLAYERS) return usage(program, "PLAYERS is 3, 4, 5 or 6");
    if ((long)strlen(lineup) != players) return usage(program, "LINEUP has one letter for each player");
    if ((long)strspn(lineup, "cs") != players) {
        return usage(program, "the letters of LINEUP are c (coinflip) and s (spread)");
    }
    const Match match = {players, DECK - DECK % players, coins[players], lineup};
    Tally tally = {{0}, {0}};
    const double start = cpu_seconds();
    play_games(&match, games, &tally);
    const double seconds = cpu_seconds() - start;

    printf("{\"games\": %ld, \"players\": %ld, \"seconds\": %.4f, \"us_per_game\": %.4f", games, players,
           seconds, 1e6 * seconds / games);
    print_means("win_rate", tally.shares, players, (double)SHARES * games);
    print_means("money_mean", tally.money, players, games);
    puts("}");
    return 0;
}
