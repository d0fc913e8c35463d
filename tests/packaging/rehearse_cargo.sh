#!/usr/bin/env bash
# Publishes all crates to a local registry, in the batches of the first release, and builds them from there: as the dependencies of an
# empty project, and by `cargo install`.
#
#     rehearse_cargo.sh BATCH...     # a batch is the names of its crates, in one argument
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
tools=$root/target/rehearsal
[ -x "$tools/bin/cargo-http-registry" ] || cargo install --quiet --locked --root "$tools" cargo-http-registry@0.1.8
work=$(mktemp -d)
git config --file "$work/gitconfig" safe.directory '*'
export GIT_CONFIG_GLOBAL=$work/gitconfig
"$tools/bin/cargo-http-registry" --addr 127.0.0.1:0 "$work/registry" > "$work/registry.log" 2>&1 &
trap 'kill %1; rm -rf "$work"' EXIT
until index=$(git -C "$work/registry" show HEAD:config.json 2> "$work/waiting" | grep -om1 'http://127.0.0.1:[0-9]*' | sort -u | grep .); do sleep 0.2; done
# Its index is plain files, which only the program `git` reads.
export CARGO_NET_GIT_FETCH_WITH_CLI=true CARGO_REGISTRIES_REHEARSAL_INDEX=$index/git CARGO_REGISTRIES_REHEARSAL_TOKEN=none CARGO_TARGET_DIR=$root/target/rehearsal/target

# The crates name each other as crates of the usual registry; here they are of this one.
mkdir "$work/tree" && (cd "$root" && git ls-files -z | xargs -0 cp --parents -P -t "$work/tree")
cd "$work/tree"
sed -i -E '/^conspectus.* = \{ path = /s/ \}$/, registry = "rehearsal" }/' Cargo.toml
for batch in "$@"; do
  # shellcheck disable=SC2086 # A word a crate.
  scripts/publish_crates.sh --quiet --allow-dirty --no-verify --registry rehearsal $batch
  echo "published: $batch"
done
# A release that stopped halfway is started again.
scripts/publish_crates.sh --registry rehearsal $1

cargo new --quiet "$work/app" && cd "$work/app"
cargo add --quiet --registry rehearsal conspectus conspectus-tokens conspectus-page
cargo add --quiet serde_json
cat > src/main.rs <<'RS'
use conspectus::{Config, History};

fn main() {
    let messages = serde_json::json!([{ "role": "user", "content": "hello" }]);
    let config = Config::builder().context_window(200_000).build().expect("valid");
    assert!(History::of(config, &messages).expect("readable").tokens() > 0);
}
RS
cargo run --quiet
cargo install --quiet --debug --registry rehearsal --root "$work/installed" conspectus-cli
"$work/installed/bin/conspectus" inspect --json "$root/examples/sessions/coding.anthropic.json" > /dev/null
echo "used: the crate in an empty project, $("$work/installed/bin/conspectus" --version) by cargo install"
