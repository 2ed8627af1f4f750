#!/usr/bin/env bash
# Runs the whole suite from a debug build. Most tests wait for processes, so parts of it run side by side, each with one test at a
# time; then come the quiet tests, which need a machine that does nothing else. QUIET_TESTS is their regular expression.
set -uo pipefail
cd "$(dirname "$0")/.."
logs=.build/suite
. Tests/parts.sh
# Programs in the background of a script ignore Ctrl-C.
trap 'trap "" TERM; kill 0; exit 130' INT TERM
rm -rf "$logs"; mkdir -p "$logs"

# Of the tests that need quiet: what measures how long users wait, or what a kill costs, stands alone.
growth='GrowthTests'
alone='AccountTests|DaemonKillTests|PromptTests|ReadmeTests'
# `make test` has just built the release daemon, which does what takes long in an eighth of the time.
export BGTASKD_SHIPPED=1
begun=$SECONDS
echo "The suite runs in ${#parts[@]} parts for some minutes, then come the tests that need quiet. What each says: $logs"
status=0
queue "$QUIET_TESTS" &
# In the background, because a trap waits for what is in front.
wait $! || status=1
if [ $status = 0 ]; then
  # The table of growth counts processor time, and handlers need no more than a processor of their own.
  told growth --filter "$growth" & beside=$!
  told handlers --filter "$QUIET_TESTS" --skip "$growth|$alone" || status=1
  wait "$beside" || status=1
  BGTASKD_ACCOUNTS=1 told alone --filter "$alone" || status=1
  xctest_part || { echo "XCTest's tests failed: $logs/xctest.log"; status=1; }
fi

cat "$logs"/*.log >"$logs/all"
Tests/verdict.sh "$logs/all" "$logs"/*.xml
echo "$((SECONDS - begun)) s of tests."
exit $status
