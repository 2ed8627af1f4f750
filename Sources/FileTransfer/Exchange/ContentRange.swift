/// Which bytes of what an answer has (RFC 9110, 14.4): `bytes 100-199/1000`, `bytes 100-199/*` or, where
/// there are none of those that were asked for, `bytes */1000`.
package struct ContentRange: Hashable, Sendable {
  /// The first and the last byte; nil is none.
  package var bytes: ClosedRange<Int64>?
  /// How many the whole has; nil is not said.
  package var total: Int64?

  /// Reads a field's value; nil when it is none.
  package init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    if parts[1] != "*" {
      guard let total = ByteCount.read(parts[1]) else { return nil }
      self.total = total
    }
    guard parts[0] != "*" else {
      guard total != nil else { return nil }
      return
    }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = ByteCount.read(ends[0]), let last = ByteCount.read(ends[1]),
      first <= last, last < total ?? .max
    else { return nil }
    bytes = first...last
  }

  /// Whether it is all that there is.
  package var isAll: Bool {
    guard let bytes, let total else { return false }
    return bytes.lowerBound == 0 && bytes.upperBound == total - 1
  }
}

/// Counts in fields of heads: digits and nothing else (RFC 9110, 8.6).
enum ByteCount {
  /// Nil for what is none, or more than anything can have.
  static func read(_ text: some StringProtocol) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
      return nil
    }
    return Int64(text)
  }
}
