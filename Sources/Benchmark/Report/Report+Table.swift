extension Report {
  /// A table for people, at most 100 characters wide. Rows are numbered, and name the row of their peer.
  var table: String {
    let names = rows.map(\.figure.name)
    var number = 0
    var lines = Self.line("", "", "median", "ratio to", "goal", "met")
    for section in sections {
      lines += "\(section.title)\n"
      for row in section.figures.map(row) {
        number += 1
        let peer = row.figure.peer.flatMap { names.firstIndex(of: $0) }.map { "(\($0 + 1))" } ?? ""
        lines += Self.line(
          "\(number)", row.figure.title, row.median.map { Self.text($0, row.figure.unit) } ?? "not installed",
          row.ratio.map { "\(Self.number($0, places: 2)) × \(peer)" } ?? "",
          row.goal.map { Self.text($0, row.figure.unit) } ?? "",
          row.isMet.map { $0 ? "yes" : "NO" } ?? (row.goal == nil ? "" : "?"))
      }
    }
    let judged = rows.filter { $0.goal != nil }
    return lines + "\(judged.count { $0.isMet == true }) of \(judged.count) goals are met. \(machine.text)\n"
  }

  private static func line(
    _ number: String, _ title: String, _ median: String, _ ratio: String, _ goal: String, _ met: String
  ) -> String {
    let cells = [
      padding(number, 3) + number, title + padding(title, 43), padding(median, 13) + median,
      padding(ratio, 13) + ratio, goal + padding(goal, 13), met,
    ]
    var line = cells.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }

  private static func padding(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count))
  }

  private static func text(_ goal: Goal.Bound, _ unit: Figure.Unit) -> String {
    switch goal {
    case .atMost(let bound): "≤ \(text(bound, unit))"
    case .ratioAtLeast(let bound): "≥ \(number(bound, places: 2)) ×"
    case .ratioAtMost(let bound): "≤ \(number(bound, places: 2)) ×"
    case .overPeerAtMost(let bound): "≤ \(text(bound, unit)) more"
    }
  }

  private static func text(_ value: Double, _ unit: Figure.Unit) -> String {
    switch unit {
    case .perSecond: "\(number(value, places: 0)) /s"
    case .bytes where value >= 100_000: "\(number(value / 1_000_000, places: 1)) MB"
    case .bytes: "\(number(value, places: 0)) bytes"
    case .microseconds where value >= 1_000_000: "\(number(value / 1_000_000, places: 2)) s"
    case .microseconds where value >= 1000: "\(number(value / 1000, places: 2)) ms"
    case .microseconds: "\(number(value, places: 0)) µs"
    case .count: number(value, places: 0)
    }
  }

  private static func number(_ value: Double, places: Int) -> String {
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((value * Double(scale)).rounded())
    let sign = scaled < 0 ? "-" : ""
    guard places > 0 else { return String(scaled) }
    let fraction = String(abs(scaled) % scale)
    return
      "\(sign)\(abs(scaled) / scale).\(String(repeating: "0", count: places - fraction.count))\(fraction)"
  }
}
