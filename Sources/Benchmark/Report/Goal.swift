/// The bound that a figure has to keep.
struct Goal {
  let figure: String
  let bound: Bound

  /// The bounds, for a figure by itself or beside its peer (``Figure/peer``).
  enum Bound {
    case atMost(Double)
    case ratioAtLeast(Double)
    case ratioAtMost(Double)
    case overPeerAtMost(Double)
  }

  /// All goals of the project.
  static let all = [
    Goal(figure: "submitOne", bound: .ratioAtLeast(0.85)),
    Goal(figure: "submitSixteen", bound: .ratioAtLeast(3)),
    Goal(figure: "submitPipelined64", bound: .ratioAtLeast(5)),
    Goal(figure: "submitBatch256", bound: .ratioAtLeast(8)),
    Goal(figure: "submitOneComputing", bound: .atMost(15)),
    Goal(figure: "submitPipelined64Computing", bound: .atMost(15)),
    Goal(figure: "dueProgram", bound: .ratioAtMost(1.2)),
    Goal(figure: "dueHandler", bound: .overPeerAtMost(300)),
    Goal(figure: "submitAmongMany", bound: .ratioAtMost(1.3)),
    Goal(figure: "explainAmongMany", bound: .ratioAtMost(1.3)),
    Goal(figure: "startAmongMany", bound: .ratioAtMost(1.3)),
    Goal(figure: "bytesPerTask", bound: .atMost(300)),
    Goal(figure: "restart", bound: .atMost(3_000_000)),
    Goal(figure: "idleResident", bound: .atMost(6_000_000)),
    Goal(figure: "idleContextSwitches", bound: .atMost(0)),
  ]
}

extension Goal.Bound {
  /// Returns the value that is judged: the figure as it is, its ratio to its peer, or its difference from it.
  func actual(_ value: Double, peer: Double?) -> Double? {
    switch self {
    case .atMost: value
    case .ratioAtLeast, .ratioAtMost: peer.map { value / $0 }
    case .overPeerAtMost: peer.map { value - $0 }
    }
  }

  /// Returns whether that value is good enough.
  func isMet(by actual: Double) -> Bool {
    switch self {
    case .ratioAtLeast(let bound): actual >= bound
    case .atMost(let bound), .ratioAtMost(let bound), .overPeerAtMost(let bound): actual <= bound
    }
  }
}
