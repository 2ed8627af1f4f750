import SchedulerCore

/// A row of a table of comma-separated values (RFC 4180), with its place. A field may stand in quotation
/// marks, within which two of them are one; a line break within them is not allowed.
struct TraceRow {
  /// The number of the line, from 1.
  let line: Int
  /// The names of the columns.
  let columns: [String]
  private let fields: [String]

  /// - Throws: ``TraceError`` for bytes that are not UTF-8, for a quotation mark in the wrong place, and for
  ///   another number of fields than there are columns.
  init(_ bytes: ArraySlice<UInt8>, line: Int, columns: [String]) throws(TraceError) {
    try self.init(
      Self.split(bytes, line: line), line: line, columns: columns,
      allowed: "\(columns.count): \(columns.joined(separator: ","))")
  }

  /// Creates a row whose fields have tabs between them. Quotation marks and commas are part of a field.
  init(tabs bytes: ArraySlice<UInt8>, line: Int, columns: [String]) throws(TraceError) {
    var fields: [String] = []
    for field in bytes.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false) {
      fields.append(try Self.text(field, line: line))
    }
    try self.init(
      fields, line: line, columns: columns,
      allowed: "\(columns.count) with tabs between them: \(columns.joined(separator: ", "))")
  }

  private init(_ fields: [String], line: Int, columns: [String], allowed: String) throws(TraceError) {
    (self.line, self.columns, self.fields) = (line, columns, fields)
    guard fields.count == columns.count else {
      throw TraceError(
        line: line, found: fields.count == 1 ? "1 field" : "\(fields.count) fields", allowed: allowed)
    }
  }

  private static func text(_ field: some Collection<UInt8>, line: Int) throws(TraceError) -> String {
    guard let text = String(validating: field, as: UTF8.self) else {
      throw TraceError(line: line, found: String(decoding: field, as: UTF8.self), allowed: "UTF-8")
    }
    return text
  }

  /// Returns the fields of a line.
  static func split(_ bytes: ArraySlice<UInt8>, line: Int) throws(TraceError) -> [String] {
    var fields: [String] = []
    var rest = bytes
    while true {
      let (field, hasMore) = try take(from: &rest, line: line)
      fields.append(try text(field, line: line))
      if !hasMore { return fields }
    }
  }

  private static func take(
    from rest: inout ArraySlice<UInt8>, line: Int
  ) throws(TraceError) -> (field: [UInt8], hasMore: Bool) {
    let (comma, quote) = (UInt8(ascii: ","), UInt8(ascii: "\""))
    guard rest.first == quote else {
      let field = rest.prefix { $0 != comma }
      let hasMore = field.endIndex < rest.endIndex
      rest = rest[field.endIndex...].dropFirst()
      return (Array(field), hasMore)
    }
    var field: [UInt8] = []
    rest = rest.dropFirst()
    while let end = rest.firstIndex(of: quote) {
      field += rest[..<end]
      rest = rest[end...].dropFirst()
      switch rest.first {
      case quote?:
        field.append(quote)
        rest = rest.dropFirst()
      case comma?:
        rest = rest.dropFirst()
        return (field, true)
      case nil: return (field, false)
      default:
        throw TraceError(
          line: line, found: String(decoding: rest.prefix(64), as: UTF8.self),
          allowed: "a comma or the end behind the quotation mark that ends a field")
      }
    }
    throw TraceError(
      line: line, found: String(decoding: (field + rest).prefix(64), as: UTF8.self),
      allowed: "a quotation mark at the end of a field that begins with one, in the same line")
  }

  /// The text of a column.
  subscript(column: Int) -> String { fields[column] }

  /// Returns an error about the text of a column.
  func error(_ column: Int, allowed: String) -> TraceError {
    TraceError(line: line, field: columns[column], found: fields[column], allowed: allowed)
  }

  /// Returns a column's date in Unix seconds, with up to six digits behind a point.
  func date(_ column: Int) throws(TraceError) -> WallTime {
    guard let uSec = UnixSeconds.parse(fields[column]) else {
      throw error(column, allowed: UnixSeconds.allowed)
    }
    return WallTime(uSec: uSec)
  }

  /// Returns the name of the device.
  func device(_ column: Int) throws(TraceError) -> String {
    let name = fields[column]
    guard TraceBounds.nameBytes.contains(name.utf8.count) else {
      throw error(column, allowed: "a name of 1 to \(TraceBounds.nameBytes.upperBound) bytes")
    }
    return name
  }
}

/// The text of dates in traces.
enum UnixSeconds {
  static let allowed = "seconds since 1970, such as 1580294538 or 1580294538.25, up to the year 9999"

  /// Returns the date in microseconds; `nil` for any other text.
  static func parse(_ text: String) -> Int64? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = parts.map { Array($0.utf8) }
    guard let whole = digits.first, (1...12).contains(whole.count), whole.allSatisfy(isDigit) else {
      return nil
    }
    var uSec: Int64 = 0
    for digit in whole { uSec = uSec * 10 + Int64(digit & 0xF) }
    uSec *= 1_000_000
    if digits.count == 2 {
      guard (1...6).contains(digits[1].count), digits[1].allSatisfy(isDigit) else { return nil }
      var unit: Int64 = 100_000
      for digit in digits[1] {
        uSec += Int64(digit & 0xF) * unit
        unit /= 10
      }
    }
    return uSec <= WallTime.maximum.uSec ? uSec : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  /// Returns the text of a date.
  static func format(_ date: WallTime) -> String {
    let (seconds, rest) = max(date.uSec, 0).quotientAndRemainder(dividingBy: 1_000_000)
    guard rest > 0 else { return "\(seconds)" }
    var digits = String("\(1_000_000 + rest)".dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(seconds).\(digits)"
  }
}
