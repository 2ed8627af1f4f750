#!/usr/bin/env bash
# Shows bgtaskd at work, from the built programs, in a directory of its own: a backup that waits for power, a task that is
# stopped at its runtime limit, a task that is retried, and a daemon that is killed and loses nothing. The exit status is 0
# only if all of that was seen; no process is left running.
#
# usage: tour.sh DIRECTORY-OF-THE-PROGRAMS
set -euo pipefail

programs=$(cd "$1" && pwd)
sources=$(cd "$(dirname "$0")/../../Sources" && pwd)
place=$(mktemp -d "${TMPDIR:-/tmp}/bgtaskd-tour.XXXXXX")
export BGTASKD_SOCKET="$place/socket"
daemon=""
watcher=""

. "$(dirname "$0")/stage.sh"

finish() {
  status=$?
  [ -z "$watcher" ] || kill "$watcher" 2>/dev/null || true
  if [ -n "$daemon" ] && kill -0 "$daemon" 2>/dev/null; then
    kill "$daemon"
    wait "$daemon" || true
  fi
  if [ "$status" = 0 ]; then rm -rf "$place"; else echo "What the daemon said is in $place/log." >&2; fi
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT TERM

bgtaskctl() { "$programs/bgtaskctl" "$@"; }

start_daemon() {
  "$programs/bgtaskd" --user --state-directory "$place/state" --config "$place/bgtaskd.conf" >>"$place/log" 2>&1 &
  daemon=$!
  await "the start of the daemon" bgtaskctl status
}

outcome_is() { bgtaskctl --json history "$1" --limit 1 | grep -q "\"outcome\" *: *\"$2\""; }
has_run_again() { bgtaskctl --json history "$1" | grep -q '"attempt" *: *2' && outcome_is "$1" completed; }

cat >"$place/bgtaskd.conf" <<'CONF'
[Scheduler]
ProcessingRequiresIdle=no
Judgement=eager
ExpirationGraceSec=2s
[Conditions]
AllowSimulation=yes
SettlingSec=500ms
CONF

say "A daemon in a directory of its own: $place"
start_daemon
run bgtaskctl status

say "On battery (simulated), a backup that needs external power waits, and says why:"
run bgtaskctl simulate powerSource=battery batteryPercent=62
run bgtaskctl submit --identifier org.example.backup --kind processing --requires-external-power \
  --title "Backup of the sources" -- tar -czf "$place/backup.tar.gz" -C "$sources" .
run bgtaskctl explain org.example.backup
[ ! -e "$place/backup.tar.gz" ] || fail "the backup ran on battery"

say "Power comes; the change settles for half a second, then the backup starts:"
"$programs/bgtaskctl" watch >"$place/watch" &
watcher=$!
run bgtaskctl simulate powerSource=external
await "the end of the backup" outcome_is org.example.backup completed
await "news of its end" grep -q ended "$place/watch"
kill "$watcher"
wait "$watcher" 2>/dev/null || true
watcher=""
cat "$place/watch"
run bgtaskctl history org.example.backup
printf '%s$ tar -tzf backup.tar.gz | head -5%s\n' "$dim" "$plain"
tar -tzf "$place/backup.tar.gz" >"$place/listing"
head -5 "$place/listing"
echo "… $(wc -l <"$place/listing") entries"

say "A task that would take a minute may take one second. It is told to stop, and cleans up:"
run bgtaskctl submit --identifier org.example.slow --runtime-limit 1s -- \
  /bin/sh -c 'trap "echo asked to stop, saving my work; exit 1" TERM; echo working; sleep 60 & wait'
await "the expiration" outcome_is org.example.slow expired
run bgtaskctl history org.example.slow
run bgtaskctl logs org.example.slow

say "A task that fails the first time is tried again after a pause:"
run bgtaskctl submit --identifier org.example.flaky --retry exponential --retry-initial 1s -- \
  /bin/sh -c "test -e '$place/second-time' || { touch '$place/second-time'; echo not yet; exit 1; }; echo done"
await "the second attempt" has_run_again org.example.flaky
run bgtaskctl history org.example.flaky

# Everything about the waiting tasks, apart from the time of the observation.
pending() { bgtaskctl --json list | sed 's/"observed":"[^"]*",//g'; }

say "What waits survives SIGKILL of the daemon:"
run bgtaskctl submit --identifier org.example.tomorrow --earliest +1d --repeat 1d -- /bin/true
before=$(pending)
run kill -KILL "$daemon"
wait "$daemon" 2>/dev/null || true
daemon=""
if bgtaskctl status 2>/dev/null; then fail "the daemon is still there"; fi
start_daemon
run bgtaskctl list
[ "$(pending)" = "$before" ] || fail "what was pending is not what was pending before"

say "All of it in one picture:"
run bgtaskctl timeline --since "$((SECONDS + 1))s"
bgtaskctl timeline --since "$((SECONDS + 1))s" >"$place/picture"
for sign in '#' x; do grep -q "^….*[.$sign]$sign" "$place/picture" || fail "the picture shows no $sign"; done

mine=$(mktemp -u "${TMPDIR:-/tmp}/bgtaskd-mine.XXXXXX")
say "All of this was seen. To go on by hand, with a daemon in one terminal:"
cat <<TEXT
  mkdir -m 700 $mine
  export PATH=$programs:\$PATH BGTASKD_SOCKET=$mine/socket
  bgtaskd --state-directory $mine/state
and in another:
  export PATH=$programs:\$PATH BGTASKD_SOCKET=$mine/socket
  bgtaskctl submit --identifier org.example.mine --earliest +10s -- /bin/date
  bgtaskctl explain org.example.mine
  bgtaskctl help
TEXT
