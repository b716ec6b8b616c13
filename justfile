# Recipes. What CI runs is in `.ci/run`, one function a check; `just ci` runs what CI does, `just lint` and so on one of them.

default: ci

# The checks of CI, in its order.
ci:
    .ci/run

# Formatting.
format:
    .ci/run format

# Lints, warnings denied.
lint:
    .ci/run lint

# The API documentation, warnings denied.
docs:
    .ci/run docs

# README's second command.
test:
    .ci/run test

# The tests that take longer than a few seconds, which `cargo test` leaves out.
slow:
    .ci/run slow

# README's first command, compared with the committed report, which must verify.
report:
    .ci/run report

# Every committed report verified by sample, and the fast ones made again and compared.
committed:
    .ci/run committed

# The page of `explore` in a real browser.
browser:
    .ci/run browser

# The Python package: its wheel in an empty environment, its examples, tests, types and notebook.
wheel:
    .ci/run wheel

# The committed report as a workbook, calculated again by LibreOffice.
workbook:
    .ci/run workbook

# Every committed report as a PDF, read again; typst is built for it, which takes long.
pdf:
    .ci/run pdf

# A sweep on a cluster of this machine, whose worker and scheduler are killed.
cluster:
    .ci/run cluster

# Makes the committed reports that are missing or not this program's, and the page that leads to them; some take minutes.
reports:
    scripts/reports

# Makes every file of the committed reports again from their certificates, after a change of a page or a chart; minutes.
render-reports:
    scripts/render-reports

# The house edge of every analysis by class, reading and combination of readings, for the docs; minutes.
edges:
    (echo "# House edges"; echo; echo "Every analysis with one reading switched at a time, then with all combinations of its readings taken together, which are valued under CDZ-. A combination is named by what it changes of the analysis. RTP is 100% less the house edge. \`just edges\` makes this page."; echo; cargo run --release --locked -- compare analyses/pa-685a-down-under/*.toml analyses/pa-633a-blackjack/*.toml analyses/pa-633a-blackjack-switch/*.toml analyses/pa-665a-double-attack/*.toml analyses/ma-double-attack/*.toml analyses/spanish-21/*.toml analyses/free-bet/*.toml analyses/double-exposure/*.toml --combinations --markdown) > docs/house-edges.md

# Every side wager of every analysis that has one, for the docs.
side-wagers:
    (echo "# Figures of the side wagers"; for analysis in analyses/pa-633a-blackjack/*.toml analyses/pa-633a-blackjack-switch/[68]*.toml analyses/pa-665a-double-attack/*.toml analyses/ma-double-attack/*.toml analyses/pa-685a-down-under/[68]*.toml; do cargo run --release --locked --quiet -- wagers "$analysis" --markdown; done) > docs/side-wager-figures.md

# The sweeps, tables, drawings and page of docs/studies.md; an hour, and it goes on where it stopped. Needs the wheel, polars, numpy and matplotlib.
studies:
    python python/studies

# The JSON Schemas of docs/schema, after a change of a type that is printed or read, or of a game.
schemas:
    cargo run --locked -p shoeproof-schema

# Benches of every layer, and published figures of other programs beside ours.
bench:
    cargo bench -p shoeproof-benches --features timing
    cargo run --release -p shoeproof-benches

# Instructions of the kernels, counted under valgrind, which must be installed.
instructions:
    cargo install gungraun-runner --version 0.20.0 --locked --root target/tools
    PATH="$PWD/target/tools/bin:$PATH" cargo bench -p shoeproof-benches --features counting --bench kernels

# Fuzzes a parser (a file of fuzz/fuzz_targets) for some seconds, from the committed files on. Needs cargo-fuzz and a C++ compiler, and
# no nightly toolchain. Only `claims` and `resume` need the library, and with it the solver, which takes minutes to build.
fuzz target seconds="300":
    mkdir -p fuzz/corpus/{{target}}
    RUSTC_BOOTSTRAP=1 cargo fuzz run --sanitizer none {{ if target =~ "^(claims|resume)$" { "" } else { "--no-default-features" } }} {{target}} fuzz/corpus/{{target}} {{ if target == "analysis" { "analyses" } else if target == "game" { "games" } else if target == "claims" { "examples/claims" } else { "fuzz/seeds/" + target } }} -- -max_total_time={{seconds}} -timeout=20

# Whether a revision and the working tree print the same, answer by answer, over all analyses; some minutes and two release builds.
same-bytes base:
    scripts/same-bytes {{base}}
