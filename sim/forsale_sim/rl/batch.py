"""Many games at once in compiled code, each played on to the next decision of those who learn.

The rules are the kernel's (`forsale_sim.engine.kernel`), which plays a game in one go. Here a game
rests where a learner's seat has a choice; a record of `forsale_sim.rl.vector_v0.TURN` says where.
"""

from __future__ import annotations

import math

import numpy as np
from numba.extending import overload, register_jitable
from strategy_lab.compiled.caching import compiled, inlined
from strategy_lab.compiled.random import ONE, U64, begin_decision

from forsale_sim.cards import count, has
from forsale_sim.engine import game
from forsale_sim.engine.kernel import ask_seat, begin_auction, deal_cards, next_cards, view_of
from forsale_sim.engine.state import BID, SELL
from forsale_sim.rl import networks, observation

# What compiled strategies may call of `forsale_sim.rl`; importing this registers it with numba.

for _function in (
    observation.write_observation, observation.write_history, observation.write_mask,
    observation.seat_after, observation.flag, observation.observe_now, observation.observe_all,
    observation.observe, observation.action_mask, observation.move_of, observation.action_of,
    observation.number_of_actions, networks.chosen_move, networks.legal_actions,
):  # fmt: skip
    register_jitable(_function)


@overload(networks.rate)
def _rate(seen, layers, curved):
    def rate(seen, layers, curved):
        values = seen
        for i in range(len(layers)):
            layer = layers[i]
            inputs, outputs = len(values), layer.shape[1]
            total = layer[inputs].copy()
            for j in range(inputs):
                value = values[j]
                if value != 0:
                    for k in range(outputs):
                        total[k] += value * layer[j, k]
            if i < len(layers) - 1:
                for k in range(outputs):
                    if curved:
                        total[k] = np.float32(math.tanh(np.float64(total[k])))
                    else:
                        total[k] = max(total[k], np.float32(0))
            values = total
        return values

    return rate


@inlined
def begin(state, table, turn):
    deal_cards(state, table)
    game.begin_game(state)
    turn.dealt = begin_auction(state, table, 0)
    turn.turn = state.opener
    turn.to_act = 0


@inlined
def bid_or_pass(state, turn, seat, move):
    following = game.next_seat(state.seats_in, seat)
    least = game.least_bid(state, state.highest_bid, state.bid[seat])
    if move != 0 and (move < least or move > state.coins[seat]):
        return False
    game.bid_or_pass(state, seat, move)
    turn.turn = int(following)
    return True


@inlined
def choose(state, turn, seat, house):
    if house < 1 or not has(state.hand[seat], house):
        return False
    turn.to_choose &= turn.to_choose - 1
    turn.chosen |= 1 << (house - 1)
    return True


@inlined
def play_auction(state, table, turn):
    while state.seats_in & (state.seats_in - 1) != 0:
        seat, move = U64(turn.turn), 0
        least = game.least_bid(state, state.highest_bid, state.bid[seat])
        if state.coins[seat] >= least:
            state.least_bid = least
            if has(turn.learners, turn.turn):
                turn.to_act = turn.turn
                return True
            move = ask_seat(state, table, seat, BID)
        if not bid_or_pass(state, turn, seat, move):
            return False
    game.close_auction(state)
    if turn.dealt < table.cards - state.removed:
        turn.dealt = begin_auction(state, table, turn.dealt)
        turn.turn = state.opener
    else:
        game.begin_selling(state)
        turn.dealt = 0
    return True


@inlined
def play_sale(state, table, turn):
    if state.cheques_on_offer == 0:
        turn.sellers = turn.to_choose = game.holders(state)
        turn.chosen = 0
        number = count(turn.sellers)
        game.reveal_cheques(state, next_cards(table.cheques, turn.dealt, number))
        turn.dealt += number
    while turn.to_choose != 0:
        seat = game.first(turn.to_choose)
        house = game.first(state.hand[seat])
        if count(state.hand[seat]) > 1 and count(turn.sellers) > 1:
            if has(turn.learners, int(seat)):
                turn.to_act = int(seat)
                return True
            move = ask_seat(state, table, seat, SELL)
            if not choose(state, turn, seat, move):
                return False
        else:
            choose(state, turn, seat, int(house))
    game.settle_sale(state, turn.chosen)
    return True


