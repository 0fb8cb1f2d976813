"""``python -m forsale_sim``, and ``forsale-sim``, which is the same."""

from strategy_lab.cli.start import started

main = started("forsale_sim.program:FOR_SALE")

if __name__ == "__main__":
    main()
