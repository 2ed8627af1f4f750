/// A number by which a content is recognized again: FNV-1a, 64 bits. The store keeps the numbers, so the
/// arithmetic never changes. It does not withstand forgers, who could only deceive themselves.
package struct ContentDigest {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  /// The digest of everything that was added.
  package var value: Int64 { Int64(bitPattern: state) }

  /// Adds these bytes to the digest.
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { mix(byte) }
  }

  /// Adds a number, or `nil`, which differs from zero.
  package mutating func add(_ number: Int64?) {
    mix(number == nil ? 0 : 1)
    guard let number else { return }
    withUnsafeBytes(of: number.littleEndian) { add($0) }
  }

  private mutating func mix(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x100_0000_01b3
  }
}
