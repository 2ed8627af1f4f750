@testable import SchedulerCore

/// What there is too much of, or too little.
struct Balance<Item: Hashable> {
  private var counts: [Item: Int] = [:]

  mutating func count(_ items: [Item], against others: [Item]) {
    for item in items { counts[item, default: 0] += 1 }
    for item in others { counts[item, default: 0] -= 1 }
  }

  var odd: [String] { counts.filter { $0.value != 0 }.map { "\($0.value > 0 ? "+" : "-")\($0.key)" } }
}

extension Directive {
  /// Only the last one of a batch counts.
  var isWakeUp: Bool { if case .arm = self { true } else { false } }

  /// Whether it answers an inquiry.
  var isAnswer: Bool { if case .answer = self { true } else { false } }

  /// Whether it lets a frozen run go on, or reports that.
  var isOfThawing: Bool {
    switch self {
    case .thaw, .report(.thawed): true
    default: false
    }
  }

  /// Without what an answer says of the parts.
  var withoutParts: Directive {
    guard case .answer(let connection, var answer) = self else { return self }
    answer.expression = []
    return .answer(connection, answer)
  }
}
