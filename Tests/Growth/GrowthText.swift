/// The table for people: milliseconds of the processor, all and the longest event, and how many times as much
/// that is as with fewer tasks. An exclamation mark stands behind what is too much.
struct GrowthText {
  let measurement: GrowthMeasurement
  private static let nameWidth = 46

  func lines(of tables: [GrowthTable]) -> [String] {
    var lines: [String] = []
    var last: (wish: String, sizes: [Int]) = ("", [])
    for table in tables {
      if (table.wish.name, table.sizes) != last { lines += ["", heading(of: table)] }
      last = (table.wish.name, table.sizes)
      lines += table.rows.map(line)
    }
    return lines
  }

  private func heading(of table: GrowthTable) -> String {
    let columns = table.sizes.enumerated().map { number, size in
      "\(size)".padded(12) + "longest".padded(12) + (number > 0 ? "times".padded(9) : "")
    }
    return table.wish.name.padded(-Self.nameWidth) + columns.joined()
  }

  private func line(of row: GrowthRow) -> String {
    let steps = [nil] + row.steps
    let cells = zip(row.cells, steps).map { cell, step in
      let total = cell.cost.map { Self.milliseconds($0.total) } ?? "-"
      let longest = cell.cost.map { Self.milliseconds($0.longest) } ?? "-"
      return total.padded(11) + " " + longest.padded(11) + (measurement.excess(of: cell) <= 1 ? " " : "!")
        + (step.map { (($0.ratio.map(Self.times) ?? "-") + ($0.isAllowed ? " " : "!")).padded(9) } ?? "")
    }
    return ("  " + row.occasion.name).padded(-Self.nameWidth) + cells.joined()
  }

  /// With three digits after the point.
  static func milliseconds(_ nanoseconds: Int64) -> String {
    let digits = "\(nanoseconds / 1000 % 1000)"
    return "\(nanoseconds / 1_000_000)." + String(repeating: "0", count: 3 - digits.count) + digits
  }

  /// With two digits after the point.
  static func times(_ ratio: Double) -> String {
    let hundredths = Int((ratio * 100).rounded())
    return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
  }
}

extension String {
  /// On the right of so many columns, or on the left when they are negative.
  fileprivate func padded(_ columns: Int) -> String {
    let spaces = String(repeating: " ", count: max(abs(columns) - count, 0))
    return columns < 0 ? self + spaces : spaces + self
  }
}
