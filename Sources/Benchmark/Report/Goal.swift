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
    Goal(figure: "submitOne", bound: .ratioAtLeast(0.6)),
    Goal(figure: "submitSixteen", bound: .ratioAtLeast(2.5)),
    Goal(figure: "submitPipelined64", bound: .ratioAtLeast(3)),
    Goal(figure: "submitBatch256", bound: .ratioAtLeast(6)),
    Goal(figure: "submitPipelined64Computing", bound: .atMost(35)),
    Goal(figure: "submitBatch256Computing", bound: .atMost(15)),
    Goal(figure: "bgtaskctlVersion", bound: .atMost(3000)),
    Goal(figure: "dueProgram", bound: .ratioAtMost(1.25)),
    Goal(figure: "dueHandler", bound: .overPeerAtMost(500)),
    Goal(figure: "submitAmongMany", bound: .ratioAtMost(1.3)),
    Goal(figure: "explainAmongMany", bound: .ratioAtMost(1.3)),
    Goal(figure: "startAmongMany", bound: .ratioAtMost(1.3)),
    Goal(figure: "bytesPerTask", bound: .atMost(300)),
    Goal(figure: "restart", bound: .atMost(3_000_000)),
    Goal(figure: "firstCalls", bound: .atMost(50_000)),
    Goal(figure: "longestWhilePaused", bound: .atMost(50_000)),
    Goal(figure: "longestWhileListed", bound: .atMost(50_000)),
    Goal(figure: "longestWhileReconfigured", bound: .atMost(50_000)),
    Goal(figure: "longestWhileCancelled", bound: .atMost(50_000)),
    Goal(figure: "idleResident", bound: .atMost(6_000_000)),
    Goal(figure: "idleContextSwitches", bound: .atMost(0)),
    Goal(figure: "sizeDaemon", bound: .atMost(11_000_000)),
    Goal(figure: "sizeControl", bound: .atMost(11_000_000)),
    Goal(figure: "sizeTransfer", bound: .atMost(11_000_000)),
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
