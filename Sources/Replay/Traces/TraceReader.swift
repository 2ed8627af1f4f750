/// A reader of a trace, line by line.
package struct TraceReader {
  private let asked: TraceFormat?
  private var format: (any TraceFormatReader)?
  private var line = 0

  /// - Parameter format: The format; `nil` is the one that the first line names.
  package init(_ format: TraceFormat? = nil) { asked = format }

  /// Takes in the next line, without its newline.
  /// - Throws: ``TraceError`` with the line and the field.
  package mutating func take(_ bytes: ArraySlice<UInt8>) throws(TraceError) {
    line += 1
    guard line <= TraceBounds.rows else {
      throw TraceError(line: line, found: "one more line", allowed: "\(TraceBounds.rows) lines at most")
    }
    guard bytes.count <= TraceBounds.lineBytes else {
      throw TraceError(
        line: line, found: String(decoding: bytes.prefix(64), as: UTF8.self),
        allowed: "a line of \(TraceBounds.lineBytes) bytes at most")
    }
    let text = bytes.last == 0x0D ? bytes.dropLast() : bytes
    if format != nil {
      if !text.isEmpty { try format?.take(text, line: line) }
    } else {
      try begin(text)
    }
  }

  /// Reads the first line, which names the columns.
  private mutating func begin(_ text: ArraySlice<UInt8>) throws(TraceError) {
    guard !text.starts(with: [0x1F, 0x8B]) else {
      throw TraceError(found: "a file that gzip(1) has compressed", allowed: "what gunzip(1) makes of it")
    }
    if asked == .upower {
      format = UPowerReader()
      if !text.isEmpty { try format?.take(text, line: line) }
      return
    }
    // A byte order mark is no part of a name.
    let named = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text
    let columns = try TraceRow.split(named, line: line)
    let found = TraceFormat(columns: columns)
    guard let found, asked == nil || asked == found else {
      let allowed = (asked.map { [$0] } ?? TraceFormat.allCases).map { $0.columns.joined(separator: ",") }
      let hint =
        found.map { "; --format \($0.rawValue) reads this" }
        ?? (asked == nil ? "; --format upower reads UPower's history, which has no such line" : "")
      throw TraceError(
        line: line, found: columns.joined(separator: ","),
        allowed: allowed.filter { !$0.isEmpty }.joined(separator: " or ") + hint)
    }
    format =
      switch found {
      case .changes: ChangesReader()
      case .windows: WindowsReader()
      case .niimpy: NiimpyReader()
      case .upower: UPowerReader()
      }
  }

  /// Ends the trace and returns its devices, at least one.
  package mutating func finish() throws(TraceError) -> [DeviceTrace] {
    guard let traces = try format?.finish(), !traces.isEmpty else {
      throw TraceError(found: "", allowed: "a trace with at least one row")
    }
    return traces
  }
}

/// A reader of the rows of one format.
protocol TraceFormatReader {
  /// Takes in a row, which is not empty.
  mutating func take(_ bytes: ArraySlice<UInt8>, line: Int) throws(TraceError)
  /// Returns the devices of all rows.
  mutating func finish() throws(TraceError) -> [DeviceTrace]
}
