#!/bin/sh
# Makes the tables of the protocols anew of their texts (`make generate`), with wayland-scanner of libwayland-bin.
#
# ext-idle-notify-v1.xml is from wayland-protocols 1.31 (staging/ext-idle-notify; MIT), kde-idle.xml is idle.xml of
# plasma-wayland-protocols 1.10.0 (LGPL-2.1-or-later). Both are unchanged.
set -eu
cd "$(dirname "$0")"
for name in ext-idle-notify-v1 kde-idle; do
  wayland-scanner --strict client-header "$name.xml" "../include/$name.h"
  wayland-scanner --strict private-code "$name.xml" "../$name.c"
done
