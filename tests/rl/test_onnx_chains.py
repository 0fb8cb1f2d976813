"""ONNX files as the usual libraries export them are read, and others refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("onnx")

from forsale_sim.rl.networks import Network
from forsale_sim.rl.observation import HIGH, SIZE
from onnx import TensorProto, helper, numpy_helper
from strategy_lab.errors import UsageError

from tests.rl.test_networks import ACTIONS, layers

((W, B), (V, C)) = LAYERS = layers(SIZE, 6, ACTIONS)
ARRAYS = {"w": W, "b": B, "v": V, "c": C, "wt": W.T, "vt": V.T, "high": HIGH, "inverse": 1 / HIGH}


def write(file: Path, *nodes: tuple[str, list[str], dict[str, Any]]) -> Path:
    """Write a chain: each node takes the last one's value for ``*``, or what it names."""
    made, value = [], "observation"
    for number, (kind, inputs, options) in enumerate(nodes):
        names = [value if name == "*" else name for name in inputs]
        value = f"value_{number}"
        made.append(helper.make_node(kind, names, [value], name=f"node_{number}", **options))
    numbers = TensorProto.FLOAT
    graph = helper.make_graph(
        made,
        "net",
        [helper.make_tensor_value_info("observation", numbers, [None, SIZE])],
        [helper.make_tensor_value_info(value, numbers, [None, ACTIONS])],
        [numpy_helper.from_array(np.float32(array), name) for name, array in ARRAYS.items()],
    )
    file.write_bytes(helper.make_model(graph).SerializeToString())
    return file


TORCH = (("Gemm", ["*", "wt", "b"], {"transB": 1}), ("Relu", ["*"], {}))
KERAS = (("MatMul", ["*", "w"], {}), ("Add", ["*", "b"], {}), ("Tanh", ["*"], {}))
LAST = ("Gemm", ["*", "vt", "c"], {"transB": 1})


@pytest.mark.parametrize(
    ("nodes", "expected"),
    [
        ((*TORCH, LAST), Network(LAYERS)),
        ((("Flatten", ["*"], {}), *TORCH, LAST), Network(LAYERS)),
        ((*KERAS, ("MatMul", ["*", "v"], {}), ("Add", ["c", "*"], {})), Network(LAYERS, "tanh")),
        ((("Div", ["*", "high"], {}), *TORCH, LAST), Network(LAYERS, scale=HIGH)),
        ((("Mul", ["*", "inverse"], {}), *TORCH, LAST), Network(LAYERS, scale=HIGH)),
    ],
    ids=["torch", "flattened", "keras", "divided", "multiplied"],
)
def test_chains_are_read(tmp_path: Path, nodes: Any, expected: Network) -> None:
    network = Network.load(write(tmp_path / "net.onnx", *nodes))
    assert network.activation == expected.activation
    for one, other in zip(network.layers, expected.layers, strict=True):
        assert np.allclose(one, other, rtol=1e-6)


@pytest.mark.parametrize(
    ("nodes", "told"),
    [
        ((TORCH[0], ("Sigmoid", ["*"], {}), LAST), "it cannot hold Sigmoid 'node_1' there"),
        ((*TORCH, ("Relu", ["*"], {}), LAST), "the same activation between every two layers"),
        ((*TORCH, LAST, ("Relu", ["*"], {})), "the same activation between every two layers"),
        ((TORCH[0], LAST), "the same activation between every two layers"),
        ((*TORCH, ("Add", ["*", "value_0"], {}), LAST), "Add 'node_2' takes what is no single"),
        ((*TORCH, ("Gemm", ["*", "v", "c"], {"alpha": 0.5})), "transposes or scales"),
        ((*TORCH, ("Add", ["*", "b"], {}), LAST), "it cannot hold Add 'node_2' there"),
        ((*TORCH, ("Div", ["*", "b"], {}), LAST), "it cannot hold Div 'node_2' there"),
    ],
)
def test_other_graphs_are_refused(tmp_path: Path, nodes: Any, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        Network.load(write(tmp_path / "net.onnx", *nodes))


def test_what_is_no_onnx_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "net.onnx").write_text("no network")
    with pytest.raises(UsageError, match=r"damaged, or no ONNX file"):
        Network.load(tmp_path / "net.onnx")


WITHOUT = """
import sys
sys.modules["onnx"] = None
from forsale_sim.rl.networks import Network
try:
    Network.load(sys.argv[1])
except ImportError as error:
    print(error)
"""


def test_what_is_missing_is_named_with_the_command_that_installs_it(tmp_path: Path) -> None:
    file = write(tmp_path / "net.onnx", *TORCH, LAST)
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, str(file)], capture_output=True, text=True, check=True
    )
    assert f"{sys.executable} -m pip install onnx" in done.stdout
