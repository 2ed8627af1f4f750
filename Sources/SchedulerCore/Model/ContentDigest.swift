/// One number for a content, by which it is recognized again: FNV-1a, 64 bits. The numbers are kept in the
/// store, so the arithmetic never changes. It does not withstand forgers, who could only deceive themselves.
package struct ContentDigest {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Nothing yet.
  package init() {}

  /// The number.
  package var value: Int64 { Int64(bitPattern: state) }

  /// Goes on with these bytes.
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { mix(byte) }
  }

  /// Nothing is not the same as zero.
  package mutating func add(_ number: Int64?) {
    mix(number == nil ? 0 : 1)
    guard let number else { return }
    withUnsafeBytes(of: number.littleEndian) { add($0) }
  }

  private mutating func mix(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x100_0000_01b3
  }
}
