/// Writes netlink's structures byte by byte, so that tests can also write wrong ones.
struct NetlinkBytes {
  var bytes: [UInt8] = []

  static let done: UInt16 = 3
  static let error: UInt16 = 2
  static let newLink: UInt16 = 16
  static let deleteLink: UInt16 = 17
  static let newRoute: UInt16 = 24
  static let interrupted: UInt16 = 0x10

  func adding<Value: FixedWidthInteger>(_ value: Value) -> NetlinkBytes {
    var copy = self
    withUnsafeBytes(of: value) { copy.bytes.append(contentsOf: $0) }
    return copy
  }

  func adding(_ more: [UInt8]) -> NetlinkBytes { NetlinkBytes(bytes: bytes + more) }

  func padded() -> NetlinkBytes {
    adding([UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4))
  }

  /// `struct nlmsghdr` and a payload; `length` overrides what the header says.
  static func message(
    _ type: UInt16, flags: UInt16 = 0, sequence: UInt32 = 1, length: UInt32? = nil, _ payload: [UInt8] = []
  ) -> [UInt8] {
    NetlinkBytes().adding(length ?? UInt32(16 + payload.count)).adding(type).adding(flags).adding(sequence)
      .adding(UInt32(0)).adding(payload).padded().bytes
  }

  /// `struct nlattr` and a value; `length` overrides what the header says.
  static func attribute(_ type: UInt16, length: UInt16? = nil, _ value: [UInt8]) -> [UInt8] {
    NetlinkBytes().adding(length ?? UInt16(4 + value.count)).adding(type).adding(value).padded().bytes
  }

  static func number<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    NetlinkBytes().adding(value).bytes
  }

  /// `struct ifinfomsg` and attributes.
  static func link(family: UInt8 = 0, index: Int32, flags: UInt32, _ attributes: [UInt8]) -> [UInt8] {
    NetlinkBytes().adding(family).adding(UInt8(0)).adding(UInt16(1)).adding(index).adding(flags).adding(
      UInt32(0)
    )
    .adding(attributes).bytes
  }

  /// `struct rtmsg` and attributes.
  static func route(
    family: UInt8 = 2, prefix: UInt8 = 0, table: UInt8 = 254, type: UInt8 = 1, flags: UInt32 = 0,
    _ attributes: [UInt8]
  ) -> [UInt8] {
    NetlinkBytes().adding([family, prefix, 0, 0, table, 0, 0, type]).adding(flags).adding(attributes).bytes
  }
}
