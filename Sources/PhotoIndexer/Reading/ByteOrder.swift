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
