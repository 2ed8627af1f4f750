/// FNV-1a with 64 bits (draft-eastlake-fnv), of a file's whole content. Together with the size it tells
/// photos apart by accident, not by intent: whoever wants to can make two files that have the same. It is
/// good for showing what looks like a duplicate to a person, not for deleting.
struct ContentHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    var hash = value
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    value = hash
  }

  /// 16 hexadecimal digits.
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
