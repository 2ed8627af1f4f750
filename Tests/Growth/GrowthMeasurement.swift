/// How the table is measured.
struct GrowthMeasurement {
  /// So many tasks, the fewest first.
  let sizes: [Int]
  /// So many besides, of tasks that ask for little.
  let sizesOfSimple: [Int]
  /// What takes longer in all, in nanoseconds, is not lived to its end.
  private let patience: Int64 = 60_000_000_000
  /// No event may take longer, in nanoseconds.
  private let longestAllowed: Int64 = 50_000_000

  /// The number of measurements of a table in which something seems too much: what else the machine, or its
  /// host, does with the same memory and caches makes it seem more than it is.
  private static let attempts = 40
  /// What is so many times too much is that: where 14 programs shared two processors, nothing that is in
  /// proportion seemed to be more than 1.2 times too much.
  private static let hopeless = 2.0

  /// Measures all lives of these requests. Tables in which something seems too much are measured again after
  /// all others, so that a bad minute of the machine does not decide.
  /// - Parameter progress: Called with a line about each step.
  func tables(_ wishes: [Wish], progress: (String) -> Void) throws -> [GrowthTable] {
    var tables: [GrowthTable] = []
    for (number, wish) in wishes.enumerated() {
      progress("\(number + 1) of \(wishes.count): \(wish.name)")
      tables += try Life.all.map { try table(wish, $0) }
    }
    for _ in 1..<Self.attempts {
      let suspicious = tables.indices.filter { mayBeAllowed(tables[$0]) }
      guard !suspicious.isEmpty else { break }
      progress("\(suspicious.count) of \(tables.count) tables once more")
      for place in suspicious {
        for size in tables[place].sizes { try tables[place].measure(size, patience: patience) }
      }
    }
    return tables
  }

  private func table(_ wish: Wish, _ life: Life) throws -> GrowthTable {
    // What a program does for the first time takes longer.
    var first = GrowthTable(wish, life)
    try first.measure(5, patience: patience)

    var table = GrowthTable(wish, life)
    var last: Int64 = 0
    for size in life.sizes(wish.isSimple ? sizes + sizesOfSimple : sizes) {
      // With four times as many it would take sixteen times as long, if it goes on growing so.
      guard last < patience / 8 else {
        table.giveUp(size)
        continue
      }
      last = try table.measure(size, patience: patience)
    }
    return table
  }

  /// Something is too much, and by so little that it may not be.
  private func mayBeAllowed(_ table: GrowthTable) -> Bool {
    let excesses = table.rows.flatMap { $0.steps.map(\.excess) + $0.cells.map(excess) }
    return table.spent < 2 * patience && excesses.contains { 1 < $0 && $0 < Self.hopeless }
  }

  /// How many times as long as it may the longest event of it takes.
  func excess(of cell: GrowthRow.Cell) -> Double {
    cell.cost.map { Double($0.longest) / Double(longestAllowed) } ?? .infinity
  }
}

extension GrowthMeasurement {
  /// What is too much, and why what was measured shows nothing.
  func faults(of table: GrowthTable) -> [String] {
    let rows = table.rows
    let grown = rows.flatMap { row in row.steps.compactMap { fault(of: row.occasion, $0) } }
    let long = rows.flatMap { row in row.cells.compactMap { fault(of: row.occasion, $0) } }
    return grown + long + table.sizes.compactMap { unfinished(table, $0) } + table.problems.sorted()
  }

  private func fault(of occasion: Occasion, _ step: GrowthRow.Step) -> String? {
    guard !step.isAllowed, let ratio = step.ratio, let (before, after) = step.totals else { return nil }
    return "\(occasion.name): \(step.before.size) tasks \(GrowthText.milliseconds(before)) ms, "
      + "\(step.after.size) tasks \(GrowthText.milliseconds(after)) ms, "
      + "\(GrowthText.times(ratio)) times as much; allowed are \(GrowthText.times(step.allowed))"
  }

  private func fault(of occasion: Occasion, _ cell: GrowthRow.Cell) -> String? {
    guard let cost = cell.cost, excess(of: cell) > 1 else { return nil }
    return "\(occasion.name): \(cell.size) tasks, an event of \(GrowthText.milliseconds(cost.longest)) ms; "
      + "allowed are \(GrowthText.milliseconds(longestAllowed))"
  }

  private func unfinished(_ table: GrowthTable, _ size: Int) -> String? {
    let row = table.rows.first { row in row.cells.contains { $0.size == size && $0.cost == nil } }
    return row.map { "\($0.occasion.name), and what follows: \(size) tasks, more than anybody waits for" }
  }
}
