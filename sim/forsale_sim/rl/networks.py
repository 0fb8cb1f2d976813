"""Trained networks as strategies: they rate actions by what is observed, and play in both engines.

A network is made of layers that were trained anywhere: a linear model has one, a small network a
few. Both engines add in the same order, in 32 bits, so they play the same games, to the digest.
"""

from __future__ import annotations

import io
import math
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray
from strategy_lab.errors import UsageError
from strategy_lab.files.whole_files import atomic_write, read_regular, write_errors
from strategy_lab.plugins.strategies import Parameter, Strategy

from forsale_sim.cards import members
from forsale_sim.for_sale import GAME
from forsale_sim.rl import MissingExtraError
from forsale_sim.rl.observation import (
    BID,
    PASS,
    SIZE,
    SIZE_WITH_HISTORY,
    move_of,
    observe_all,
    observe_now,
)
from forsale_sim.view import View

Layer: TypeAlias = NDArray[np.float32]
"""(inputs + 1, outputs): weights, and the biases in the last row."""

Activation = Literal["relu", "tanh"]
ACTIVATIONS: tuple[Activation, ...] = ("relu", "tanh")

MOST_WEIGHTS = 250_000
"""Of a layer: numba keeps more outside of machine code, which could not be used again then."""

TEMPERATURE = Parameter(
    0.0,
    low=0.0,
    high=1000.0,
    meaning="0 plays the action rated highest; else one is drawn, as exp(rating / temperature)",
)


class Network:
    """Layers that rate every action by an observation.

    Parameters
    ----------
    layers
        From the first to the last, as scikit-learn has them: weights (inputs, outputs) and biases
        (outputs,). The first takes an observation, of `SIZE` numbers or, with its history, of
        `SIZE_WITH_HISTORY`. The last rates actions, from 0 up: 61 or more.
    activation
        What lies between two layers.
    scale
        (inputs,) what observations were divided by in training, such as `observation.HIGH`; None
        if by nothing.

    Raises
    ------
    UsageError
        If layers do not fit each other or the game, one has more than `MOST_WEIGHTS` weights, or a
        weight is no finite number of 32 bits.
    """

    def __init__(
        self,
        layers: Sequence[tuple[ArrayLike, ArrayLike]],
        activation: Activation = "relu",
        scale: ArrayLike | None = None,
    ) -> None:
        if activation not in ACTIVATIONS:
            raise UsageError(f"activation is 'relu' or 'tanh', not {activation!r}")
        self.activation = activation
        arrays = [(np.asarray(weights), np.asarray(biases)) for weights, biases in layers]
        if not arrays:
            raise UsageError("a network has at least one layer of weights and biases")
        if scale is not None:
            weights, biases = arrays[0]
            arrays[0] = weights / np.reshape(scale, (-1, 1)), biases
        taken = len(arrays[0][0])
        if taken not in (SIZE, SIZE_WITH_HISTORY):
            raise UsageError(
                f"the first layer takes {taken} numbers, and an observation has {SIZE}, or "
                f"{SIZE_WITH_HISTORY} with its history"
            )
        joined = []
        for number, (weights, biases) in enumerate(arrays, 1):
            joined.append(_layer(number, taken, weights, biases))
            taken = len(biases)
        if taken <= BID:
            raise UsageError(f"the last layer rates {taken} actions, and there are more than {BID}")
        self.layers = tuple(joined)

    def strategy(self, name: str, description: str = "Plays by a trained network.") -> Strategy:
        """Return the strategy that plays the legal action that the network rates highest.

        Of those rated alike it plays the first. An action that has no rating is not played. Its
        parameter ``temperature`` makes it draw an action instead.

        Parameters
        ----------
        name
            Lower-case words joined by hyphens.
        description
            The idea and its origin, for ``forsale-sim strategies show``.
        """
        decide = _decision(self.layers, self.activation == "tanh")
        return Strategy(
            game=GAME,
            name=name,
            decisions={"bid": decide, "sell": decide},
            parameters={"temperature": TEMPERATURE},
            description=description,
        )

    def save(self, file: str | Path) -> None:
        """Write the network to a file in NumPy's format, ``.npz``; never in part."""
        path = Path(file)
        arrays = {f"layer_{number}": layer for number, layer in enumerate(self.layers, 1)}
        with write_errors(path), atomic_write(path) as unfinished, unfinished.open("wb") as opened:
            np.savez(opened, allow_pickle=False, activation=self.activation, **arrays)

    @classmethod
    def load(cls, file: str | Path) -> Network:
        """Return the network of a file: of `save`, or an ONNX file.

        An ONNX file is read with the library onnx, of the extra ``[onnx]``. It may hold a chain of
        Gemm, MatMul, Add, Relu and Tanh, and a Div or a Mul of the observation.

        Raises
        ------
        UsageError
            If it cannot be read, or holds something else.
        """
        path = Path(file)
        try:
            content = read_regular(path)
        except OSError as error:
            raise UsageError(f"{path} cannot be read: {error.strerror or error}") from error
        if path.suffix == ".onnx":
            read, activation, scale = read_chain(path, content)
            return cls(read, cast("Activation", activation), scale)
        try:
            with np.load(io.BytesIO(content), allow_pickle=False) as held:
                activation = str(held["activation"])
                layers = [held[f"layer_{number}"] for number in range(1, len(held.files))]
        except Exception as error:  # of many kinds: whatever zipfile and NumPy make of damage
            raise UsageError(
                f"{path} is damaged, or not a file of Network.save: {error}"
            ) from error
        return cls([(each[:-1], each[-1]) for each in layers], cast("Activation", activation))


