/// A property list with a dictionary at its top.
final class PropertyList {
  private let library: PropertyListLibrary
  private let top: OpaquePointer

  /// The kinds of values, as libplist numbers them.
  private enum Kind: CInt {
    case string = 3
    case array = 4
    case dictionary = 5
  }

  /// A key whose value is not of the kind that is read.
  struct Mistake: Error {
    let key: String
    /// The finding and the allowed kind: `is no array of texts`.
    let message: String
  }

  /// Reads a property list, or returns nil when the bytes are none.
  init?(_ bytes: [UInt8], _ library: PropertyListLibrary) {
    var top: OpaquePointer?
    // libplist takes no byte order mark, which some editors write.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    bytes[(bytes.starts(with: mark) ? mark.count : 0)...].withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { library.parse(start, UInt32(clamping: bytes.count), &top) }
    }
    guard let top else { return nil }
    guard library.kind(top) == Kind.dictionary.rawValue else {
      library.free(top)
      return nil
    }
    self.library = library
    self.top = top
  }

  deinit { library.free(top) }

  /// Returns a key's text, or nil when the key is missing or its value is no text.
  func string(_ key: String) -> String? { library.item(top, key).flatMap(string) }

  /// Returns the texts of a key's array, each once; none when the key is missing.
  func strings(_ key: String) throws(Mistake) -> [String] {
    guard let array = library.item(top, key) else { return [] }
    guard library.kind(array) == Kind.array.rawValue else {
      throw Mistake(key: key, message: "is not an array; allowed is an array of strings")
    }
    var result: [String] = []
    var seen: Set<String> = []
    for index in 0..<library.count(array) {
      guard let text = library.element(array, index).flatMap(string) else {
        throw Mistake(key: key, message: "has entry \(index + 1) that is not a string; allowed are strings")
      }
      if seen.insert(text).inserted { result.append(text) }
    }
    return result
  }

  private func string(_ node: OpaquePointer) -> String? {
    guard library.kind(node) == Kind.string.rawValue else { return nil }
    return library.text(node, nil).map { String(cString: $0) }
  }
}
