#!/usr/bin/env bash
# Says at the end of a test run what it has left out, and why: what needs root, or something that is not on this machine.
# The suites say it in the middle of everything else, where nobody reads it.
#
# usage: left-out.sh LOG
set -euo pipefail

# Of a suite: "Suite "…" skipped: "only root can …"". Of a test that found out by itself: "skipped: only root can …".
left_out=$(sed -n -E 's/^.*(Suite|Test) (.*) skipped: "(.*)"$/\2: \3/p; s/^.*(Suite|Test) (.*) skipped\.?$/\2/p; s/^skipped: //p' "$1" | sort | uniq -c)
if [ -z "$left_out" ]; then
  echo "All tests were run."
else
  echo "Left out:"
  printf '%s\n' "$left_out" | sed -E 's/^ *1 /  /; s/^ *([0-9]+) (.*)$/  \2 (\1 times)/'
  [ "$(id -u)" = 0 ] || echo "What needs root is run by: sudo make test"
fi
