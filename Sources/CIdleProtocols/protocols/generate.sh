#!/bin/sh
# Makes the tables of the protocols anew of their texts (`make generate`), with wayland-scanner of libwayland-bin.
#
# ext-idle-notify-v1.xml is from wayland-protocols 1.31 (staging/ext-idle-notify; MIT), kde-idle.xml is idle.xml of
# plasma-wayland-protocols 1.10.0 (LGPL-2.1-or-later). Both are unchanged.
set -eu
cd "$(dirname "$0")"
new=$(mktemp)
trap 'rm -f "$new"' EXIT
# A file that would stay the same keeps its date, so that nothing is compiled for it.
generate() {
  wayland-scanner --strict "$1" "$2" "$new"
  cmp -s "$new" "$3" || cp "$new" "$3"
}
for name in ext-idle-notify-v1 kde-idle; do
  generate client-header "$name.xml" "../include/$name.h"
  generate private-code "$name.xml" "../$name.c"
done
