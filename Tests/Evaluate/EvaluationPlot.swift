/// The plot of successes per start beside finishes, as SVG: one part for each length of single tasks at
/// random times, with bars for the intervals.
struct EvaluationPlot {
  private static let (width, height, margin) = (360.0, 260.0, 46.0)
  private static let (successes, points) = (0.8...2.8, -6.0...2.0)

  private let cells: [EvaluatedCell]

  init(_ cells: [EvaluatedCell]) {
    self.cells = cells.filter { !$0.work.isAtMidnight && !$0.work.resumes && $0.work.perDay == 1 }
  }

  var text: String {
    let (width, height) = (Self.width * Double(max(cells.count, 1)), Self.height)
    let parts = cells.enumerated().map { part($1, left: Double($0) * Self.width) }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width.text(0))" height="\(height.text(0))" \
      font-family="sans-serif" font-size="9">
      <rect width="100%" height="100%" fill="white"/>
      \(parts.joined(separator: "\n"))
      \(Self.label(4, Self.height - 2, Evaluation.source, "start"))
      </svg>

      """
  }

  private func part(_ cell: EvaluatedCell, left: Double) -> String {
    func x(_ success: Double) -> Double {
      left + Self.margin + Self.share(success, of: Self.successes) * (Self.width - 2 * Self.margin)
    }
    func y(_ points: Double) -> Double {
      Self.height - Self.margin - Self.share(points, of: Self.points) * (Self.height - 2 * Self.margin)
    }
    var lines = [
      Self.label(left + Self.width / 2, 14, "\(cell.work.minutes) min: success per start ÷ eager", "middle")
    ]
    for tick in stride(from: 1.0, through: 2.5, by: 0.5) {
      lines.append(Self.line(x(tick), y(Self.points.lowerBound), x(tick), y(Self.points.upperBound), "#ddd"))
      lines.append(Self.label(x(tick), Self.height - Self.margin + 14, tick.text(1), "middle"))
    }
    for tick in stride(from: -6.0, through: 2, by: 2) {
      lines.append(
        Self.line(x(Self.successes.lowerBound), y(tick), x(Self.successes.upperBound), y(tick), "#ddd"))
      lines.append(Self.label(left + Self.margin - 4, y(tick) + 3, tick.text(0), "end"))
    }
    for row in cell.rows where row.policy != .eager {
      let (success, points) = (row.whole.success, row.whole.points)
      let colour = row.policy.hasLapses ? "#06c" : "#c60"
      lines.append(Self.line(x(success.low), y(points.value), x(success.high), y(points.value), colour))
      lines.append(Self.line(x(success.value), y(points.low), x(success.value), y(points.high), colour))
      lines.append(Self.label(x(success.value) + 3, y(points.value) - 3, row.policy.name, "start"))
    }
    lines.append(Self.label(left + Self.width / 2, Self.height - 12, "up: points of finishes", "middle"))
    return lines.joined(separator: "\n")
  }

  private static func share(_ value: Double, of range: ClosedRange<Double>) -> Double {
    let within = min(max(value, range.lowerBound), range.upperBound)
    return (within - range.lowerBound) / (range.upperBound - range.lowerBound)
  }

  private static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ colour: String) -> String
  {
    "<path d=\"M\(x1.text(1)) \(y1.text(1))L\(x2.text(1)) \(y2.text(1))\" stroke=\"\(colour)\"/>"
  }

  private static func label(_ x: Double, _ y: Double, _ text: String, _ anchor: String) -> String {
    "<text x=\"\(x.text(1))\" y=\"\(y.text(1))\" text-anchor=\"\(anchor)\">\(text)</text>"
  }
}
