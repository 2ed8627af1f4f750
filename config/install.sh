#!/bin/sh
# Installs the files of bgtaskd. This is the only list of them: `make install` and the package both use it.
#
# usage: install.sh PROGRAMS, the directory of the built programs. In the environment:
#   VERSION     what the manual pages name
#   DESTDIR     put before every path; nothing unless a package is built
#   PREFIX      /usr/local unless given
#   SYSCONFDIR  /etc unless given
#   ZSHDIR      PREFIX/share/zsh/site-functions unless given
#   PARTS       "daemon", "fleet" or both: the fleet's agent is a package of its own; both unless given
set -eu
umask 022

programs=$1
version=$VERSION
sources=$(dirname "$0")/..
prefix=${PREFIX:-/usr/local}
root=${DESTDIR:-}
share=$prefix/share
units=$prefix/lib/systemd
configuration=${SYSCONFDIR:-/etc}/bgtaskd

directory() { mkdir -p "$root$1"; }

# put MODE DIRECTORY FILE…
put() {
  mode=$1 place=$2
  shift 2
  directory "$place"
  install -m "$mode" "$@" "$root$place/"
}

# The same for texts that name paths or the version: in the tree they have the usual paths.
fill() {
  place=$1
  shift
  directory "$place"
  for file; do
    target=$root$place/${file##*/}
    sed -e "s|@VERSION@|$version|g" -e "s|/usr/bin/bgtask|$prefix/bin/bgtask|g" \
      -e "s|/usr/libexec/bgtaskd/|$prefix/libexec/bgtaskd/|g" \
      -e "s|/usr/local/share/bgtaskd/|$share/bgtaskd/|g" "$file" >"$target"
    if [ -x "$file" ]; then chmod 755 "$target"; else chmod 644 "$target"; fi
  done
}

cd "$sources"

install_fleet() {
  put 755 "$prefix/libexec/bgtaskd" "$programs/bgtask-fleet"
  fill "$units/system" systemd/fleet/bgtask-fleet.service
  put 644 "$prefix/lib/sysusers.d" systemd/fleet/bgtask-fleet.conf
  put 644 "$share/bgtaskd" Sources/FleetAPI/io.bgtaskd.Fleet.varlink
  fill "$share/man/man8" config/man/bgtask-fleet.8
  # An existing configuration stays as it is.
  [ -e "$root$configuration/fleet.conf" ] || put 644 "$configuration" config/fleet.conf
}

parts=${PARTS:-daemon fleet}
case $parts in *fleet*) install_fleet ;; esac
case $parts in *daemon*) ;; *) exit 0 ;; esac

put 755 "$prefix/bin" "$programs/bgtaskd" "$programs/bgtaskctl"
# Programs that only other programs start.
put 755 "$prefix/libexec/bgtaskd" "$programs/bgtask-transfer" "$programs/bgtask-idle-wayland" \
  "$programs/bgtask-idle-x11"
# The same file under a second name is the daemon's helper.
ln -sf ../../bin/bgtaskctl "$root$prefix/libexec/bgtaskd/bgtask-helper"
fill "$units/system" systemd/system/*
fill "$units/user" systemd/user/*
fill "$units/system-generators" systemd/generators/*
fill "$units/user-generators" systemd/generators/*
fill "$share/bgtaskd/waiting" systemd/waiting/*
put 644 "$units/catalog" systemd/catalog/bgtaskd.catalog
put 644 "$share/bgtaskd" Sources/SchedulerAPI/io.bgtaskd.Scheduler.varlink
fill "$share/bgtaskd/examples" config/examples/*.*
fill "$share/bgtaskd/examples/chain" config/examples/chain/*
fill "$share/bgtaskd/examples/template" config/examples/template/*
fill "$share/bgtaskd/examples/systemd" config/examples/systemd/*
fill "$share/bgtaskd/actions" config/examples/actions/*
for page in config/man/*.[1578]; do
  case $page in */bgtask-fleet.8) continue ;; esac
  fill "$share/man/man${page##*.}" "$page"
done
install -D -m 644 config/completions/bgtaskctl.bash \
  "$root$share/bash-completion/completions/bgtaskctl"
put 644 "${ZSHDIR:-$share/zsh/site-functions}" config/completions/_bgtaskctl
put 644 "$share/fish/vendor_completions.d" config/completions/bgtaskctl.fish

for name in bgtaskd.conf.d applications.d tasks.d user/tasks.d; do directory "$configuration/$name"; done
# An existing configuration stays as it is.
[ -e "$root$configuration/bgtaskd.conf" ] || put 644 "$configuration" config/bgtaskd.conf
