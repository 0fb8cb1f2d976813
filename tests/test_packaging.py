"""What is installed, how fast the command answers, and what the repository must not mention."""

from __future__ import annotations

import importlib.metadata
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]

# Written in pieces, so that this file does not contain what it looks for.
FORBIDDEN = {
    "a download host": r"py"
    r"pi\.(org|python\.org)|pythonho"
    r"sted\.org|cond"
    r"a\.anaconda\.org",
    "a package source": r"--?(index|extra-index)" r"-url|find" r"-links|trusted" r"-host",
    "a home folder": r"(?<![\w.])/(ho" r"me|Use" r"rs)/\w|(?<![\w.])/ro" r"ot/|[A-Z]:\\+Use" r"rs",
    "a folder beside the repository": r"\.\./sha" r"red",
}


@cache
def project() -> dict[str, Any]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        return tomllib.load(file)["project"]


@cache
def texts() -> dict[str, str]:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git clone")
    listing = subprocess.run(
        [
            *("git", "-c", f"safe.directory={ROOT}", "ls-files", "-z"),
            *("--cached", "--others", "--exclude-standard"),
        ],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.decode()
    contents = {
        name: (ROOT / name).read_bytes()
        for name in listing.split("\0")
        if name and (ROOT / name).is_file()
    }
    return {
        name: content.decode(errors="replace")
        for name, content in contents.items()
        if b"\0" not in content
    }


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_names(what: str) -> None:
    pattern = re.compile(FORBIDDEN[what])
    found = [
        f"{name}: {match.group()}"
        for name, text in texts().items()
        for match in pattern.finditer(text)
    ]
    assert texts()
    assert not found


@pytest.mark.skipif(len(ROOT.parts) < 3, reason="the clone's path is too short to search for")
def test_no_file_names_the_folder_of_this_clone() -> None:
    here = re.compile(re.escape(str(ROOT)) + r"\b")
    assert not [name for name, text in texts().items() if here.search(text)]


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("a download host", "https://" + "py" + "pi.org/simple"),
        ("a package source", "pip install --index" + "-url=x"),
        ("a home folder", "open('/ho" + "me/ann/x')"),
        ("a folder beside the repository", "see ../sha" + "red/rules.md"),
    ],
)
def test_the_patterns_find_what_they_should(what: str, text: str) -> None:
    assert re.search(FORBIDDEN[what], text)


def built_wheel(folder: Path, ships: str = "") -> Path:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=ROOT,
        env=os.environ | {"FORSALE_SIM_SHIPS": ships},
        capture_output=True,
        check=True,
    )
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> list[PurePosixPath]:
    with zipfile.ZipFile(built_wheel(tmp_path_factory.mktemp("wheel"))) as archive:
        return [PurePosixPath(name) for name in archive.namelist()]


PACKAGES = [
    *("sim/strategy_lab", "sim/forsale_sim", "sim/monopoly_sim"),
    *("strategies/forsale_strategies", "strategies/monopoly_strategies"),
]


def test_the_wheel_installs_the_packages_and_nothing_else(wheel: list[PurePosixPath]) -> None:
    info = f"forsale_sim-{project()['version']}.dist-info"
    assert {file.parts[0] for file in wheel} == {*(Path(root).name for root in PACKAGES), info}


def test_the_wheel_has_every_module_and_data_file(wheel: list[PurePosixPath]) -> None:
    for package in (ROOT / root for root in PACKAGES):
        expected = {
            PurePosixPath(path.relative_to(package.parent).as_posix())
            for path in package.rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }
        assert {
            PurePosixPath(package.name, name) for name in ("__init__.py", "py.typed")
        } <= expected
        assert expected <= set(wheel)
    assert PurePosixPath("forsale_sim/rules/editions/iello-en.toml") in wheel


def linked(file: str, place: str) -> None:
    try:
        os.link(file, place)
    except OSError:
        shutil.copy2(file, place)


SHIPPED = {
    "forsale_sim": ("spread,coinflip,spread,", "miser", "forsale_strategies/miser.py"),
    "monopoly_sim": ("buyer,builder,buyer,", "random", "monopoly_strategies/random_player.py"),
}
"""By game: who plays what is shipped; a copy of the last, from its file, is a user's own."""


