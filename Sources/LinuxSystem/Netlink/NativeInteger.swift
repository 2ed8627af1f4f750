extension ArraySlice<UInt8> {
  /// Returns the number at an offset, in this machine's byte order as the kernel's; nil beyond the end.
  func native<Value: FixedWidthInteger & BitwiseCopyable>(_ type: Value.Type, at offset: Int) -> Value? {
    guard offset >= 0, count - offset >= MemoryLayout<Value>.size else { return nil }
    return withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
  }

  /// Splits into records that begin with their own length and are padded to 4 bytes: netlink messages,
  /// attributes, next hops.
  /// - Parameters:
  ///   - field: The length field's name, for the error.
  ///   - header: The shortest record in bytes.
  ///   - length: Reads the length of the record that these bytes begin with.
  func records(
    _ field: String, header: Int, length: (ArraySlice<UInt8>) -> Int?
  ) throws(NetlinkFormatError) -> [ArraySlice<UInt8>] {
    var records: [ArraySlice<UInt8>] = []
    var rest = self
    while !rest.isEmpty {
      guard rest.count >= header, let size = length(rest), (header...rest.count).contains(size) else {
        throw NetlinkFormatError(
          field: field, found: rest.count < header ? rest.count : length(rest) ?? 0,
          allowed: header...Swift.max(header, rest.count))
      }
      records.append(rest.prefix(size))
      rest = rest.dropFirst(size + (4 - size % 4) % 4)
    }
    return records
  }
}

extension Array<UInt8> {
  /// Appends a number in this machine's byte order.
  mutating func appendNative<Value: FixedWidthInteger>(_ value: Value) {
    Swift.withUnsafeBytes(of: value) { append(contentsOf: $0) }
  }
}
