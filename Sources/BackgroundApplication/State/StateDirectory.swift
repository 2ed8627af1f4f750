import Foundation

/// Where programs keep what outlives them.
enum StateDirectory {
  static var own: URL {
    let environment = ProcessInfo.processInfo.environment
    // Several are separated by colons: the first is the unit's own.
    if let given = environment["STATE_DIRECTORY"]?.split(separator: ":").first {
      return URL(filePath: String(given))
    }
    let base = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
    let home = FileManager.default.homeDirectoryForCurrentUser
    return (base ?? home.appending(path: ".local/state")).appending(path: ProcessInfo.processInfo.processName)
  }

  /// Gives a file another name, so that it is there for whoever wants to look.
  /// - Returns: Where it lies now.
  static func setAside(_ file: URL, at now: Date) -> URL {
    let name = "\(file.lastPathComponent).\(Int(now.timeIntervalSince1970)).unused"
    let aside = file.deletingLastPathComponent().appending(path: name)
    // What cannot be renamed is replaced by what is saved next.
    _ = rename(file.path(percentEncoded: false), aside.path(percentEncoded: false))
    return aside
  }
}
