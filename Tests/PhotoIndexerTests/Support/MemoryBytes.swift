@testable import PhotoIndexer

/// A photo that is in no file.
struct MemoryBytes: PhotoBytes {
  var content: [UInt8]

  var count: Int { content.count }

  func read(_ count: Int, at offset: Int) -> [UInt8] {
    Array(content.dropFirst(offset).prefix(count))
  }

  /// What the program reads in it, and what is wrong with it.
  func facts(named name: String = "photo.jpg") -> (PhotoFacts?, PhotoProblem?) {
    var facts: PhotoFacts?
    do throws(PhotoProblem) {
      try PhotoReader.read(self, named: name, into: &facts)
    } catch {
      return (facts, error)
    }
    return (facts, nil)
  }
}
