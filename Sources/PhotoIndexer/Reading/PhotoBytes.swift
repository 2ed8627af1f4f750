/// The bytes of a photo, wherever they are. Whoever reads says how many bytes from where, and never more than
/// fit a small piece of memory.
protocol PhotoBytes {
  /// How many there are.
  var count: Int { get }
  /// Bytes from a place on, fewer at the end.
  func read(_ count: Int, at offset: Int) throws(PhotoProblem) -> [UInt8]
}

extension PhotoBytes {
  /// Exactly so many bytes.
  /// - Parameter what: What they are, for the problem when they are not there.
  func bytes(_ count: Int, at offset: Int, _ what: String) throws(PhotoProblem) -> [UInt8] {
    guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else {
      throw PhotoProblem(.truncated, "it ends after \(self.count) bytes, before the end of \(what)")
    }
    let bytes = try read(count, at: offset)
    guard bytes.count == count else {
      throw PhotoProblem(.truncated, "it became shorter while it was read, before the end of \(what)")
    }
    return bytes
  }
}

/// Which byte of a number comes first.
enum ByteOrder {
  case big
  case little

  /// The number that the bytes are; at most eight of them.
  func number(_ bytes: some BidirectionalCollection<UInt8>) -> UInt64 {
    switch self {
    case .big: bytes.reduce(0) { $0 << 8 | UInt64($1) }
    case .little: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}
