import FoundationEssentials

extension Report {
  /// Returns one JSON object, in one line.
  /// - Throws: An error for a figure that is no number.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    let whole = Whole(daemon: daemon, rounds: rounds, machine: machine, figures: rows.map(WrittenFigure.init))
    return String(decoding: try encoder.encode(whole), as: UTF8.self)
  }

  private struct Whole: Encodable {
    let daemon: String
    let rounds: Int
    let machine: Machine
    let figures: [WrittenFigure]
  }

  private struct WrittenFigure: Encodable {
    let name: String
    let title: String
    let unit: Figure.Unit
    /// Absent when the figure's program is not installed.
    let median: Double?
    let lowest: Double?
    let highest: Double?
    let measurements: Int
    let peer: String?
    let ratio: Double?
    let goal: WrittenGoal?

    init(_ row: Row) {
      name = row.figure.name
      title = row.figure.title
      unit = row.figure.unit
      median = row.median
      lowest = row.figure.samples.min()
      highest = row.figure.samples.max()
      measurements = row.figure.samples.count
      peer = row.figure.peer
      ratio = row.ratio
      goal = row.goal.map { WrittenGoal($0, actual: row.actual, isMet: row.isMet) }
    }
  }

  private struct WrittenGoal: Encodable {
    let comparison: String
    let bound: Double
    let actual: Double?
    let isMet: Bool?

    init(_ goal: Goal.Bound, actual: Double?, isMet: Bool?) {
      (comparison, bound) =
        switch goal {
        case .atMost(let bound): ("atMost", bound)
        case .ratioAtLeast(let bound): ("ratioAtLeast", bound)
        case .ratioAtMost(let bound): ("ratioAtMost", bound)
        case .overPeerAtMost(let bound): ("overPeerAtMost", bound)
        }
      self.actual = actual
      self.isMet = isMet
    }
  }
}
