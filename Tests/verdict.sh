#!/usr/bin/env bash
# Prints at the end of a test run where the time went, which tests failed, and which were skipped and why: they need root, or
# something that this machine does not have. The suites print it in the middle of everything else, where nobody reads it.
#
# usage: verdict.sh LOG [TIMES...]   the times are what `swift test --xunit-output` has written.
set -euo pipefail

# The suites and the tests that took longest, in seconds. Tests run side by side, so the sum is longer than the run.
longest() {
  awk -F'"' -v "of=$1" '/<testcase / {
      name = of == "suites" ? $2 : $2 "." $4
      seconds[name] += $6
    } END { for (name in seconds) printf "%8.1f  %s\n", seconds[name], name }' "${@:2}" | sort -rn | head -10
}
if [ $# -gt 1 ] && [ -f "$2" ]; then
  printf 'The suites that took longest, in seconds:\n%s\n' "$(longest suites "${@:2}")"
  printf 'The tests that took longest, in seconds:\n%s\n' "$(longest tests "${@:2}")"
fi

# A suite prints `Suite "…" skipped: "why"`, and the same for each of its tests, which need not be listed one by one. A test
# that skips itself prints `skipped: file: why`.
left_out=$(awk '
  match($0, / skipped: ".*"$/) {
    why = substr($0, RSTART + 11, RLENGTH - 12)
    name = substr($0, 1, RSTART - 1)
    if (sub(/^.*Suite /, "", name)) { suites[name] = why; told[why] = 1 }
    else if (sub(/^.*Test /, "", name)) tests[name] = why
  }
  sub(/^skipped: /, "") { print }
  END {
    for (name in suites) print name ": " suites[name]
    for (name in tests) if (!(tests[name] in told)) print name ": " tests[name]
  }' "$1" | sort -u)
if [ -z "$left_out" ]; then
  echo "All tests were run."
else
  printf 'Left out:\n%s\n' "$left_out" | sed '2,$s/^/  /'
  [ "$(id -u)" = 0 ] || echo "What needs root is run by: sudo make test"
fi

# Each failure with the lines that explain it comes last: people look there first.
grep -A 3 -e ' recorded an issue ' -e 'unexpected signal' "$1" \
  | grep -v -e '^--$' -e '^◇' -e ' passed after ' -e ' failed after ' -e '^skipped: ' | sed '1s/^/Failed:\n/' || true
