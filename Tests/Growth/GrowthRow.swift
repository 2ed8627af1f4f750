/// What an occasion costs with more and more tasks of a wish.
struct GrowthRow {
  /// What it costs with so many tasks; nil is more than anybody waits for.
  struct Cell {
    let size: Int
    let cost: Cost?
  }

  /// From one size to the next.
  struct Step {
    let before: Cell
    let after: Cell
    /// So many times as much it may cost.
    let allowed: Double
    /// What costs so little, in nanoseconds, is allowed in any case, and what costs less counts as that much:
    /// of 1,200 tasks spread over a day none may begin in a certain minute, and of 4,800 three.
    let floor: Int64

    /// In nanoseconds; nil when it costs more than anybody waits for.
    var totals: (before: Int64, after: Int64)? {
      guard let before = before.cost, let after = after.cost else { return nil }
      return (before.total, after.total)
    }

    /// How many times as much it costs.
    var ratio: Double? { totals.map { Double($0.after) / Double(max($0.before, floor)) } }

    var isAllowed: Bool { excess <= 1 }

    /// How many times as much it costs as it may.
    var excess: Double {
      if let cost = after.cost, cost.total <= floor { return 0 }
      return ratio.map { $0 / allowed } ?? .infinity
    }
  }

  let occasion: Occasion
  /// In the order of the sizes.
  let cells: [Cell]

  var steps: [Step] {
    zip(cells, cells.dropFirst()).map { before, after in
      Step(
        before: before, after: after,
        allowed: occasion.growth.factor(Double(after.size) / Double(before.size)) * Self.tolerance,
        floor: occasion.growth.floor)
    }
  }

  /// So much more is allowed than in proportion: indexes get deeper, and memory does not fit into caches.
  private static let tolerance = 1.3
}

extension Occasion.Growth {
  /// How many times as much something may cost with so many times as many tasks.
  fileprivate func factor(_ times: Double) -> Double {
    switch self {
    case .withTasks: times
    case .notAtAll: 1
    }
  }

  /// So little, in nanoseconds, says nothing: from one time to the next it is half as much again.
  fileprivate var floor: Int64 {
    switch self {
    case .withTasks: 200_000
    case .notAtAll: 10_000
    }
  }
}
