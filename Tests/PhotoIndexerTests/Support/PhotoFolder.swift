import BackgroundApplication
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
  /// Where the index is kept.
  var state: String { root.path("kept") }

  func library(batch: Int = 4, _ reader: PictureReader = PictureReader()) -> PhotoLibrary {
    PhotoLibrary(folder: URL(filePath: photos), keptIn: URL(filePath: state), batch: batch, reader: reader)
  }

  func add(_ name: String, _ bytes: [UInt8] = Samples.jpeg()) throws {
    let path = "\(photos)/\(name)"
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: path))
  }

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

  static func names(_ numbers: Range<Int>) -> [String] { numbers.map(name) }

  /// What was saved.
  func index() -> PhotoIndex { library().store.value }

  /// The photos that were saved as read, or with the reason why they cannot be.
  func indexed() -> [String] { index().photos.filter { !$0.value.isUnread }.keys.sorted() }
}
