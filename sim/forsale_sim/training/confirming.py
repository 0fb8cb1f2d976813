"""Plays experiments to their end: the finalists of a design are tuned for once they are known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from forsale_sim.display.progress import play_with_progress

if TYPE_CHECKING:
    from forsale_sim.simulation.driver import Watcher
    from forsale_sim.simulation.sessions import Session
    from forsale_sim.simulation.spec import Spec


def play_to_the_end(
    session: Session,
    threads: int | None,
    scheduler: str | None = None,
    watchers: Sequence[Watcher] = (),
) -> None:
    """Play what is left of an experiment, with those who confirm a design when it needs them."""
    play_with_progress(session, threads, scheduler, watchers)
    spec = _with_confirming_play(session, threads)
    if spec is not None:
        session.continue_as(spec)
        play_with_progress(session, threads, scheduler, watchers)


def _with_confirming_play(session: Session, threads: int | None) -> Spec | None:
    """Return a design with play tuned fully for its finalists, if its race is over without it."""
    if session.spec.command != "design" or session.outcome.complete:
        return None
    from forsale_sim.experiments.design.experiment import DesignSpec
    from forsale_sim.experiments.design.search import Design
    from forsale_sim.training.retuning import confirming_play

    spec, design = session.spec, session.outcome.experiment
    assert isinstance(spec, DesignSpec)
    assert isinstance(design, Design)
    finalists = design.finalists(session.outcome)
    if spec.confirms or finalists is None:
        return None
    (base,) = (chosen.ruleset for chosen in spec.rulesets)
    rulesets = [base, *(ruleset for ruleset in finalists if ruleset.name != base.name)]
    try:
        return spec.confirmed_by(confirming_play(rulesets, spec.players, spec.seed, threads))
    except KeyboardInterrupt:
        return None