def _layer(number: int, inputs: int, weights: NDArray[np.floating], biases: ArrayLike) -> Layer:
    shape = np.shape(biases)
    if weights.ndim != 2 or len(weights) != inputs or shape != weights.shape[1:]:
        raise UsageError(
            f"layer {number} takes weights ({inputs}, n) and biases (n,), not {weights.shape} "
            f"and {shape}"
        )
    if weights.size > MOST_WEIGHTS:
        raise UsageError(
            f"layer {number} has {weights.size:,} weights, and compiled strategies take up to "
            f"{MOST_WEIGHTS:,}: make it smaller"
        )
    with np.errstate(over="ignore"):
        layer = np.vstack([weights, np.reshape(biases, (1, -1))]).astype(np.float32, order="C")
    if not np.isfinite(layer).all():
        raise UsageError(f"layer {number} has a weight that is no finite number of 32 bits")
    return layer


def _decision(layers: tuple[Layer, ...], curved: bool) -> Callable[..., int]:
    # What a decision asks a view for is known by the names in it, so each kind has its own.
    if len(layers[0]) == SIZE + 1:

        def decide(view: View, temperature: float) -> int:
            return chosen_move(view, rate(observe_now(view), layers, curved), temperature)

        return decide

    def decide_by_history(view: View, temperature: float) -> int:
        return chosen_move(view, rate(observe_all(view), layers, curved), temperature)

    return decide_by_history


def rate(seen: NDArray[np.float32], layers: tuple[Layer, ...], curved: bool) -> NDArray[np.float32]:
    """Return the rating of each action by an observation: (actions,).

    Compiled code adds up the same products in the same order, those of zeros left out.
    """
    values = seen
    for i, layer in enumerate(layers):
        total = layer[-1].copy()
        for j in np.flatnonzero(values):
            total += values[j] * layer[j]
        if i < len(layers) - 1:
            curve = np.array([math.tanh(value) for value in total.tolist()], np.float32)
            total = curve if curved else np.maximum(total, np.float32(0))
        values = total
    return values


def chosen_move(view: View, ratings: NDArray[np.float32], temperature: float) -> int:
    """Return the legal move that is rated highest, the first of several; or one that is drawn."""
    actions = legal_actions(view, len(ratings))
    best = actions[0]
    for action in actions:
        if ratings[action] > ratings[best]:
            best = action
    if temperature > 0:
        powers = [
            math.exp((float(ratings[action]) - float(ratings[best])) / temperature)
            for action in actions
        ]
        total = 0.0
        for power in powers:
            total += power
        rest = view.random() * total
        for i in range(len(actions)):
            best = actions[i]
            rest -= powers[i]
            if rest < 0:
                break
    return move_of(best)


