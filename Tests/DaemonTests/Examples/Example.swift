import Foundation
import TestSupport

/// The examples in `config/examples`, as they are handed out.
enum Example {
  private static let folder = Repository.root.appending(path: "config/examples")

  static func path(_ name: String) -> String { folder.appending(path: name).path() }

  static func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }
}
