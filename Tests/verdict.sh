#!/usr/bin/env bash
# Says at the end of a test run what has failed, and what it has left out, and why: what needs root, or something that
# is not on this machine. The suites say it in the middle of everything else, where nobody reads it.
#
# usage: verdict.sh LOG
set -euo pipefail

# A suite says `Suite "…" skipped: "why"`, and the same of each of its tests, which need not be told one by one. A test that
# found out by itself says `skipped: file: why`.
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

# Each fault with the lines that explain it, last: that is where one looks.
grep -A 3 -e ' recorded an issue ' -e 'unexpected signal' "$1" \
  | grep -v -e '^--$' -e '^◇' -e ' passed after ' -e ' failed after ' -e '^skipped: ' | sed '1s/^/Failed:\n/' || true
