extension String {
  /// What is said when ``isName`` does not hold.
  static let nameRule = "allowed are ASCII letters, digits, '.', '-' and '_', 255 at most"

  /// What identifiers and applications' names are made of, as in the protocol.
  var isName: Bool {
    1...255 ~= utf8.count
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
