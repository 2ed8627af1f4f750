package import Foundation
import Synchronization

/// A folder of a test's own that is removed with the last reference to it, or when the process exits.
package final class TemporaryFolder: Sendable {
  /// The location of the folder. Its path is short, because paths of sockets are (unix(7)).
  package let url: URL

  /// Makes the folder, for the tests' own user only unless the permissions say otherwise.
  /// - Parameter inMemory: Whether to use a file system in memory, for tests that write much and do not test
  ///   what a disk keeps.
  package init(permissions: Int = 0o700, inMemory: Bool = false) throws {
    let name = "bgt-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let files = FileManager.default
    let memory = "/dev/shm"
    let place =
      inMemory && files.isWritableFile(atPath: memory)
      ? URL(filePath: memory) : files.temporaryDirectory
    url = place.appending(path: name)
    try files.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: permissions])
    _ = Self.removesAtExit
    Self.present.withLock { _ = $0.insert(url) }
  }

  deinit {
    Self.remove(url)
    Self.present.withLock { _ = $0.remove(url) }
  }

  /// The existing folders. A thread that a test has started may still hold one when the process exits.
  private static let present = Mutex<Set<URL>>([])

  private static let removesAtExit: Void = {
    atexit {
      for url in TemporaryFolder.present.withLock({ $0 }) { remove(url) }
    }
  }()

  private static func remove(_ url: URL) {
    // File systems that a test has mounted on it go first.
    while umount2(url.path(), CInt(MNT_DETACH)) == 0 {}
    try? FileManager.default.removeItem(at: url)
  }

  /// The path of the folder, without a slash at its end.
  package var path: String { url.path() }

  /// Returns the path of a file in the folder.
  package func path(_ name: String) -> String { url.appending(path: name).path() }

  /// Writes a file and returns its path. Folders on the way are made.
  @discardableResult
  package func write(_ name: String, _ text: String, executable: Bool = false) throws -> String {
    try write(name, text.utf8, mode: executable ? 0o755 : 0o644)
  }

  /// Writes a file with these permissions and returns its path. Folders on the way are made.
  @discardableResult
  package func write(_ name: String, _ bytes: some Sequence<UInt8>, mode: Int = 0o644) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    if mode & 0o111 == 0 {
      try Data(bytes).write(to: file)
    } else {
      // Another process writes it: a child that this one has just forked for another test would hold the
      // descriptor for a moment, and a program that is open for writing cannot be started (execve(2),
      // ETXTBSY).
      let text = String(decoding: Array(bytes), as: UTF8.self)
      _ = try FinishedProgram.run(
        URL(filePath: "/bin/sh"), ["-c", "cat >\"$1\"", "sh", file.path()], input: text)
    }
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path())
    return file.path()
  }
}
