#!/usr/bin/env bash
# Puts the worst faults that this project has had back, one at a time, and lets the simulated world find each fault.
# Usage: run.sh [LIVES]   the most lives for each fault (default 2000). Exit status 1 when a fault is not found.
# The script works in a directory of its own, on copies of the modules that the world needs. Most faults are found within some
# lives, for which a debug build will do; the others take a release build.
set -euo pipefail
cd "$(dirname "$0")/../.."
lives=${1:-2000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

Tests/World/package.sh "$work" SimulatedWorldTests

# Builds, lives as many lives, and prints in which one the world finds the fault, or "not found": LIVES FLAGS...
try_lives() {
  local lives=$1
  shift
  (
    cd "$work"
    swift build "$@" --build-tests > build.log 2>&1 || { tail -20 build.log >&2; exit 1; }
    BGTASKD_WORLD_LIVES=$lives swift test "$@" --skip-build > test.log 2>&1 && {
      echo "not found"
      exit 0
    }
    # A trap of the program is a finding as well, in the last life that began.
    sed -n 's/.*seed \([0-9]*\): \(.*\)/\1 lives: \2/p' test.log | head -1 | cut -c1-120 | grep . || echo "trapped"
  )
}

missed=0
for patch in Tests/Mutations/*.patch; do
  name=$(basename "$patch" .patch)
  patch --quiet --no-backup-if-mismatch --directory "$work" --strip 1 < "$patch"
  start=$(date +%s)
  found=$(try_lives 60 -debug-info-format none)
  if [ "$found" = "not found" ]; then found=$(try_lives "$lives" -c release -Xswiftc -enable-testing); fi
  printf '%-62s %4d s with its build; %s\n' "$name" "$(($(date +%s) - start))" "$found"
  if [ "$found" = "not found" ]; then missed=1; fi
  patch --quiet --no-backup-if-mismatch --directory "$work" --strip 1 --reverse < "$patch"
done
exit $missed
