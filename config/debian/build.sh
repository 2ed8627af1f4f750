#!/bin/sh
# Builds the Debian package from built programs, with dpkg-dev and without debhelper. The same inputs give the same bytes.
#
# usage: build.sh VERSION PROGRAMS DIRECTORY
#   PROGRAMS   the directory of the built programs
#   DIRECTORY  gets the package and intermediate files; its contents are replaced
set -eu
umask 022
export LC_ALL=C TZ=UTC

version=$1
programs=$(realpath "$2")
work=$(realpath -m "$3")
here=$(dirname "$(realpath "$0")")
root=$work/root

rm -rf "$work"
mkdir -p "$work/debian" "$root/DEBIAN"
cp "$here/control" "$work/debian/control"
sed "s/@VERSION@/$version/" "$here/changelog" >"$work/debian/changelog"
cd "$work"
SOURCE_DATE_EPOCH=$(dpkg-parsechangelog --show-field Timestamp)
export SOURCE_DATE_EPOCH

VERSION=$version DESTDIR=$root PREFIX=/usr SYSCONFDIR=/etc ZSHDIR=/usr/share/zsh/vendor-completions \
  "$here/../install.sh" "$programs"
# Regular files only: bgtask-helper is a link to one of them.
binaries() { find "$root/usr/bin" "$root/usr/libexec/bgtaskd" -type f -exec "$@" {} +; }
binaries strip --strip-all --remove-section=.comment --remove-section=.note
documents=$root/usr/share/doc/bgtaskd
install -D -m 644 "$here/copyright" "$documents/copyright"
gzip -9n <debian/changelog >"$documents/changelog.gz"
ln -s ../../bgtaskd/examples "$documents/examples"
find "$root/usr/share/man" -type f -exec gzip -9n {} +

# The helpers for displays only suggest their libraries: a machine with a display has them, and a server goes on without.
binaries sh -c '
  for file; do
    case $file in
    */bgtask-idle-*) set -- "$@" -dSuggests "-e$file" ;;
    *) set -- "$@" -dDepends "-e$file" ;;
    esac
    shift
  done
  exec dpkg-shlibdeps -Tdebian/substvars "$@"' sh
install -m 755 "$here/postinst" "$here/prerm" "$here/postrm" "$root/DEBIAN/"
install -m 644 "$here/triggers" "$root/DEBIAN/"
dpkg-gencontrol -cdebian/control -ldebian/changelog -Tdebian/substvars -fdebian/files -P"$root" \
  -O"$root/DEBIAN/control"
(
  cd "$root"
  find etc -type f | sort | sed 's|^|/|' >DEBIAN/conffiles
  # Files that are no configuration.
  find usr -type f | sort | xargs md5sum >DEBIAN/md5sums
)
chmod 644 "$root/DEBIAN/control" "$root/DEBIAN/conffiles" "$root/DEBIAN/md5sums"
find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
# One thread and a fixed level: otherwise the bytes depend on the machine.
dpkg-deb --root-owner-group -Zxz -z1 --threads-max=1 --build "$root" "$work"
