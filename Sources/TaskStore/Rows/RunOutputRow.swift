import SchedulerCore

/// A row of the table `run_output`.
struct RunOutputRow: StoredRow {
  static let table = Table.runOutput
  static let keep = Query.keepOutput

  /// The run's ``RunRow/sequence``.
  var run: Int64
  var output: RunOutput

  init(run: Int64, output: RunOutput) {
    self.run = run
    self.output = output
  }

  init(reading reader: inout RowReader) throws(RowFault) {
    run = try reader.integer()
    output = RunOutput(bytes: try reader.bytes(), isTruncated: try reader.flag())
  }

  func write(to row: inout RowWriter) {
    row.add(run)
    row.add(output.bytes)
    row.add(output.isTruncated)
  }
}
