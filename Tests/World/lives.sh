#!/usr/bin/env bash
# Runs many simulated lives of the scheduler, and of the daemon with its store: the long form of SwarmTests and WorldTests.
# Usage: lives.sh LIVES WORLDS [SEED]   the number of each, from that seed on (default 1). Exit status 1 when a life fails:
# its seed is named, and the output of the tests is kept in .build/lives.
set -euo pipefail
cd "$(dirname "$0")/../.."
export lives=$1 worlds=$2 work log="$PWD/.build/lives"
first=${3:-1}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf "$log"
mkdir -p "$log"

Tests/World/package.sh "$work" SchedulerCoreTests SimulatedWorldTests
echo "Building the simulation for release"
(cd "$work" && swift build -c release -Xswiftc -enable-testing --build-tests) > "$log/build.log" 2>&1 || {
  tail -20 "$log/build.log" >&2
  exit 1
}

# Runs a part of the lives, in a process of its own: KIND FIRST NUMBER
part() {
  case $1 in
    lives) test="SwarmTests/invariants" variables="BGTASKD_SIMULATION_SEED=$2 BGTASKD_SIMULATION_ROUNDS=$3" ;;
    worlds) test="WorldTests" variables="BGTASKD_WORLD_SEED=$2 BGTASKD_WORLD_LIVES=$3" ;;
  esac
  cd "$work"
  local status=0 begun=$SECONDS
  # The tests' own program: of two `swift test` in one package the second waits for the first.
  # shellcheck disable=SC2086 # Two variables.
  env $variables .build/release/worldPackageTests.xctest --testing-library swift-testing --filter "$test" \
    > "$log/$1-$2.log" 2>&1 || status=1
  if [ $status = 0 ] && ! grep -q 'Test run with [1-9].* passed' "$log/$1-$2.log"; then status=1; fi
  printf '%s %s to %s: %s, %s s\n' "$1" "$2" $(($2 + $3 - 1)) \
    "$([ $status = 0 ] && echo "no failure" || echo "FAILED, see $log/$1-$2.log")" $((SECONDS - begun))
  return $status
}
export -f part

# Prints the parts of a number of lives: KIND NUMBER LENGTH
parts() {
  local seed=$first end=$((first + $2))
  while [ "$seed" -lt "$end" ]; do
    echo "$1 $seed $((end - seed < $3 ? end - seed : $3))"
    seed=$((seed + $3))
  done
}
{ parts worlds "$worlds" 500; parts lives "$lives" 2500; } \
  | xargs -P "$(nproc)" -L 1 bash -c 'set -euo pipefail; part "$@"' part
