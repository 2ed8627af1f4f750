import Foundation
import TestSupport

/// A place for a daemon where the machine's other users cannot wake it.
enum Undisturbed {
  /// The daemon behind unshare(1), which hides the pressure of the machine, its network and its devices from it: when a
  /// build runs or containers start beside the tests the kernel rightly tells of it every other second, and that is no
  /// fault of the daemon's. The kernel tells of devices in all networks but those of other user namespaces.
  /// Without root there is nothing to hide it with, and the machine has to be quiet.
  static var program: [String] {
    let daemon = BuiltProduct.url("bgtaskd").path()
    guard geteuid() == 0 else { return [daemon] }
    return [
      "/usr/bin/unshare", "--user", "--map-root-user", "--mount", "--net", "/bin/sh", "-c",
      #"mount -t tmpfs -o ro none /proc/pressure && exec "$0" "$@""#, daemon,
    ]
  }
}
