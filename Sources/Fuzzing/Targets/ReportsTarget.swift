import IdleReporting

/// The output of a helper at a display, in pieces of any size: the reports in it do not depend on the pieces,
/// and nothing else is believed.
enum ReportsTarget: FuzzTarget {
  static let name = "reports"

  static func run(_ bytes: UnsafeRawBufferPointer) {
    guard let first = bytes.first else { return }
    let output = Array(bytes.dropFirst())
    let whole = read(output, pieceBytes: max(output.count, 1))
    let pieces = read(output, pieceBytes: Int(first) + 1)
    hold(whole == pieces, "reports do not depend on the pieces: \(whole), \(pieces)")
    guard !whole.isNonsense else { return }
    let lines = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
    let expected = lines.last.flatMap { IdleReport(rawValue: String(decoding: $0, as: UTF8.self)) }
    hold(whole.last == expected, "the last line is what is so: \(whole), \(expected as Any)")
  }

  private struct Heard: Equatable {
    var last: IdleReport?
    var isNonsense = false
  }

  private static func read(_ output: [UInt8], pieceBytes: Int) -> Heard {
    var reader = IdleReportReader()
    var heard = Heard()
    var rest = output[...]
    while !rest.isEmpty {
      do throws(IdleReportReader.Nonsense) {
        heard.last = try reader.take(rest.prefix(pieceBytes)) ?? heard.last
      } catch {
        // Reports before nonsense do not count any more.
        return Heard(isNonsense: true)
      }
      rest = rest.dropFirst(pieceBytes)
    }
    return heard
  }
}
