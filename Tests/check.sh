#!/usr/bin/env bash
# The fast loop: lints the Swift files of a change, builds, and runs the tests of the changed rooms and of the rooms that import
# them. Usage: check.sh [REVISION]   the change is what differs from the revision; without one, what is not committed yet.
# LEFT_OUT is a regular expression of the tests that take too long for it. LEFT_OUT_OF_ROOMS has words ROOM=TESTS: tests that take
# too long unless ROOM, an expression of files of Sources and Tests, has changed.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}

changed=$(git diff --name-only "${1:-HEAD}"; git ls-files --others --exclude-standard)
[ -n "$changed" ] || { echo "Nothing has changed. To check commits: make check SINCE=REVISION"; exit 0; }

mapfile -t sources < <(grep '\.swift$' <<< "$changed" | while read -r file; do [ ! -f "$file" ] || echo "$file"; done)
[ ${#sources[@]} = 0 ] || "$swift" format lint --strict --parallel "${sources[@]}"

make --no-print-directory tests-built

# A target of tests is run when it is changed, or when it or the room that it tests imports a changed room. A room without tests
# is in programs, and those suites test it that name such a program, or stand beside a file that does. Pages and units are held
# by the tests of the package, and what belongs to no room by those of the repository.
targets=$("$swift" package dump-package | CHANGED="$changed" python3 -c '
import json, os, pathlib, sys
targets = json.load(sys.stdin)["targets"]
folders = {t["name"]: t.get("path") or ("Tests/" if t["type"] == "test" else "Sources/") + t["name"] for t in targets}
imports = {t["name"]: {value[0] for kind in t["dependencies"] for value in kind.values()} for t in targets}
other = lambda file: "Package" if file.startswith(("config/", "systemd/")) else "Repository"
changed = {next((name for name, folder in folders.items() if file.startswith(folder + "/")), other(file))
           for file in os.environ["CHANGED"].split("\n")}
tests = {t["name"] for t in targets if t["type"] == "test"}
is_tested = lambda room: {room, room + "Tests"} & tests
untested = {room for room in changed if room in imports and not is_tested(room)}
while more := {room for room in imports if untested & imports[room] and not is_tested(room)} - untested: untested |= more
programs = {t["name"] for t in targets if t["type"] == "executable" and untested & ({t["name"]} | imports[t["name"]])}
for name in sorted(tests):
  room = name.removesuffix("Tests")
  if changed & ({name, room} | imports[name] | imports.get(room, set())): print(name)
  else:
    named = set()
    for path in pathlib.Path(folders[name]).rglob("*.swift") if programs else ():
      if any(chr(34) + program + chr(34) in path.read_text() for program in programs):
        named |= {path} if path.stem.endswith("Tests") else set(path.parent.glob("*Tests.swift"))
    for path in sorted(named): print(name + "." + path.stem)
')
[ -n "$targets" ] || { echo "No test imports what has changed."; exit 0; }
echo "Testing" $targets
logs=.build/check
. Tests/parts.sh
rm -rf "$logs"; mkdir -p "$logs"
[ ! -x .build/venv/bin/python ] || export BGTASKD_PYTHON="$PWD/.build/venv/bin/python"

for one in $LEFT_OUT_OF_ROOMS; do
  grep -qE "^(Sources|Tests)/(${one%%=*})" <<<"$changed" || LEFT_OUT="$LEFT_OUT|${one#*=}"
done
status=0
queue "$LEFT_OUT" "$(paste -sd"|" <<<"$targets")" || status=1
if grep -q BackgroundTasksTestingTests <<<"$targets"; then xctest_part || status=1; fi
cat "$logs"/*.log >"$logs/all"
[ $status != 0 ] || grep -aq 'Test run with [1-9]' "$logs/all" || {
  echo "All tests of what has changed take long: make test runs them."; exit 0
}
Tests/verdict.sh "$logs/all" "$logs"/*.xml
[ $status = 0 ] && echo "All of them passed. make test runs those, too, that take long."
exit $status
