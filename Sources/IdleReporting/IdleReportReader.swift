/// A reader of a helper's output, piece by piece as it comes. A line that is no report is an error.
package struct IdleReportReader: Sendable {
  /// The error of output that no helper writes.
  package struct Nonsense: Error {}

  /// The longest line in bytes, with its end.
  private static let longest = 16

  /// The beginning of a line whose end has not come yet.
  private var rest: [UInt8] = []

  /// A reader at the beginning of an output.
  package init() {}

  /// Takes the next piece.
  /// - Returns: The last report in it, which holds now; nil when no line has ended.
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

/// A helper's report of whether its display is idle: the case's name is a line of its output. The first comes
/// when the helper has found out, and another with each change.
package enum IdleReport: String, Sendable {
  /// No input came for the whole pause.
  case idle
  /// Input came, or a program keeps the display awake.
  case active
  /// The display has no input devices.
  case unknown
}
