"""The finding on 58 Pa. Code ch. 685a, from the rules to the table: a marimo notebook that runs as a program too."""

import marimo

app = marimo.App()


@app.cell
def _():
    import os
    from pathlib import Path

    import marimo as mo
    import polars as pl

    import shoeproof

    out = Path(os.environ.get("SHOEPROOF_OUT", "down-under"))
    return mo, out, pl, shoeproof


@app.cell
def _(mo):
    mo.md(
        """
        # Down Under Blackjack: the published house edge

        The rulemaking publishes 0.43 to 0.49%. Clauses of the text can be read in several ways. Here every combination of readings
        is valued exactly, with six decks.
        """
    )


@app.cell
def _(shoeproof):
    analysis = shoeproof.game("pa-685a-down-under", decks=6)
    analysis.chart()
    return (analysis,)


@app.cell
def _(analysis):
    # The default readings: 0.0269 percent.
    solved = analysis.solve(variance="without")
    print(f"house edge under the default readings {float(solved.house_edge):.6%}")
    return


@app.cell
def _(out, shoeproof):
    plan = shoeproof.Plan("""
    format = 1
    ask = "solve"
    analyses = ["pa-685a-down-under"]
    units-per-file = 64
    set.decks = 6
    grid.readings = "all"
    """)
    done = shoeproof.sweep(plan, out, progress=True)
    folder = shoeproof.to_parquet(out)
    return done, folder


@app.cell
def _(done, folder, pl):
    rows = pl.scan_parquet(folder / "**/*.parquet")
    inside = rows.filter(pl.col("house_edge_decimal").is_between(0.0043, 0.0049)).collect()
    print(f"{done.units} combinations, {inside.height} inside the published interval")
    assert (done.units, inside.height) == (1536, 8)
    inside
    return (inside,)


@app.cell
def _(inside):
    # The readings that all of them share, and those in which they differ.
    readings = [name for name in inside.columns if name.startswith("readings.")]
    for name in readings:
        print(f"{name:32} {', '.join(sorted(set(inside[name])))}")
    return


if __name__ == "__main__":
    app.run()
