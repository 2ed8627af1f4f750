#!/bin/sh
# Runs the suite with the address sanitizer and with the thread sanitizer, then names the sanitizers with failures.
#
#   sanitize.sh [address|thread] [FILTER]      both without the first, all without the second
set -eu
cd "$(dirname "$0")/../.."
swift=${SWIFT:-swift}

# Tests that cannot run with a sanitizer, and why:
# - PackageTests: they test the release build and the Debian package, which have no sanitizer.
# - CallShapes…Tests, RepositoryTests: they test what compiles and the text of files.
# - idle, memory, speed: they would measure the sanitizer's shadow memory and slowness.
skipped='^(PackageTests|CallShapes|RepositoryTests)|(?i)idle.*(memory|megabytes|wake)|speed|(Memory|Idle|Recheck|ManyApplications)Tests'
# Tests that run by themselves, as in `make test`.
quiet=${QUIET_TESTS:?make sanitize says which tests are run by themselves}

# The sanitizer's options are linked into every program, which reports on its own standard error.
mkdir -p .build
options=$PWD/.build/sanitizer-options.o
"$(dirname "$(readlink -f "$(command -v "$swift")")")/clang" -std=c23 -c -o "$options" Tests/Sanitize/options.c
failed=""
for sanitizer in ${1:-address thread}; do
  scratch=.build/sanitize-$sanitizer
  "$swift" build --build-tests --sanitize="$sanitizer" --scratch-path "$scratch" -Xlinker "$options"
  run="$swift test --skip-build --sanitize=$sanitizer --scratch-path $scratch"
  if [ -n "${2:-}" ]; then
    $run --skip "$skipped" --filter "$2" < /dev/null || failed="$failed $sanitizer"
  else
    $run --skip "$skipped|$quiet" < /dev/null || failed="$failed $sanitizer"
    $run --skip "$skipped" --no-parallel --filter "$quiet" < /dev/null || failed="$failed $sanitizer-quiet"
  fi
done
[ -z "$failed" ] || { echo "Failed with the sanitizer:$failed" >&2; exit 1; }
