#!/usr/bin/env bash
# Puts the worst faults that an agent or its database could have in, one at a time, and lets the simulated fleets find each.
# Usage: fleet.sh [LIVES]   the most lives for each fault (default 2000). Exit status 1 when a fault is not found.
# The script works in a directory of its own, on copies of the rooms and the tests.
set -euo pipefail
cd "$(dirname "$0")/../.."
lives=${1:-2000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/Sources" "$work/Tests"
cp -r Sources/{SchedulerCore,FleetCore} "$work/Sources"
cp -r Tests/FleetCoreTests "$work/Tests"
cat > "$work/Package.swift" <<'PACKAGE'
// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"), .unsafeFlags(["-O"]),
]
let package = Package(
  name: "fleet",
  targets: [
    .target(name: "SchedulerCore", swiftSettings: settings),
    .target(name: "FleetCore", dependencies: ["SchedulerCore"], swiftSettings: settings),
    .testTarget(name: "FleetCoreTests", dependencies: ["FleetCore", "SchedulerCore"], swiftSettings: settings),
  ])
PACKAGE

missed=0
for patch in Tests/Mutations/Fleet/*.patch; do
  name=$(basename "$patch" .patch)
  patch --quiet --no-backup-if-mismatch --directory "$work" --strip 1 < "$patch"
  start=$(date +%s)
  (cd "$work" && swift build --build-tests > build.log 2>&1) || { tail -20 "$work/build.log" >&2; exit 1; }
  found="not found"
  if ! (cd "$work" && BGTASKD_FLEET_LIVES=$lives swift test --skip-build --filter FleetLivesTests/lives > test.log 2>&1); then
    # A trap of the program is a finding as well.
    found=$(sed -n 's/.*seed \([0-9]*\): \(.*\)/\1 lives: \2/p' "$work/test.log" | head -1 | cut -c1-120)
    found=${found:-trapped}
  fi
  printf '%-62s %4d s with its build; %s\n' "$name" "$(($(date +%s) - start))" "$found"
  if [ "$found" = "not found" ]; then missed=1; fi
  patch --quiet --no-backup-if-mismatch --directory "$work" --strip 1 --reverse < "$patch"
done
exit $missed
