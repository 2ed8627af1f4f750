#!/bin/sh
# A fleet task's program: it says its start and its end to the log of the machine that it runs on, one line and one write
# each. The time is CLOCK_BOOTTIME as the kernel says it, which no program's false clock changes.
#
# usage: work.sh NAME SECONDS LATER STATUS STUBBORN
#   SECONDS  the length of the first grant's work; LATER that of each later one
#   STUBBORN 1: SIGTERM is ignored, so that only SIGKILL ends the work
seconds=$2
[ "$BGTASK_FENCE" -gt 1 ] && seconds=$3
log=${BGTASKD_SOCKET%/*}/runs.log

say() {
  read -r now _ </proc/uptime
  printf '{"at": %s, "kind": "%s", "grant": "%s", "fence": %s, "pid": %s, "name": "%s", "status": %s}\n' \
    "$now" "$1" "$BGTASK_IDENTIFIER" "$BGTASK_FENCE" "$$" "$name" "$status" >>"$log"
}

name=$1 status=$4
if [ "$5" = 1 ]; then
  trap '' TERM
else
  trap 'kill "$sleeper" 2>/dev/null; status=143; say stopped; exit 143' TERM
fi
say start
sleep "$seconds" &
sleeper=$!
wait "$sleeper"
say end
exit "$status"
