import Foundation
import TestSupport

@testable import PhotoIndexer

/// A folder with photos, and beside it what the program keeps about them.
final class PhotoFolder: Sendable {
  let root: TemporaryFolder

  init(_ root: TemporaryFolder? = nil) throws {
    self.root = try root ?? TemporaryFolder()
    try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: true)
  }

  var photos: String { root.path("photos") }
  var index: String { root.path("state/index.jsonl") }

  func library(batch: Int = 4) -> PhotoLibrary {
    var library = PhotoLibrary(folder: photos, index: URL(filePath: index))
    library.batch = batch
    return library
  }

  func add(_ name: String, _ bytes: [UInt8]) throws { try root.write("photos/\(name)", bytes) }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(photos)/\(name)")
  }

  /// So many photos, all different, named `0000.jpg` and so on.
  func fill(_ count: Int, from first: Int = 0) throws {
    for number in first..<first + count {
      try add(Self.name(number), Samples.jpeg(width: 100 + number, picture: "picture \(number)"))
    }
  }

  static func name(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ".jpg"
  }

  /// What the index file says now.
  func indexed() throws -> PhotoIndex { try PhotoIndex(contentsOf: URL(filePath: index)) }

  /// The paths in the index file, one for each of its lines.
  func indexedPaths() throws -> [String] {
    try String(contentsOfFile: index, encoding: .utf8).split(separator: "\n").map {
      try JSONDecoder().decode(IndexedPhoto.self, from: Data($0.utf8)).path
    }
  }
}
