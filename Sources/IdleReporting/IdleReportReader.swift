/// Takes a helper's output apart, piece by piece as it comes. What is no report is none of a helper's.
package struct IdleReportReader: Sendable {
  /// The output has something that no helper writes.
  package struct Nonsense: Error {}

  /// No line is longer, with its end.
  private static let longest = 16

  /// The beginning of a line whose end has not come yet.
  private var rest: [UInt8] = []

  /// A reader of an output that begins.
  package init() {}

  /// Takes what came.
  /// - Returns: The last report in it, which is what is so now; nil when no line has ended.
  /// - Throws: ``Nonsense``.
  package mutating func take(_ bytes: some Sequence<UInt8>) throws(Nonsense) -> IdleReport? {
    var last: IdleReport?
    for byte in bytes {
      guard byte == UInt8(ascii: "\n") else {
        rest.append(byte)
        if rest.count >= Self.longest { throw Nonsense() }
        continue
      }
      guard let report = IdleReport(rawValue: String(decoding: rest, as: UTF8.self)) else { throw Nonsense() }
      last = report
      rest = []
    }
    return last
  }
}
