import SchedulerCore

/// The lines of the record of conditions, counted, and the writing and deleting that changes their count.
/// Lines have successive numbers and are deleted from the first on, a bounded number at a time.
struct RecordCounter {
  /// The bytes of a line besides its names, about.
  static let lineBytes = 32
  /// The most lines that a batch deletes, besides twice the lines that it adds: the record shrinks to its
  /// limits over several batches, and none of them stalls.
  private static let prunedAtMost: Int64 = 64
  /// The oldest lines among which those that are too old are looked for. Dates of a clock that was wrong are
  /// among them and end nothing.
  private static let searchedAtMost: Int64 = 512

  /// The number of the first line, and of the next one.
  private(set) var first: Int64 = 1
  private(set) var next: Int64 = 1
  /// The bytes that the lines take, about.
  private(set) var bytes = 0
  /// The number of lines that the current batch has added.
  private var added: Int64 = 0

  /// The most numbers that may lack between the first and the last line, and the most lines that are taken
  /// out one at a time because they are damaged.
  private static let missingAtMost = 64

  init() {}

  /// Counts the lines of the table. A line whose number is out of place has been damaged: it is deleted with
  /// all damaged lines, and where that does not help, the record begins anew.
  init(of connection: Connection) throws(StoreError) {
    if let row = try connection.firstRow(.countRecord), take(row) { return }
    try Self.deleteDamaged(connection)
    if let row = try connection.firstRow(.countRecord), take(row) { return }
    try connection.run(.forgetRecord)
  }

  /// Takes the result of ``Query/countRecord``. Returns `false` when its numbers cannot be those of lines.
  private mutating func take(_ row: [SQLValue]) -> Bool {
    guard case .integer(let first) = row[0], case .integer(let last) = row[1],
      case .integer(let count) = row[2], case .integer(let names) = row[3]
    else { return false }
    guard count > 0 else { return true }
    guard 0 < first, last < .max / 2, last - first - (count - 1) <= Int64(Self.missingAtMost) else {
      return false
    }
    (self.first, next) = (first, last + 1)
    bytes = Int(count) * Self.lineBytes + Int(names)
    return true
  }

  private static func deleteDamaged(_ connection: Connection) throws(StoreError) {
    var damaged: [Int64] = []
    try connection.rows(.recordFrom, [.integer(.max), .integer(.min)]) { row in
      guard damaged.count <= missingAtMost, case .integer(let number)? = row.first else { return }
      let line: RecordedRow? = try? RowReader.read(.values(row))
      if line == nil { damaged.append(number) }
    }
    guard damaged.count <= missingAtMost else { return }
    for number in damaged { try connection.run(.deleteRecorded, [.integer(number)]) }
  }

  mutating func add(_ change: RecordedChange, to connection: Connection) throws(StoreError) {
    let row = RecordedRow(sequence: next, change: change)
    try connection.put(.addToRecord, row)
    next += 1
    added += 1
    bytes += Self.lineBytes
    bytes += row.names?.unicodeScalars.count ?? 0
  }

  mutating func deleteAll(_ connection: Connection) throws(StoreError) {
    try connection.run(.forgetRecord)
    (first, bytes) = (next, 0)
  }

  /// Deletes lines that are too old or too many, at the end of a batch that has added some.
  mutating func prune(_ connection: Connection, _ limits: HistoryLimits, now: WallTime) throws(StoreError) {
    guard added > 0 else { return }
    defer { added = 0 }
    let most = first + min(Self.prunedAtMost + 2 * added, next - first)
    var end = first
    let (cutoff, overflow) = now.uSec.subtractingReportingOverflow(limits.maximumRecordAge.uSec)
    if !overflow,
      case .integer(let old)? = try connection.firstRow(
        .oldOfRecord, [.integer(first + Self.searchedAtMost), .integer(cutoff)])?.first
    {
      end = old + 1
    }
    // All lines have the same size but for names, and what names take is found when they are deleted.
    let surplus = bytes - max(limits.maximumRecordBytes, 0)
    if surplus > 0 { end = max(end, first + Int64((surplus - 1) / Self.lineBytes) + 1) }
    end = min(end, most)
    guard end > first else { return }
    try connection.rows(.pruneRecord, [.integer(end)]) { row in
      bytes -= Self.lineBytes
      if case .integer(let names)? = row.first { bytes -= Int(names) }
    }
    first = end
  }
}
