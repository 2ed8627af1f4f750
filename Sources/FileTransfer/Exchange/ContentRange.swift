/// The value of Content-Range (RFC 9110, 14.4): `bytes 100-199/1000`, `bytes 100-199/*` or, where the file
/// has none of the bytes that were asked for, `bytes */1000`.
package struct ContentRange: Hashable, Sendable {
  /// The first and the last byte in the body; `nil` where there are none.
  package var bytes: ClosedRange<Int64>?
  /// The length of the whole file; `nil` where the server does not say it.
  package var total: Int64?

  /// Reads the field's value; `nil` where it is malformed.
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

  /// Whether the range is the whole file.
  package var isAll: Bool {
    guard let bytes, let total else { return false }
    return bytes.lowerBound == 0 && bytes.upperBound == total - 1
  }
}

/// Counts in fields of heads: digits and nothing else (RFC 9110, 8.6).
enum ByteCount {
  /// Returns the count, or `nil` where the text is none or does not fit 64 bits.
  static func read(_ text: some StringProtocol) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
      return nil
    }
    return Int64(text)
  }
}
