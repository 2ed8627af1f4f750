import Foundation

/// The directory of data that outlives its program.
package enum StateDirectory {
  /// The program's own directory: the value of `STATE_DIRECTORY` (systemd.exec(5)), else below
  /// `XDG_STATE_HOME` or `~/.local/state` (basedir specification).
  package static var own: URL {
    let environment = ProcessInfo.processInfo.environment
    // Several paths are separated by colons: the first is the unit's own.
    if let given = environment["STATE_DIRECTORY"]?.split(separator: ":").first {
      return URL(filePath: String(given))
    }
    let base = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
    let given = environment["HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
    let home = given ?? FileManager.default.homeDirectoryForCurrentUser
    return (base ?? home.appending(path: ".local/state")).appending(path: ProcessInfo.processInfo.processName)
  }
}
