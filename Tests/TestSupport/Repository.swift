package import Foundation

/// The working tree that the tests were compiled from.
package enum Repository {
  /// The root of the tree.
  package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Returns the path of a file or folder in the tree.
  package static func path(_ name: String) -> String { root.appending(path: name).path() }

  /// Returns the text of a file in the tree.
  package static func text(_ name: String) throws -> String {
    try String(contentsOf: root.appending(path: name), encoding: .utf8)
  }

  /// Returns the paths of all files below a folder that end in `suffix`, relative to the root, in byte order.
  package static func files(below folder: String, suffix: String) throws -> [String] {
    let found = FileManager.default.enumerator(atPath: path(folder))?.compactMap { $0 as? String } ?? []
    return found.filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }.sorted()
  }

  /// Returns the names of the folders in a folder, in no order.
  package static func folders(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      at: root.appending(path: folder), includingPropertiesForKeys: nil
    )
    .filter(\.hasDirectoryPath).map(\.lastPathComponent)
  }
}
