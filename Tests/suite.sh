#!/usr/bin/env bash
# Runs the whole suite from a debug build. Most tests wait for processes, so six parts run side by side, each with one test at a
# time; then come the quiet tests, which need a machine that does nothing else. QUIET_TESTS is their regular expression.
set -uo pipefail
cd "$(dirname "$0")/.."
logs=.build/suite
. Tests/parts.sh
# Programs in the background of a script ignore Ctrl-C.
trap 'trap "" TERM; kill 0; exit 130' INT TERM
rm -rf "$logs"; mkdir -p "$logs"

# told NAME ARGUMENTS...   runs a part and says how it ended.
told() {
  local status=0
  part "$@" || status=$?
  echo "$1: $(grep -a ' Test run with ' "$logs/$1.log" || echo "ended without a verdict, with status $status: $logs/$1.log")"
  return $status
}

# Tests that boot systems wait for one another, and so do those that set this machine's clock or need it left alone. The sources
# of conditions and the daemon's longest tests stand with them, so that the parts end at about the same time.
machine='^PackageTests\.|^DaemonTests\.(Real.*Tests|Booted.*Tests|CrashTests)/'
clock='^(LinuxSystem|SystemConditions)Tests\.|^DaemonTests\.(IdleTests|RecheckTests|WaitingMemoryTests)/'
core='^(SchedulerCoreTests|SimulatedWorldTests|ConditionSyntaxTests|ControlTests|ReplayTests|FuzzingTests)\.'
daemon='^DaemonTests\.'
fleet='^Fleet(Core|Database)?Tests\.'
# Of the tests that need quiet: what measures how long users wait, or what a kill costs, stands alone.
growth='GrowthTests'
alone='AccountTests|DaemonKillTests|PromptTests|ReadmeTests'
# `make test` has just built the release daemon, which does what takes long in an eighth of the time.
export BGTASKD_SHIPPED=1
begun=$SECONDS
echo "The suite runs in six parts for some minutes, then come the tests that need quiet. What each says: $logs"
parts=()
told machine --filter "$machine" --skip "$QUIET_TESTS" & parts+=($!)
told clock --filter "$clock" --skip "$QUIET_TESTS" & parts+=($!)
told daemon --filter "$daemon" --skip "$QUIET_TESTS|$machine|$clock" & parts+=($!)
told core --filter "$core" --skip "$QUIET_TESTS" & parts+=($!)
told fleet --filter "$fleet" --skip "$QUIET_TESTS" & parts+=($!)
told rooms --skip "$QUIET_TESTS|$machine|$clock|$daemon|$core|$fleet" & parts+=($!)
status=0
for one in "${parts[@]}"; do wait "$one" || status=1; done
if [ $status = 0 ]; then
  # The table of growth counts processor time, and handlers need no more than a processor of their own.
  told growth --filter "$growth" & parts=($!)
  told handlers --filter "$QUIET_TESTS" --skip "$growth|$alone" || status=1
  wait "${parts[0]}" || status=1
  BGTASKD_ACCOUNTS=1 told alone --filter "$alone" || status=1
  xctest_part || { echo "XCTest's tests failed: $logs/xctest.log"; status=1; }
fi

cat "$logs"/*.log >"$logs/all"
Tests/verdict.sh "$logs/all" "$logs"/*.xml
echo "$((SECONDS - begun)) s of tests."
exit $status
