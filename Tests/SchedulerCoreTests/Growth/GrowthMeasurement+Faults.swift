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
    guard let longestAllowed, let cost = cell.cost, excess(of: cell) > 1 else { return nil }
    return "\(occasion.name): \(cell.size) tasks, an event of \(GrowthText.milliseconds(cost.longest)) ms; "
      + "allowed are \(GrowthText.milliseconds(longestAllowed))"
  }

  private func unfinished(_ table: GrowthTable, _ size: Int) -> String? {
    let row = table.rows.first { row in row.cells.contains { $0.size == size && $0.cost == nil } }
    return row.map { "\($0.occasion.name), and what follows: \(size) tasks, more than anybody waits for" }
  }
}
