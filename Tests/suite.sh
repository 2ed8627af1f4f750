#!/usr/bin/env bash
# Runs the whole suite from a debug build. Most tests wait for processes, so four parts run side by side, each with one test at a
# time; then come the quiet tests, which need a machine that does nothing else. QUIET_TESTS is their regular expression.
set -uo pipefail
cd "$(dirname "$0")/.."
program=.build/debug/bgtaskdPackageTests.xctest
logs=.build/suite
# Programs in the background of a script ignore Ctrl-C.
trap 'trap "" TERM; kill 0; exit 130' INT TERM
rm -rf "$logs"; mkdir -p "$logs"

# part NAME ARGUMENTS...   the tests that the arguments choose; the exit status is theirs.
part() {
  local name=$1 status=0; shift
  "$program" --testing-library swift-testing --no-parallel --xunit-output "$logs/$name.xml" "$@" >"$logs/$name.log" 2>&1 || status=$?
  echo "$name: $(grep -a ' Test run with ' "$logs/$name.log" || echo "ended without a verdict, with status $status: $logs/$name.log")"
  return $status
}

# Tests that set this machine's clock, need its clock left alone, or boot systems, wait for one another.
machine='^(PackageTests|LinuxSystemTests)\.|^DaemonTests\.(IdleTests|RecheckTests|Real.*Tests|Booted.*Tests)/'
core='^(SchedulerCoreTests|SimulatedWorldTests|ConditionSyntaxTests)\.'
daemon='^DaemonTests\.'
begun=$SECONDS
echo "The suite runs in four parts for some minutes, then come the tests that need quiet. What each says: $logs"
parts=()
part machine --filter "$machine" --skip "$QUIET_TESTS" & parts+=($!)
part daemon --filter "$daemon" --skip "$QUIET_TESTS|$machine" & parts+=($!)
part core --filter "$core" --skip "$QUIET_TESTS" & parts+=($!)
part rooms --skip "$QUIET_TESTS|$machine|$daemon|$core" & parts+=($!)
status=0
for one in "${parts[@]}"; do wait "$one" || status=1; done
[ $status != 0 ] || BGTASKD_ACCOUNTS=1 part quiet --filter "$QUIET_TESTS" || status=1

cat "$logs"/*.log >"$logs/all"
Tests/verdict.sh "$logs/all" "$logs"/*.xml
echo "$((SECONDS - begun)) s of tests."
exit $status
