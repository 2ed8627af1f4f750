#!/usr/bin/env bash
# Shows a fleet at work, from the built programs, in a directory of its own: three daemons with simulated conditions, their
# agents, and a PostgreSQL that is theirs alone. Work waits for a machine with power, runs on every machine one at a time, and
# is done by another machine when its own is lost. The exit status is 0 only if all of that was seen; no process is left.
#
# usage: [FLEET_PAGE=FILE] fleet.sh DIRECTORY-OF-THE-PROGRAMS
# FLEET_PAGE: where the page of the fleet's report is to stay.
set -euo pipefail

programs=$(cd "$1" && pwd)
place=$(mktemp -d "${TMPDIR:-/tmp}/bgtaskd-fleet.XXXXXX")
chmod 711 "$place"
processes=()
postgres=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
[ -n "$postgres" ] || { echo "fleet.sh: there is no PostgreSQL server: apt-get install postgresql" >&2; exit 69; }
# PostgreSQL does not run as root.
as=()
if [ "$(id -u)" = 0 ]; then as=(setpriv --reuid=65534 --regid=65534 --clear-groups --); fi

. "$(dirname "$0")/stage.sh"
# Longer than a lease.
patience=90

finish() {
  status=$?
  for process in "${processes[@]}"; do kill -INT "$process" 2>/dev/null || true; done
  for process in "${processes[@]}"; do wait "$process" 2>/dev/null || true; done
  if [ "$status" = 0 ]; then rm -rf "$place"; else echo "What the programs said is in $place." >&2; fi
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT TERM

bgtaskctl() { BGTASK_FLEET_CONFIG="$place/ops.conf" "$programs/bgtaskctl" "$@"; }
sql() { psql -X -q -A -t -v ON_ERROR_STOP=1 -h "$place/db" -U postgres "$@"; }

ended() { bgtaskctl --json fleet history "$1" | grep -o '"success" *: *true' | wc -l | grep -qx "$2"; }

machine() {
  local name=$1 power=$2 folder=$place/$1
  mkdir -p "$folder/state" "$folder/fleet"
  printf '[Scheduler]\nProcessingRequiresIdle=no\nJudgement=eager\n[Conditions]\nAllowSimulation=yes\nSettlingSec=0\n' \
    >"$folder/bgtaskd.conf"
  printf '[Fleet]\nName=%s\nDatabase=host=%s user=%s dbname=fleet\nGroups=lab\nAllowTasksOf=ops:%s\n' \
    "$name" "$place/db" "$name" "$(id -un)" >"$folder/fleet.conf"
  "$programs/bgtaskd" --user --state-directory "$folder/state" --config "$folder/bgtaskd.conf" --socket "$folder/socket" \
    >"$folder/daemon.log" 2>&1 &
  processes+=($!)
  await "the start of $name" "$programs/bgtaskctl" --socket "$folder/socket" status
  "$programs/bgtaskctl" --socket "$folder/socket" simulate powerSource="$power" >/dev/null
  agent "$name"
}

agent() {
  local folder=$place/$1
  "$programs/bgtask-fleet" agent --config="$folder/fleet.conf" --state-directory="$folder/fleet" --socket="$folder/socket" \
    --identity="$(printf '%032x' "${1#m}")" >"$folder/agent.log" 2>&1 &
  processes+=($!)
  agents[${1#m}]=$!
}
declare -A agents

say "A database for the fleet, with a role for each machine and for a person."
mkdir "$place/db"
if [ "$(id -u)" = 0 ]; then chown 65534:65534 "$place/db"; fi
"${as[@]}" "$postgres/initdb" -D "$place/db/data" -U postgres -A trust --no-sync >"$place/initdb.log"
"${as[@]}" "$postgres/postgres" -D "$place/db/data" -k "$place/db" -c listen_addresses= >"$place/postgres.log" 2>&1 &
processes+=($!)
await "the start of PostgreSQL" sql -d postgres -c 'SELECT 1'
sql -d postgres -c 'CREATE DATABASE fleet'
printf '[Fleet]\nDatabase=host=%s user=postgres dbname=fleet\n' "$place/db" >"$place/ops.conf"
run bgtaskctl fleet schema --apply
sql -d fleet -c 'UPDATE bgtask_fleet.settings SET notify = true'
for name in m1 m2 m3; do sql -d fleet -c "CREATE ROLE $name LOGIN IN ROLE bgtask_fleet_machine"; done
sql -d fleet -c 'CREATE ROLE ops LOGIN IN ROLE bgtask_fleet_user'
printf '[Fleet]\nDatabase=host=%s user=ops dbname=fleet\n' "$place/db" >"$place/ops.conf"

say "Two machines join, both on battery."
machine m1 battery
machine m2 battery
joined() { bgtaskctl fleet machines | grep -c member | grep -qx "$1"; }
await "their joining" joined 2
run bgtaskctl fleet machines

say "Work that needs power waits, and says why."
run bgtaskctl fleet submit --once -i org.example.render --group lab --when external-power -- /bin/sh -c "echo rendered >$place/out"
held_back() { bgtaskctl fleet explain org.example.render | grep -q "held back on $1"; }
await "the machines' verdicts" held_back "2 of 2"
run bgtaskctl fleet explain org.example.render

say "A third machine joins, which has power: the work is done there."
machine m3 external
await "the work" ended org.example.render 1
run bgtaskctl fleet history

say "An update runs on every machine, one at a time."
run bgtaskctl fleet submit --everywhere --at-most 1 -i org.example.update --group lab -- /bin/true
await "the update of three machines" ended org.example.update 3
run bgtaskctl fleet history org.example.update

say "Tasks of files: a new one is submitted, a changed one updated, one whose file is gone cancelled."
mkdir "$place/tasks"
printf '[Task]\nFleet=nightly\nOnCalendar=03:00\nFleetZone=Europe/Berlin\nFleetGroup=lab\nCommand=/bin/true\n' \
  >"$place/tasks/org.example.report.task"
printf '[Task]\nFleet=once\nFleetGroup=lab\nEarliestBegin=2100-01-01 UTC\nCommand=/bin/true\n' >"$place/tasks/org.example.sync.task"
apply() {
  run bgtaskctl fleet apply --prune "$place/tasks" | tee "$place/applied"
  grep -q "org.example.report *$1" "$place/applied"
}
apply submitted
apply kept
printf 'FleetAttempts=5\n' >>"$place/tasks/org.example.report.task"
rm "$place/tasks/org.example.sync.task"
apply updated
grep -q "org.example.sync *cancelled" "$place/applied"

say "A machine is lost while it works: another one does it again, after the lease of a minute."
"$programs/bgtaskctl" --socket "$place/m1/socket" simulate powerSource=external >/dev/null
run bgtaskctl fleet submit --once -i org.example.long --group lab --when external-power -- /bin/sh -c "mkdir $place/first && exec sleep 1000; exit 0"
await "its begin" test -d "$place/first"
holder=$(bgtaskctl --json fleet show org.example.long | grep -o '"machine" *: *"m[0-9]"' | head -1 | grep -o 'm[0-9]')
printf '%s has it, and is lost now: its agent stops.\n' "$holder"
kill -STOP "${agents[${holder#m}]}"
await "the end of its lease" ended org.example.long 1
kill -CONT "${agents[${holder#m}]}"
run bgtaskctl fleet history org.example.long
say "A report says what ran where and what waits; with --html it is a page."
for name in m1 m2 m3; do "$programs/bgtaskctl" --socket "$place/$name/socket" simulate networkNames=Home >/dev/null; done
run bgtaskctl fleet submit --once -i org.example.later --group lab --when 'network "Lab2"' -- /bin/true
away() { bgtaskctl fleet explain org.example.later | grep -q "nobody matches"; }
await "the machines' verdicts" away
run bgtaskctl fleet report
run bgtaskctl fleet report --html "$place/fleet.html"
grep -q 'data-machine="m1"' "$place/fleet.html" || fail "the page has no machine"
if [ -n "${FLEET_PAGE:-}" ]; then cp "$place/fleet.html" "$FLEET_PAGE"; fi

say "Seen: work waits for a machine in a good moment, runs everywhere one at a time, comes from files, and outlives its machine."