@inlined
def play_on(state, table, turn):
    turn.to_act = 0
    cards = table.cards - state.removed
    while turn.to_act == 0:
        if state.seats_in != 0:
            if not play_auction(state, table, turn):
                return False
        elif turn.dealt == cards and state.cheques_on_offer == 0:
            return True
        elif not play_sale(state, table, turn):
            return False
    return True


@inlined
def act(state, turn, action):
    seat = U64(turn.to_act)
    if state.seats_in == 0:
        return choose(state, turn, seat, action)
    if action != observation.PASS and action <= observation.BID:
        return False
    return bid_or_pass(
        state, turn, seat, 0 if action == observation.PASS else action - observation.BID
    )


@inlined
def is_legal(state, turn, action):
    seat = U64(turn.to_act)
    if state.seats_in == 0:
        return 0 < action <= observation.BID and has(state.hand[seat], action)
    return (
        action == observation.PASS
        or state.least_bid <= action - observation.BID <= state.coins[seat]
    )


@compiled
def first_illegal(states, turns, actions):
    """Return the first game (int64) whose learner may not take its action (int64); -1 for none."""
    for i in range(len(states)):
        if not is_legal(states[i], turns[i], actions[i]):
            return i
    return -1


@compiled
def step_games(
    states, tables, turns, actions, rows, stride, by_money, seen, masks, rewards, over, opponents
):
    """Take an action in every game, and play on to the next decision of a learner.

    A game that ends is rewarded, and the next one begun in its place, `stride` deals later. The
    caller has seen to it that every action is legal; without actions, games begin. What is seen,
    the masks, the rewards (by game and player: 0 for games that go on) and which games are over are
    filled in place. `opponents`, (2, 2, players): the addresses of the functions that bid and sell,
    and of their arguments, of those who sit after the learner in turn. Returns -1, or the game in
    which an opponent made an illegal move or raised an exception.
    """
    begins = len(actions) == 0
    history = seen.shape[1] > observation.SIZE
    for i in range(len(states)):
        state, table, turn = states[i], tables[i], turns[i]
        players = state.players
        for position in range(players):
            rewards[i, position] = 0
        over[i] = False
        if begins:
            seat_opponents(state, table, turn, opponents)
            begin(state, table, turn)
        else:
            begin_decision(state, U64(turn.to_act))
            act(state, turn, actions[i])
        if not play_on(state, table, turn):
            return i
        while turn.to_act == 0:
            if not begins:
                over[i] = True
                reward(state, rows[0], by_money, rewards[i])
            state.deal += U64(stride)
            seat_opponents(state, table, turn, opponents)
            begin(state, table, turn)
            if not play_on(state, table, turn):
                return i
        view = view_of(state, U64(turn.to_act))
        row, mask = seen[i], masks[i]
        row[:] = 0
        mask[:] = 0
        observation.write_observation(view, row)
        if history:
            observation.write_history(view, row)
        observation.write_mask(view, mask)
    return -1


@inlined
def seat_opponents(state, table, turn, opponents):
    players = U64(state.players)
    if turn.learners & (turn.learners - 1) != 0:
        return
    learner = (state.deal - ONE) % players
    turn.learners = 1 << int(learner)
    for position in range(opponents.shape[2]):
        seat = (learner + ONE + U64(position)) % players + ONE
        for phase in range(2):
            table.functions[phase, seat] = opponents[0, phase, position]
            table.arguments[phase, seat] = opponents[1, phase, position]


@inlined
def reward(state, row, by_money, rewards):
    """Write the rewards of a finished game by seat; they add up to 0."""
    players = state.players
    game.score(state, row)
    total = 0
    for position in range(players):
        total += game.money(state, U64(position) + ONE)
    for position in range(players):
        if by_money:
            rewards[position] = game.money(state, U64(position) + ONE) - total / players
        else:
            rewards[position] = row.win[position] / game.parts_of_win(players) - 1 / players
