import LinuxSystem

/// The places of a person's displays, and the programs that ask them.
package struct DisplayPlaces: Hashable, Sendable {
  /// The program that asks Wayland's compositors; nil where it is not installed.
  package var waylandHelper = ExecutableFolder.path(ofHelper: "bgtask-idle-wayland")
  /// The program that asks X servers; nil where it is not installed.
  package var x11Helper = ExecutableFolder.path(ofHelper: "bgtask-idle-x11")
  /// The folder of Wayland compositors' sockets (`XDG_RUNTIME_DIR`); nil where there is none.
  package var runtimeDirectory: String?
  /// The folder of X servers' sockets.
  package var x11Sockets = "/tmp/.X11-unix"
  /// The user, who has to own the sockets of compositors.
  package var uid: UInt32
  /// The environment of this process, for an X server of which the user's service manager says nothing.
  package var environment: [String: String]

  /// The places for a user's own instance.
  package init(uid: UInt32, environment: [String: String]) {
    self.uid = uid
    self.environment = environment
    runtimeDirectory = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
