#!/usr/bin/env bash
# Checks what Contributing.md promises about versions, before one is made: what users of the last version rely on is still there.
# Usage: release-check.sh [CHECKOUT]   the checkout has the tags of earlier versions (v0.1.0). Exit status 1 with a line for each fault.
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"
protocol=Sources/SchedulerAPI/io.bgtaskd.Scheduler.varlink
faults=0
fault() { echo "release-check: $1" >&2; faults=1; }

# The names of a varlink interface, one a line: `Submit.request`, `TaskRequest.kind`, `Kind.refresh`, `NotFound`.
names() {
  sed 's/#.*//' | tr '\n' ' ' | sed -E 's/\b(type|method|error) /\n&/g' | awk '
    /^(type|method|error) / {
      name = $2; sub(/[(].*/, "", name); print name
      line = $0; sub(/^[^(]*[(]/, "", line)
      # An enumeration has no types behind its names.
      member = line ~ /:/ ? "[A-Za-z][A-Za-z0-9]* *:" : "[A-Za-z][A-Za-z0-9]*"
      while (match(line, member)) {
        field = substr(line, RSTART, RLENGTH); sub(/ *:/, "", field); print name "." field
        line = substr(line, RSTART + RLENGTH)
      }
    }' | sort -u
}
# The keys of a configuration file, commented out or not.
keys() { grep -oE '^#?[A-Z][A-Za-z]+=' | tr -d '#' | sort -u; }

version=$(sed -n 's/.*number = "\(.*\)"/\1/p' Sources/SchedulerAPI/Interface/ProductVersion.swift)
top=$(sed -nE '1s/^[^(]*\(([^)]*)\).*/\1/p' config/debian/changelog)
[ "$top" = "$version" ] || [ "$top" = "@VERSION@" ] \
  || fault "the change log begins with $top, ProductVersion.swift has $version"
[ -z "$(git status --porcelain)" ] || fault "there are changes that are not committed: git status"
if git rev-parse -q --verify "refs/tags/v$version" >/dev/null; then
  fault "v$version is a version already: raise the number in ProductVersion.swift"
fi

last=$(git describe --tags --abbrev=0 --match 'v*' 2>/dev/null || true)
if [ -n "$last" ]; then
  then=$(git show "$last:config/debian/changelog")
  [ "$then" != "$(cat config/debian/changelog)" ] || fault "the change log says nothing new since $last"
  # compare FILE LISTER WHAT   names what the last version's file lists and this one does not.
  compare() {
    local earlier name
    if ! earlier=$(git show "$last:$1"); then
      fault "$1 is not in $last: name the file that it was, to compare them"
      return
    fi
    for name in $(comm -23 <("$2" <<<"$earlier") <("$2" <"$1")); do fault "$3 of $last has $name, which is gone"; done
  }
  compare "$protocol" names "the protocol"
  for file in config/bgtaskd.conf config/examples/org.example.backup.task; do compare "$file" keys "$file"; done
fi
[ $faults = 0 ] || exit 1
echo "Version $version may be made${last:+ after $last}, when make test and the long forms have passed: make soak growth accounts"
echo "mutations fuzz sanitize transfers bench"
