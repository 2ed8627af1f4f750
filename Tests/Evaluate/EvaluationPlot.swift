import Glibc

/// The plot of the policies as SVG, for single tasks at random times: a block for each length of work, a row
/// for each policy, its success per start and its finishes beside those of eager tasks, with bars for the
/// intervals. Labels have lines of their own, so that none covers another.
struct EvaluationPlot {
  private static let (rowHeight, names, panel, gap) = (15.0, 150.0, 300.0, 40.0)
  private static let (head, foot) = (34.0, 30.0)
  private static var width: Double { names + 2 * panel + 2 * gap }
  private static let ticksOfSuccess = [1.0, 1.5, 2, 3, 4, 6, 8]

  private let cells: [EvaluatedCell]
  private let source: String
  /// The ranges of both panels, the same in all blocks: lengths of work can be compared.
  private let successes, points: ClosedRange<Double>

  init(_ cells: [EvaluatedCell], source: String) {
    self.source = source
    self.cells = cells.filter { !$0.work.isAtMidnight && !$0.work.resumes && $0.work.perDay == 1 }
    let compared = self.cells.flatMap(\.rows).map(\.whole)
    successes = 0.9...max(compared.map(\.success.high).max() ?? 1, 2)
    let (low, high) = (compared.map(\.points.low).min() ?? 0, compared.map(\.points.high).max() ?? 0)
    points = (min(low, -1)).rounded(.down)...max(high, 1).rounded(.up)
  }

  var text: String {
    let blocks = cells.map { Self.head + Double($0.rows.count - 1) * Self.rowHeight + Self.foot }
    let tops = blocks.indices.map { blocks[..<$0].reduce(0, +) }
    let height = blocks.reduce(0, +) + 24
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width.text(0))" height="\(height.text(0))" \
      viewBox="0 0 \(Self.width.text(0)) \(height.text(0))" font-family="sans-serif" font-size="10">
      <title>When tasks start on recorded machines, beside tasks that start at once</title>
      <rect width="100%" height="100%" fill="white"/>
      \(zip(cells, tops).map { block($0, top: $1) }.joined(separator: "\n"))
      \(Self.label(4, height - 8, source, "start"))
      </svg>

      """
  }

  private func block(_ cell: EvaluatedCell, top: Double) -> String {
    let rows = cell.rows.filter { $0.policy != .eager }
    let (first, last) = (top + Self.head, top + Self.head + Double(rows.count) * Self.rowHeight)
    let (left, right) = (Self.names, Self.names + Self.panel + Self.gap)
    func x(_ success: Double) -> Double {
      left + Self.panel * log(success / successes.lowerBound)
        / log(successes.upperBound / successes.lowerBound)
    }
    func place(_ finishes: Double) -> Double {
      right + Self.panel * (finishes - points.lowerBound) / (points.upperBound - points.lowerBound)
    }
    var lines = [
      Self.label(4, first - 8, "Tasks of \(cell.work.minutes) min", "start", isBold: true),
      Self.label(left, first - 8, "success per start ÷ eager", "start"),
      Self.label(right, first - 8, "finishes, points more than eager", "start"),
    ]
    for tick in Self.ticksOfSuccess where successes.contains(tick) {
      lines.append(Self.line(x(tick), first, x(tick), last, tick == 1 ? "#888" : "#ddd"))
      lines.append(Self.label(x(tick), last + 12, tick.text(1), "middle"))
    }
    let step = points.upperBound - points.lowerBound > 12 ? 4.0 : 1
    for tick in stride(
      from: (points.lowerBound / step).rounded(.up) * step, through: points.upperBound, by: step)
    {
      lines.append(Self.line(place(tick), first, place(tick), last, tick == 0 ? "#888" : "#ddd"))
      lines.append(Self.label(place(tick), last + 12, tick.text(0), "middle"))
    }
    for (number, row) in rows.enumerated() {
      let middle = first + (Double(number) + 0.5) * Self.rowHeight
      let colour = row.policy.hasLapses ? "#06c" : "#c60"
      lines.append(Self.label(left - 8, middle + 3, row.policy.name, "end"))
      lines +=
        Self.bar(row.whole.success, x, middle, colour) + Self.bar(row.whole.points, place, middle, colour)
    }
    return lines.joined(separator: "\n")
  }

  /// Returns an estimate's interval as a bar, and its value as a dot on it.
  private static func bar(
    _ estimate: Estimate, _ place: (Double) -> Double, _ middle: Double, _ colour: String
  ) -> [String] {
    [
      line(place(estimate.low), middle, place(estimate.high), middle, colour),
      "<circle cx=\"\(place(estimate.value).text(1))\" cy=\"\(middle.text(1))\" r=\"3\" fill=\"\(colour)\"/>",
    ]
  }

  private static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ colour: String) -> String
  {
    "<path d=\"M\(x1.text(1)) \(y1.text(1))L\(x2.text(1)) \(y2.text(1))\" stroke=\"\(colour)\"/>"
  }

  private static func label(
    _ x: Double, _ y: Double, _ text: String, _ anchor: String, isBold: Bool = false
  ) -> String {
    let weight = isBold ? " font-weight=\"bold\"" : ""
    return "<text x=\"\(x.text(1))\" y=\"\(y.text(1))\" text-anchor=\"\(anchor)\"\(weight)>\(text)</text>"
  }
}
