"""What compiled strategies may call of `forsale_sim.rl`; importing it registers that with numba."""

from __future__ import annotations

import math

import numpy as np
from numba.extending import overload, register_jitable

from forsale_sim.engine.view import ViewType
from forsale_sim.rl import actions, compiled_observation, networks, observation
from forsale_sim.rl.actions import BID, PASS, number_of_actions
from forsale_sim.rl.compiled_observation import write_history, write_mask, write_observation
from forsale_sim.rl.observation import SIZE, SIZE_WITH_HISTORY

for _function in (
    write_observation, write_history, write_mask, compiled_observation.seat_after,
    compiled_observation.flag, number_of_actions, networks.chosen_move, networks.legal_actions,
):  # fmt: skip
    register_jitable(_function)


@overload(observation.observe_now)
def _observe_now(view):
    def observe_now(view):
        row = np.zeros(SIZE, np.float32)
        write_observation(view, row)
        return row

    return observe_now if isinstance(view, ViewType) else None


@overload(observation.observe_all)
def _observe_all(view):
    def observe_all(view):
        row = np.zeros(SIZE_WITH_HISTORY, np.float32)
        write_observation(view, row)
        write_history(view, row)
        return row

    return observe_all if isinstance(view, ViewType) else None


@overload(observation.observe)
def _observe(view, history=False):
    def observe(view, history=False):
        return observation.observe_all(view) if history else observation.observe_now(view)

    return observe if isinstance(view, ViewType) else None


@overload(actions.action_mask)
def _action_mask(view):
    def action_mask(view):
        most = 0
        for seat in view.seats:
            most = max(most, view.starting_coins_of(seat))
        mask = np.zeros(number_of_actions(most), np.int8)
        write_mask(view, mask)
        return mask

    return action_mask if isinstance(view, ViewType) else None


@overload(actions.move_of)
def _move_of(action):
    return lambda action: action if action <= BID else action - BID


@overload(actions.action_of)
def _action_of(view, move):
    return lambda view, move: move if move == PASS or view.cheques_on_offer != 0 else BID + move


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
