import Foundation

/// Where programs keep what outlives them.
package enum StateDirectory {
  /// The program's own: where `STATE_DIRECTORY` says (systemd.exec(5)), else in `XDG_STATE_HOME` or
  /// `~/.local/state` (basedir specification).
  package static var own: URL {
    let environment = ProcessInfo.processInfo.environment
    // Several are separated by colons: the first is the unit's own.
    if let given = environment["STATE_DIRECTORY"]?.split(separator: ":").first {
      return URL(filePath: String(given))
    }
    let base = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
    let given = environment["HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
    let home = given ?? FileManager.default.homeDirectoryForCurrentUser
    return (base ?? home.appending(path: ".local/state")).appending(path: ProcessInfo.processInfo.processName)
  }
}
