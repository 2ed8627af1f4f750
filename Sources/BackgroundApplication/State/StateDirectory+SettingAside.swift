import BackgroundTasks
import Foundation

extension StateDirectory {
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
