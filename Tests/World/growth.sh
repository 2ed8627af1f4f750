#!/usr/bin/env bash
# The whole table of growth, the long form of GrowthTests: the cost of these numbers of tasks of each kind of request, built
# for release. Usage: growth.sh SIZES...   the fewest tasks first. It prints the processor time of each occasion in
# milliseconds, in all and of the longest event, and the ratio to the number of tasks before; `!` stands behind a time that
# is too long. Exit status 1 when there is one.
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: growth.sh SIZES...   at least two" >&2; exit 2; }
cd "$(dirname "$0")/../.."
log="$PWD/.build/growth.log"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p .build

Tests/World/package.sh "$work" SchedulerCoreTests
# The tests that the table does not need take most of the build time.
find "$work/Tests/SchedulerCoreTests" -mindepth 1 -maxdepth 1 ! -name Growth ! -name Support -exec rm -r {} +
echo "Building the scheduler for release"
(cd "$work" && swift build -c release -Xswiftc -enable-testing --build-tests) > "$log" 2>&1 || {
  tail -20 "$log" >&2
  exit 1
}

cd "$work"
status=0
# One kind of request at a time: two would share the processor's caches.
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
