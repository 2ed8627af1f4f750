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

  /// Reads one; nil when the bytes are none.
  init?(_ bytes: [UInt8], _ library: PropertyListLibrary) {
    var top: OpaquePointer?
    bytes.withUnsafeBufferPointer { bytes in
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

  /// What a key says; nil when it is not there or says something else than one text.
  func string(_ key: String) -> String? { library.item(top, key).flatMap(string) }

  /// The texts of a key's array, without what is none; empty when it is not there.
  func strings(_ key: String) -> [String] {
    guard let array = library.item(top, key), library.kind(array) == Kind.array.rawValue else { return [] }
    return (0..<library.count(array)).compactMap { library.element(array, $0).flatMap(string) }
  }

  private func string(_ node: OpaquePointer) -> String? {
    guard library.kind(node) == Kind.string.rawValue else { return nil }
    return library.text(node, nil).map { String(cString: $0) }
  }
}