def run_of(game: str, *lineup: str) -> list[str]:
    options = ["--games", "100", "--seed", "1", "--players", "4", "--no-rotate", "--lineup"]
    return [game, "run", *options, "".join(lineup)]


@pytest.mark.slow
@pytest.mark.skipif(sysconfig.get_platform() != "linux-x86_64", reason="code is not shipped here")
def test_a_wheel_with_compiled_code_plays_at_once(tmp_path: Path) -> None:
    (tmp_path / "wheel").mkdir()
    runs = [run_of(game, *lineup) for game, (*lineup, _) in SHIPPED.items()]
    built = built_wheel(tmp_path / "wheel", "\n".join(map(shlex.join, runs)))
    assert built.name.endswith("-none-manylinux_2_28_x86_64.whl")
    venv.create(tmp_path / "venv", symlinks=True)
    (packages,) = (tmp_path / "venv").glob("lib/python*/site-packages")
    requirements, own = sysconfig.get_path("purelib"), shutil.ignore_patterns("*forsale_sim*")
    shutil.copytree(requirements, packages, ignore=own, copy_function=linked, dirs_exist_ok=True)
    with zipfile.ZipFile(built) as archive:
        archive.extractall(packages)

    def play(run: list[str], cache: str) -> tuple[list[str], bool, set[str]]:
        said = subprocess.run(
            [tmp_path / "venv/bin/python", "-X", "importtime", "-I", "-m", *run],
            env=os.environ | {"FORSALE_SIM_CACHE": str(tmp_path / cache)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        digest = re.findall(r"^digest .*", said.stdout, re.MULTILINE)
        assert digest
        kept = {re.split("[_.]", file.name)[0] for file in (tmp_path / cache).rglob("*.object")}
        return digest, "numba" in re.findall(r"\| +([a-z_]\w*)", said.stderr), kept

    shipped = [play(run, "one") for run in runs]
    assert [found[1:] for found in shipped] == 2 * [(False, set())]
    for game, (others, copied, file) in SHIPPED.items():
        own = (packages / file).read_text().replace(f'"{copied}"', '"own"')
        (tmp_path / "own.py").write_text(own)
        assert play(run_of(game, others, "own.py"), game)[1:] == (True, {"decision"})
    shutil.rmtree(packages / "strategy_lab/compiled/shipped")
    for run, (digest, _, _) in zip(runs, shipped, strict=True):
        assert play(run, "two")[:2] == (digest, True)


def test_strategies_and_commands_are_installed_as_those_of_any_other_package() -> None:
    (entry,) = importlib.metadata.entry_points(group="forsale_sim.strategies", name="builtin")
    assert entry.load().__name__ == "forsale_strategies"
    for command in ("forsale-sim", "monopoly-sim"):
        (entry,) = importlib.metadata.entry_points(group="console_scripts", name=command)
        assert callable(entry.load())


def test_every_requirement_is_pinned() -> None:
    def normal(name: str) -> str:
        return re.sub(r"[-_.]+", "-", name).lower()

    pins = {
        normal(line.partition("==")[0])
        for line in (ROOT / "constraints.txt").read_text().splitlines()
        if not line.startswith("#")
    }
    requirements = sum(project()["optional-dependencies"].values(), project()["dependencies"])
    named = {normal(re.match(r"[\w.-]+", line).group()) for line in requirements}
    assert named - {project()["name"]} <= pins


def test_the_supported_pythons_are_named_alike_everywhere() -> None:
    found = re.match(r">=3\.(\d+),<3\.(\d+)$", project()["requires-python"]).groups()
    minors = range(*map(int, found))
    accepted = f"(3, {minors.start}) <= sys.version_info < (3, {minors.stop})"
    assert accepted in (ROOT / ".ci/venv").read_text()
    pins = (ROOT / ".ci/pins").read_text()
    assert f"oldest=3.{minors.start}\n" in pins
    assert f'supported="{" ".join(f"3.{minor}" for minor in minors)}"\n' in pins
    named = re.findall(r"Python :: 3\.(\d+)", " ".join(project()["classifiers"]))
    assert [int(minor) for minor in named] == list(minors)
