import CLinux

/// One attribute of a netlink message: `struct nlattr` and its value.
package struct NetlinkAttribute: Hashable, Sendable {
  /// The type (`IFLA_IFNAME` and the like), without the bits for nesting and network byte order.
  package var type: UInt16
  /// The value, without padding.
  package var value: ArraySlice<UInt8>

  /// Returns the attributes that fill these bytes.
  /// - Throws: ``NetlinkFormatError`` when a length does not fit into the bytes.
  static func parse(_ bytes: ArraySlice<UInt8>) throws(NetlinkFormatError) -> [NetlinkAttribute] {
    let header = MemoryLayout<nlattr>.size
    return try bytes.records("nla_len", header: header) { $0.native(UInt16.self, at: 0).map(Int.init) }
      .map { record in
        NetlinkAttribute(
          type: (record.native(UInt16.self, at: 2) ?? 0) & 0x3fff, value: record.dropFirst(header))
      }
  }

  /// Returns the value as text, up to its NUL and of at most `limit` bytes, with invalid UTF-8 replaced.
  func text(limit: Int) -> String { String(decoding: value.prefix(limit).prefix { $0 != 0 }, as: UTF8.self) }
}
