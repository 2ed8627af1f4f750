#!/bin/sh
# Builds the Debian package from built programs, with dpkg-dev and without debhelper. The same inputs give the same bytes.
#
# usage: build.sh VERSION PROGRAMS DIRECTORY [PACKAGE]
#   PROGRAMS   the directory of the built programs
#   DIRECTORY  gets the package and intermediate files; its contents are replaced
#   PACKAGE    bgtaskd, or bgtaskd-fleet; bgtaskd unless given
set -eu
umask 022
export LC_ALL=C TZ=UTC

version=$1
programs=$(realpath "$2")
work=$(realpath -m "$3")
package=${4:-bgtaskd}
here=$(dirname "$(realpath "$0")")
root=$work/root

rm -rf "$work"
mkdir -p "$work/debian" "$root/DEBIAN"
cp "$here/control" "$work/debian/control"
sed "s/@VERSION@/$version/" "$here/changelog" >"$work/debian/changelog"
cd "$work"
SOURCE_DATE_EPOCH=$(dpkg-parsechangelog --show-field Timestamp)
export SOURCE_DATE_EPOCH

case $package in
  bgtaskd) parts=daemon scripts=$here ;;
  bgtaskd-fleet) parts=fleet scripts=$here/fleet ;;
  *) echo "build.sh: found the package $package, allowed are bgtaskd and bgtaskd-fleet" >&2 && exit 64 ;;
esac

PARTS=$parts VERSION=$version DESTDIR=$root PREFIX=/usr SYSCONFDIR=/etc ZSHDIR=/usr/share/zsh/vendor-completions \
  "$here/../install.sh" "$programs"
# Regular files only: bgtask-helper is a link to one of them.
binaries() { find "$root/usr" -type f \( -path '*/bin/*' -o -path '*/libexec/*' \) -exec "$@" {} +; }
binaries strip --strip-all --remove-section=.comment --remove-section=.note
documents=$root/usr/share/doc/$package
install -D -m 644 "$here/copyright" "$documents/copyright"
gzip -9n <debian/changelog >"$documents/changelog.gz"
if [ "$parts" = daemon ]; then ln -s ../../bgtaskd/examples "$documents/examples"; fi
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
install -m 755 "$scripts/postinst" "$scripts/prerm" "$scripts/postrm" "$root/DEBIAN/"
if [ "$parts" = daemon ]; then install -m 644 "$here/triggers" "$root/DEBIAN/"; fi
dpkg-gencontrol -p"$package" -cdebian/control -ldebian/changelog -Tdebian/substvars -fdebian/files -P"$root" \
  -O"$root/DEBIAN/control"
(
  cd "$root"
  find etc -type f | sort | sed 's|^|/|' >DEBIAN/conffiles
  # Files that are no configuration.
  find usr -type f | sort | xargs md5sum >DEBIAN/md5sums
)
chmod 644 "$root/DEBIAN/control" "$root/DEBIAN/conffiles" "$root/DEBIAN/md5sums"
find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
# One thread: otherwise the bytes depend on the machine. The level is dpkg's own, or DPKG_DEB_COMPRESSOR_LEVEL.
dpkg-deb --root-owner-group -Zxz --threads-max=1 --build "$root" "$work"
