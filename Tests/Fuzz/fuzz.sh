#!/bin/sh
# Runs every target of Sources/Fuzzing under libFuzzer with the address sanitizer, FUZZ_SECONDS each, seeded with
# Tests/Fuzz/Corpus. Findings stay in .build/fuzz/crashes; a file from there belongs into the corpus once the fault is fixed.
#
#   fuzz.sh [TARGET…]      all without any; environment: FUZZ_SECONDS (600), SWIFT (swift)
set -eu
cd "$(dirname "$0")/../.."
swift=${SWIFT:-swift}
seconds=${FUZZ_SECONDS:-600}
place=.build/fuzz

compiler=$(readlink -f "$(command -v "$swift")")
fuzzer=$(find "$(dirname "$(dirname "$compiler")")/lib/" -name "libclang_rt.fuzzer_no_main-$(uname -m).a" | head -n 1)
[ -n "$fuzzer" ] || { echo "fuzz.sh: this Swift has no libFuzzer (libclang_rt.fuzzer_no_main)" >&2; exit 1; }

mkdir -p "$place/crashes"
# The program looks LLVMFuzzerRunDriver up by name, so the symbol has to be linked in and exported.
build="$swift build -c release --product bgtaskfuzz --scratch-path $place --sanitize=address"
$build -Xswiftc -sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp \
  -Xlinker -u -Xlinker LLVMFuzzerRunDriver -Xlinker "$fuzzer" -Xlinker -lstdc++ \
  -Xlinker --export-dynamic-symbol=LLVMFuzzerRunDriver > "$place/build.log" 2>&1 \
  || { tail -n 40 "$place/build.log" >&2; exit 1; }
program="$($build --show-bin-path)/bgtaskfuzz"
[ $# -gt 0 ] || set -- $("$program" --list)

# No leak check: Swift's metadata is never freed. No symbols: the ordinary build explains a crash,
# `bgtaskfuzz TARGET --replay DIRECTORY`.
export ASAN_OPTIONS=detect_leaks=0:symbolize=0 SWIFT_BACKTRACE=enable=no
[ ! -d /dev/shm ] || [ ! -w /dev/shm ] || export TMPDIR=/dev/shm
failed=""
for target in "$@"; do
  corpus="$place/corpus/$target"
  log="$place/$target.log"
  mkdir -p "$corpus"
  status=0
  timeout $((seconds + 120)) "$program" "$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 \
    -print_final_stats=1 -artifact_prefix="$place/crashes/$target-" "$corpus" "Tests/Fuzz/Corpus/$target" \
    > "$log" 2>&1 < /dev/null || status=$?
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  reach=$(grep -o 'cov: [0-9]* ft: [0-9]* corp: [0-9]*' "$log" | tail -n 1)
  echo "$target: ${runs:-?} executions, ${reach:-?}, $seconds s, status $status"
  [ "$status" = 0 ] || failed="$failed $target"
done
[ -z "$failed" ] || {
  echo "Found something:$failed" >&2
  for target in $failed; do
    grep -hE 'broken:|Fatal error|ERROR: |Test unit written' "$place/$target.log" | head -n 4 >&2
  done
  exit 1
}
