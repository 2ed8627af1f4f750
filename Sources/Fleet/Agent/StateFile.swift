import Dispatch
import FleetCore
import FleetDatabase
import Glibc
import LinuxSystem
import Varlink

/// The agent's file: a new one is written beside the old one and renamed over it, so that there is always a
/// whole one. Writes happen in their order on a queue of their own.
final class StateFile: Sendable {
  private static let mostBytes = 64 << 20

  private let path: String
  private let queue = DispatchQueue(label: "io.bgtaskd.fleet.file")

  /// The file in a directory that is there already.
  init(directory: String) { path = directory + "/fleet.json" }

  /// Returns what the file holds, or `nil` when there is none.
  /// - Throws: ``LinuxSystem/SystemError``, and ``Varlink/InvalidValue`` for a file that is damaged.
  func read() throws -> StoredFleet? {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try SmallFile.read(path, atMost: Self.mostBytes)
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    return try StoredFleet(json: bytes)
  }

  /// Writes a state.
  /// - Parameter completion: Called on the file's queue, with the cause of a failure.
  func write(_ state: StoredFleet, completion: @escaping @Sendable (String?) -> Void) {
    queue.async { [self] in
      do throws(SystemError) {
        try replace(with: state.json, isDurable: state.isDurable)
        completion(nil)
      } catch {
        completion(error.description)
      }
    }
  }

  private func replace(with bytes: [UInt8], isDurable: Bool) throws(SystemError) {
    let new = path + ".new"
    let file = SharedDescriptor(
      owning: try systemCall("open", new) { open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) })
    try writeAll(bytes, to: file.number, new)
    if isDurable { try systemCall("fsync", new) { fsync(file.number) } }
    try systemCall("rename", path) { rename(new, path) }
    guard isDurable else { return }
    let directory = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
    let folder = SharedDescriptor(
      owning: try systemCall("open", directory) { open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
    try systemCall("fsync", directory) { fsync(folder.number) }
  }
}