def legal_actions(view: View, rated: int) -> list[int]:
    actions = [PASS]
    if view.cheques_on_offer:
        actions.clear()
        for house in members(view.hand):
            actions.append(house)
    else:
        for bid in range(view.least_bid, min(view.coins, rated - 1 - BID) + 1):
            actions.append(BID + bid)
    return actions


Array = NDArray[np.floating]
Layers = list[tuple[Array, Array]]

ACTIVATION = {"Relu": "relu", "Tanh": "tanh"}
NOTHING = {"Identity", "Flatten", "Cast", "Reshape"}  # what changes no number of an observation


def read_chain(path: Path, content: bytes) -> tuple[Layers, str, Array | None]:
    try:
        import onnx
    except ModuleNotFoundError as error:
        raise MissingExtraError(
            f"ONNX files are read with onnx, which is not installed: {sys.executable} -m pip "
            "install onnx"
        ) from error
    try:
        graph = onnx.load_model_from_string(content).graph
        arrays = {each.name: onnx.numpy_helper.to_array(each) for each in graph.initializer}
    except Exception as error:  # of protobuf's own kinds, and others
        raise UsageError(f"{path} is damaged, or no ONNX file: {error}") from error
    chain = _Chain(path)
    inputs = [each.name for each in graph.input if each.name not in arrays]
    value = inputs[0] if len(inputs) == 1 else ""
    for node in graph.node:
        if node.op_type == "Constant":
            for each in node.attribute:
                if each.name == "value":
                    arrays[node.output[0]] = onnx.numpy_helper.to_array(each.t)
            continue
        others = [name for name in node.input if name != value]
        if len(others) == len(node.input) or not arrays.keys() >= {*others}:
            raise chain.refusal(f"{node.op_type} {node.name!r} takes what is no single chain")
        chain.add(node, [arrays[name] for name in others], node.input[0] == value)
        value = node.output[0]
    if [each.name for each in graph.output] != [value]:
        raise chain.refusal("its end is not its only output")
    layers, between = chain.layers, chain.between
    if len(between) != max(len(layers) - 1, 0) or len(set(between)) > 1:
        raise chain.refusal("it has not the same activation between every two layers alone")
    return layers, between[0] if between else "relu", chain.scale


class _Chain:
    def __init__(self, path: Path) -> None:
        self._path = path
        self.layers: Layers = []
        self.between: list[str] = []
        self.scale: Array | None = None
        self._is_open = False  # whether a bias, but no activation, may follow

    def add(self, node: Any, arrays: list[Array], is_first: bool) -> None:
        kind, what = node.op_type, f"{node.op_type} {node.name!r}"
        if kind in ACTIVATION and self.layers:
            self.between.append(ACTIVATION[kind])
            self._is_open = False
        elif kind in {"Gemm", "MatMul"} and is_first:
            usual = {"transA": 0, "alpha": 1, "beta": 1}
            options = usual | {each.name: each.i or each.f for each in node.attribute}
            if any(options[key] != value for key, value in usual.items()):
                raise self.refusal(f"{what} transposes or scales its input")
            weights = arrays[0].T if options.get("transB") else arrays[0]
            biases = arrays[1] if len(arrays) > 1 else np.zeros(weights.shape[-1:])
            self.layers.append((weights, biases.ravel()))
            self._is_open = len(arrays) == 1
        elif kind == "Add" and self._is_open:
            weights, biases = self.layers[-1]
            self.layers[-1] = weights, biases + arrays[0].ravel()
        elif kind in {"Div", "Mul"} and is_first and not self.layers and self.scale is None:
            self.scale = arrays[0].ravel() if kind == "Div" else 1 / arrays[0].ravel()
        elif kind not in NOTHING:
            raise self.refusal(f"it cannot hold {what} there")

    def refusal(self, reason: str) -> UsageError:
        return UsageError(
            f"{self._path} is not a chain of Gemm, MatMul, Add, Relu and Tanh: {reason}; export "
            "the layers alone, or give their weights to Network"
        )
