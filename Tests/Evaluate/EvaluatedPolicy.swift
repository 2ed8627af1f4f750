import Replay
import SchedulerCore

/// A way of choosing when tasks start.
enum EvaluatedPolicy: CaseIterable {
  /// Tasks start at once: what the others are compared with.
  case eager
  case fixedOneMinute, fixedTwoMinutes, fixedThreeMinutes
  case fixedTwoMinutesWithLapses, fixedThreeMinutesWithLapses
  /// The rule of windows, with the constants of the other half.
  case hold
  case holdWithLapses
  /// The rule of windows, with the constants that ship.
  case shippedHold
  case shippedHoldWithLapses
  /// Tasks start only where the rest of the window is long enough.
  case clairvoyant

  var name: String {
    switch self {
    case .eager: "eager"
    case .fixedOneMinute: "hold 1 min"
    case .fixedTwoMinutes: "hold 2 min"
    case .fixedThreeMinutes: "hold 3 min"
    case .fixedTwoMinutesWithLapses: "hold 2 min + lapses"
    case .fixedThreeMinutesWithLapses: "hold 3 min + lapses"
    case .hold: "fitted rule"
    case .holdWithLapses: "fitted rule + lapses"
    case .shippedHold: "rule"
    case .shippedHoldWithLapses: "rule + lapses"
    case .clairvoyant: "clairvoyant"
    }
  }

  private var fixedMinutes: Int64? {
    switch self {
    case .fixedOneMinute: 1
    case .fixedTwoMinutes, .fixedTwoMinutesWithLapses: 2
    case .fixedThreeMinutes, .fixedThreeMinutesWithLapses: 3
    default: nil
    }
  }

  /// Whether a lapse ends no run.
  var hasLapses: Bool {
    switch self {
    case .fixedTwoMinutesWithLapses, .fixedThreeMinutesWithLapses, .holdWithLapses, .shippedHoldWithLapses:
      true
    default: false
    }
  }

  /// Whether the rule's distribution is that of the other half.
  var isFitted: Bool { self == .hold || self == .holdWithLapses }

  /// Returns the settings of the policy.
  func column(_ fit: WeibullFit?) -> ReplayColumn {
    var rules = SchedulerConfiguration()
    rules = (self == .eager ? ReplayPolicy.eager : .patient).rules(rules)
    if !hasLapses { rules.lapse = .zero }
    rules.windowModel.fixedHold = fixedMinutes.map { .minutes($0) }
    if let fit { (rules.windowModel.shape, rules.windowModel.scale) = (fit.shape, fit.scale) }
    return ReplayColumn(name: name, rules)
  }
}
