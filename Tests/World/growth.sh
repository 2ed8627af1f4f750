#!/usr/bin/env bash
# The whole table of growth, the long form of GrowthTests: what happens to so many tasks of each kind of wish, built for
# release. Usage: growth.sh SIZES...   the fewest tasks first. It prints what each occasion takes of the processor in
# milliseconds, all of it and the longest event, and how many times as much that is as with the number before; `!` stands
# behind what is too much. Exit status 1 when something is.
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: growth.sh SIZES...   at least two" >&2; exit 2; }
cd "$(dirname "$0")/../.."
log="$PWD/.build/growth.log"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p .build

Tests/World/package.sh "$work" SchedulerCoreTests
# What the table does not need takes most of the time to build.
find "$work/Tests/SchedulerCoreTests" -mindepth 1 -maxdepth 1 ! -name Growth ! -name Support -exec rm -r {} +
echo "Building the scheduler for release"
(cd "$work" && swift build -c release -Xswiftc -enable-testing --build-tests) > "$log" 2>&1 || {
  tail -20 "$log" >&2
  exit 1
}

cd "$work"
status=0
# One wish at a time: two would share the processor's caches.
BGTASKD_GROWTH="$*" .build/release/worldPackageTests.xctest --testing-library swift-testing --no-parallel \
  --filter GrowthTests > "$log" 2>&1 || status=1
# The tests' own lines begin with a sign.
grep -v '^[^ -~]' "$log" || true
if [ $status = 0 ] && grep -q '^  submitted' "$log" && grep -q 'Test run with [1-9].* passed' "$log"; then
  echo "Nothing costs more than in proportion, and no event lasts 50 ms."
else
  echo "Something costs too much: see ! above, and $log" >&2
  exit 1
fi
