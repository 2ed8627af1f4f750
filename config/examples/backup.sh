#!/bin/sh
# Archives a folder as a task of bgtaskd, one entry after the other. When the run has to stop, because its time is
# up, the power is gone or a person wants the machine, the finished entries stay, and the next run goes on after
# them.
#
# usage: backup.sh FOLDER ARCHIVE
#
#   bgtaskctl submit -i org.example.backup --requires-external-power --retry linear --title Backup \
#     -- ./backup.sh ~/Documents /var/tmp/documents.tar
#   bgtaskctl watch
set -u

if [ $# -ne 2 ] || [ ! -d "$1" ]; then
  echo "usage: backup.sh FOLDER ARCHIVE" >&2
  exit 64
fi
case $2 in
  /*) archive=$2 ;;
  *) archive=$PWD/$2 ;;
esac
# An archive of each finished entry, under the entry's name. A piece gets its name when it is complete, so the names
# say where to go on, even after the power was cut.
pieces=$archive.pieces
unfinished=$archive.unfinished

# 75 (EX_TEMPFAIL of sysexits.h) asks for a retry.
later() {
  rm -f "$unfinished"
  exit 75
}
# Time is up. bgtaskd signals the whole group, so tar stops as well; the grace is 5 s (ExpirationGraceSec=).
trap later TERM

mkdir -p "$pieces" || exit 73
cd "$1" || exit 66
set --
for entry in ..?* .[!.]* *; do
  # A pattern without a match stays as it is.
  if [ -e "$entry" ] || [ -L "$entry" ]; then set -- "$@" "$entry"; fi
done
# Putting the pieces together counts as one more.
total=$(($# + 1))
count=0

for entry; do
  if [ ! -e "$pieces/$entry" ]; then
    # The reason goes to the log of this run. Only 0 means yes: without an answer the work goes on.
    if bgtaskctl should-defer; then later; fi
    bgtaskctl progress "$count" "$total" Archiving --subtitle "$entry"
    # tar exits with 1 when a file changed meanwhile.
    tar -cf "$unfinished" -- "./$entry" || [ $? -eq 1 ] || exit 74
    mv "$unfinished" "$pieces/$entry" || exit 74
  fi
  count=$((count + 1))
done

bgtaskctl progress "$count" "$total" "Putting the archive together"
tar -cf "$unfinished" -T /dev/null || exit 74
for entry; do
  tar -Af "$unfinished" "$pieces/$entry" || exit 74
done
mv "$unfinished" "$archive" || exit 74
rm -r "$pieces"
bgtaskctl progress "$total" "$total" Archived
# The exit status 0 says the same, if the daemon does not take this report any more.
bgtaskctl complete
exit 0
