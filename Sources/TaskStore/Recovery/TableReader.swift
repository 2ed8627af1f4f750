/// The reader of one table of a damaged file, by its integer key and without its indexes. Where reading fails
/// it looks for the next key from which it succeeds, and reads back from there, so that a damaged page costs
/// only the rows on that page.
struct TableReader<Content: StoredRow> {
  /// The result of a walk along the table.
  private struct Walk {
    var last: Int64?
    var isComplete: Bool
  }

  /// The statements that are run again and again.
  private struct Statements {
    var up: Statement
    var down: Statement
    var first: Statement

    init(_ connection: Connection) throws(StoreError) {
      let table = Content.table
      let select = """
        SELECT \(table.columns.joined(separator: ", ")) FROM \(table.name) NOT INDEXED
        WHERE \(table.key) BETWEEN ?1 AND ?2 ORDER BY \(table.key)
        """
      up = try connection.prepare(select)
      down = try connection.prepare("\(select) DESC")
      first = try connection.prepare("\(select) LIMIT 1")
    }
  }

  private let connection: Connection
  private let statements: Statements?
  private let take: ([SQLValue]) throws(StoreError) -> Void
  /// The statements that may still run, a bound for files that are all damage. The rest counts as unreadable.
  private var statementsLeft = 20_000
  /// The rows by what became of them; those that were handed out count as saved.
  private(set) var rows = RecoveredRows()
  /// The faults of rows that are not what was written.
  private(set) var faults: [RowFault] = []

  /// - Parameter take: Gets every whole row once, in no particular order.
  init(_ connection: Connection, take: @escaping ([SQLValue]) throws(StoreError) -> Void) {
    self.connection = connection
    self.take = take
    // SQLite refuses the first statement after a schema that it could read only in part, and takes the
    // second.
    statements = (try? Statements(connection)) ?? (try? Statements(connection))
  }

  /// Reads the table.
  /// - Throws: The errors of `take`. An unreadable place is no error here.
  mutating func read() throws(StoreError) {
    guard let statements else {
      // The schema does not know the table.
      rows.unreadablePlaces = 1
      return
    }
    var rest: KeyRange? = .all
    while let range = rest {
      let walk = try walk(range, statements.up, upwards: true)
      guard !walk.isComplete else { return }
      rows.unreadablePlaces += 1
      guard let unread = range.after(walk.last) else { return }
      rest = try skip(unread, statements)
    }
  }

  /// Finds the next key from which the table can be read, and reads what is before it.
  /// - Parameter range: A range that cannot be read from its beginning.
  /// - Returns: The range that is still to be read, from a readable key on; `nil` when there is nothing more.
  private mutating func skip(_ range: KeyRange, _ statements: Statements) throws(StoreError) -> KeyRange? {
    // A page has a few dozen rows at most, so the first steps are small; an inner page has thousands.
    let smallSteps: Int64 = 64
    var distance: Int64 = 1
    while true {
      let (start, overflow) = max(range.first, 0).addingReportingOverflow(distance)
      guard !overflow, start <= range.last, statementsLeft > 0 else { break }
      let probe = KeyRange(first: start, last: range.last)
      if canRead(probe, statements) {
        if let gap = range.before(start) { try fill(gap, statements, halving: distance > smallSteps) }
        return probe
      }
      distance =
        distance < smallSteps ? distance + 1 : distance.multipliedReportingOverflow(by: 2).partialValue
      if distance <= 0 { break }
    }
    try fill(range, statements, halving: true)
    return nil
  }

  /// Reads the readable part of a range whose first key is known to be unreadable: from its end, and, where
  /// it may be long, in halves.
  private mutating func fill(_ gap: KeyRange, _ statements: Statements, halving: Bool) throws(StoreError) {
    var ranges = [gap]
    // Enough to find the rows between two damaged places.
    var attempts = halving ? 256 : 1
    while attempts > 0, statementsLeft > 0, let range = ranges.popLast() {
      attempts -= 1
      let down = try walk(range, statements.down, upwards: false)
      guard !down.isComplete, let rest = range.before(down.last) else { continue }
      // The largest range first: small ones are most likely the damaged page itself.
      ranges = rest.halves + ranges
    }
  }

  /// Whether the range can be read from its beginning, if only one row of it or to its end when it has none.
  private mutating func canRead(_ range: KeyRange, _ statements: Statements) -> Bool {
    statementsLeft -= 1
    return (try? connection.execute(statements.first, range.bounds) { _ in }) != nil
  }

  /// Hands out rows until the range ends or reading fails.
  private mutating func walk(
    _ range: KeyRange, _ statement: Statement, upwards: Bool
  ) throws(StoreError) -> Walk {
    statementsLeft -= 1
    var walk = Walk(last: nil, isComplete: true)
    var refusal: StoreError?
    do throws(StoreError) {
      try connection.execute(statement, range.bounds) { row throws(StoreError) in
        guard case .integer(let key)? = row.first else { return }
        // Pages that point at each other in a circle give keys that do not go on in one direction.
        if let last = walk.last, upwards ? key <= last : key >= last {
          throw StoreError(code: .damaged, path: connection.path, detail: "keys are out of order")
        }
        walk.last = key
        if let fault = Self.fault(in: row) {
          rows.skipped += 1
          faults.append(fault)
          return
        }
        do throws(StoreError) {
          try take(row)
          rows.saved += 1
        } catch {
          refusal = error
          throw error
        }
      }
    } catch {
      if let refusal { throw refusal }
      walk.isComplete = false
    }
    return walk
  }

  private static func fault(in row: [SQLValue]) -> RowFault? {
    do throws(RowFault) {
      let _: Content = try RowReader.read(.values(row))
      return nil
    } catch {
      return error
    }
  }
}
