import Foundation

/// The working tree that these tests were compiled from.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The paths of all files below a folder that end in `suffix`, relative to the root, in byte order.
  static func files(below folder: String, suffix: String) throws -> [String] {
    let start = root.appending(path: folder)
    let found = FileManager.default.enumerator(atPath: start.path())?.compactMap { $0 as? String } ?? []
    return found.filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }.sorted()
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
