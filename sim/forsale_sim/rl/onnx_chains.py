"""Reads an ONNX file that is a chain of layers, and refuses any other."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from strategy_lab.errors import UsageError

from forsale_sim.rl import MissingExtraError

Array = NDArray[np.floating]
Layers = list[tuple[Array, Array]]

ACTIVATION = {"Relu": "relu", "Tanh": "tanh"}
NOTHING = {"Identity", "Flatten", "Cast", "Reshape"}
"""What changes no number of an observation."""


def read_chain(path: Path, content: bytes) -> tuple[Layers, str, Array | None]:
    """Return the layers, the activation and the scale of a file's content, for `Network`."""
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
    return _Chain(path, arrays).read(graph)


class _Chain:
    """The layers of a graph, as its nodes come."""

    def __init__(self, path: Path, arrays: dict[str, Array]) -> None:
        self._path, self._arrays = path, arrays
        self._layers: Layers = []
        self._between: list[str] = []
        self._scale: Array | None = None
        self._is_open = False  # whether a bias, but no activation, may follow

    def read(self, graph: Any) -> tuple[Layers, str, Array | None]:
        inputs = [each.name for each in graph.input if each.name not in self._arrays]
        value = inputs[0] if len(inputs) == 1 else ""
        for node in graph.node:
            if node.op_type == "Constant":
                self._constant(node)
                continue
            others = [name for name in node.input if name != value]
            if len(others) == len(node.input) or not all(name in self._arrays for name in others):
                raise self._refusal(f"{node.op_type} {node.name!r} takes what is no single chain")
            self._node(node, [self._arrays[name] for name in others], node.input[0] == value)
            value = node.output[0]
        if [each.name for each in graph.output] != [value]:
            raise self._refusal("its end is not its only output")
        if len(self._between) != max(len(self._layers) - 1, 0) or len(set(self._between)) > 1:
            raise self._refusal("it has not the same activation between every two layers alone")
        return self._layers, self._between[0] if self._between else "relu", self._scale

    def _constant(self, node: Any) -> None:
        from onnx import numpy_helper

        for attribute in node.attribute:
            if attribute.name == "value":
                self._arrays[node.output[0]] = numpy_helper.to_array(attribute.t)

    def _node(self, node: Any, arrays: list[Array], is_first: bool) -> None:
        kind = node.op_type
        if kind in ACTIVATION and self._layers:
            self._between.append(ACTIVATION[kind])
            self._is_open = False
        elif kind in {"Gemm", "MatMul"} and is_first:
            transposed, *_ = self._options(node)
            weights = arrays[0].T if transposed else arrays[0]
            biases = arrays[1] if len(arrays) > 1 else np.zeros(weights.shape[-1:])
            self._layers.append((weights, biases.ravel()))
            self._is_open = len(arrays) == 1
        elif kind == "Add" and self._is_open:
            weights, biases = self._layers[-1]
            self._layers[-1] = weights, biases + arrays[0].ravel()
        elif kind in {"Div", "Mul"} and is_first and not self._layers and self._scale is None:
            self._scale = arrays[0].ravel() if kind == "Div" else 1 / arrays[0].ravel()
        elif kind not in NOTHING:
            raise self._refusal(f"it cannot hold {kind} {node.name!r} there")

    def _options(self, node: Any) -> Iterator[bool]:
        options = {each.name: each.i or each.f for each in node.attribute}
        if options.get("transA", 0) or options.get("alpha", 1) != 1 or options.get("beta", 1) != 1:
            raise self._refusal(f"{node.op_type} {node.name!r} transposes or scales its input")
        yield bool(options.get("transB", 0))

    def _refusal(self, reason: str) -> UsageError:
        return UsageError(
            f"{self._path} is not a chain of Gemm, MatMul, Add, Relu and Tanh: {reason}; export "
            "the layers alone, or give their weights to Network"
        )
