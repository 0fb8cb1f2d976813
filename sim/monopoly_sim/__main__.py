"""``python -m monopoly_sim``, and ``monopoly-sim``, which is the same."""

from strategy_lab.cli.start import started

main = started("monopoly_sim.program:PROGRAM")

if __name__ == "__main__":
    main()
