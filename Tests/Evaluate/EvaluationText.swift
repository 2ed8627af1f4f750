/// The table for people.
enum EvaluationText {
  private static let nameWidth = 24

  static func lines(of cell: EvaluatedCell) -> [String] {
    let titles = ["success/start", "wasted/finish", "median time", "finishes, points"]
    let heading = cell.work.name.padded(-nameWidth) + titles.map { $0.padded(22) }.joined()
    return ["", heading + "  halves: success, wasted, points".padded(34)] + cell.rows.map(line)
  }

  private static func line(of row: EvaluatedRow) -> String {
    let name = row.policy.name.padded(-nameWidth)
    guard row.policy != .eager else {
      let figures = row.whole.figures
      let values = [
        figures.successPerStart.text(3), "\(figures.wastePerFinish.text(2)) min",
        "\(figures.median.text(0)) s",
        "\((100 * figures.finishedPart).text(2)) %",
      ]
      return name + values.map { $0.padded(22) }.joined()
    }
    let all = row.whole
    let cells = [
      text(all.success, 2), text(all.waste, 2), text(all.median, 2), text(all.points, 2),
    ]
    let halves = row.halves.map {
      "\($0.success.value.text(2)) \($0.waste.value.text(2)) \($0.points.value.text(2))"
    }
    return name + cells.map { $0.padded(22) }.joined() + "    " + halves.joined(separator: " | ")
  }

  private static func text(_ estimate: Estimate, _ digits: Int) -> String {
    "\(estimate.value.text(digits)) (\(estimate.low.text(digits))…\(estimate.high.text(digits)))"
  }

  /// Returns the goals, each with what was found.
  static func goals(of cells: [EvaluatedCell]) -> [String] {
    let found = Goal.all.compactMap { goal -> String? in
      guard let cell = cells.first(where: goal.isAbout),
        let row = cell.rows.first(where: { $0.policy == goal.policy })
      else { return nil }
      let value = goal.value(row.whole)
      let halves = row.halves.map { goal.value($0).text(2) }.joined(separator: ", ")
      return "\(goal.isMet(value) ? " " : "!") \(goal.name): \(value.text(2)) (halves \(halves))"
    }
    return ["", "Goals, marked where they are missed:"] + found
  }
}

extension Double {
  /// Returns the number with so many digits behind the point.
  func text(_ digits: Int) -> String {
    var unit: Int64 = 1
    for _ in 0..<digits { unit *= 10 }
    let scaled = Int64((abs(self) * Double(unit)).rounded())
    let (whole, rest) = scaled.quotientAndRemainder(dividingBy: unit)
    let sign = self < 0 && scaled > 0 ? "-" : ""
    return digits == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(String("\(unit + rest)".dropFirst()))"
  }
}

extension String {
  /// Returns the text on the right of so many columns, or on the left when they are negative.
  func padded(_ columns: Int) -> String {
    let spaces = String(repeating: " ", count: max(abs(columns) - count, 0))
    return columns < 0 ? self + spaces : spaces + self
  }
}
