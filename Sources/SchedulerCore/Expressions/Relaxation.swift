/// What a request stops asking for when it has waited for long enough: `after 1d without idle`.
package struct Relaxation: Hashable, Sendable {
  /// Since its date, or since it was accepted where it has none.
  package var after: TimeSpan
  /// The names of the atoms that do not count any more (``ConditionAtom/name``).
  package var names: [String]

  /// A step.
  package init(after: TimeSpan, without names: [String]) { (self.after, self.names) = (after, names) }

  /// As it is written.
  package var text: String { "after \(after.shortText) without \(names.joined(separator: ", "))" }
}

/// What a request says of the machine besides its flags.
package struct ConditionWish: Hashable, Sendable {
  /// So many steps a request may give up what it asks for in.
  package static let relaxationLimit = 16

  /// A million tasks may say the same, and have it together.
  private let content: Content?

  private final class Content: Sendable {
    let when: ConditionExpression?
    let whileRunning: ConditionExpression?
    let relaxations: [Relaxation]
    let start: ConditionExpression?

    init(when: ConditionExpression?, whileRunning: ConditionExpression?, relaxations: [Relaxation]) {
      self.when = when
      self.whileRunning = whileRunning
      self.relaxations = relaxations.sorted { $0.after < $1.after }
      if let when, let whileRunning, when != whileRunning {
        start = ConditionExpression(.all([when.root, whileRunning.root]))
      } else {
        start = when ?? whileRunning
      }
    }
  }

  /// What must hold for a run to start.
  package var when: ConditionExpression? { content?.when }
  /// What must hold for a run to start, and go on holding while it lasts; nil is what `when` and the flags
  /// ask of power, network and idleness.
  package var whileRunning: ConditionExpression? { content?.whileRunning }
  /// What is dropped as time goes by, in the order of the times.
  package var relaxations: [Relaxation] { content?.relaxations ?? [] }
  /// What must hold for a run to start: both.
  var start: ConditionExpression? { content?.start }

  /// A request that says nothing of the kind.
  package static let none = ConditionWish()

  /// Nothing but what is said here, with up to ``relaxationLimit`` relaxations.
  package init(
    when: ConditionExpression? = nil, whileRunning: ConditionExpression? = nil, relaxations: [Relaxation] = []
  ) {
    precondition(relaxations.count <= Self.relaxationLimit)
    let isEmpty = when == nil && whileRunning == nil && relaxations.isEmpty
    content = isEmpty ? nil : Content(when: when, whileRunning: whileRunning, relaxations: relaxations)
  }

  /// The same, with what has to be asked asked as this user.
  package func owned(by uid: UInt32) -> ConditionWish {
    guard start?.hasChecks == true, start?.owner != uid else { return self }
    return ConditionWish(
      when: when?.owned(by: uid), whileRunning: whileRunning?.owned(by: uid), relaxations: relaxations)
  }

  /// The request says nothing of the kind.
  package var isEmpty: Bool { content == nil }

  package static func == (left: ConditionWish, right: ConditionWish) -> Bool {
    left.content === right.content
      || (left.when == right.when && left.whileRunning == right.whileRunning
        && left.relaxations == right.relaxations)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(when)
    hasher.combine(whileRunning)
    hasher.combine(relaxations)
  }
}

/// What a condition that nobody can say anything about does to work that asks for it.
package enum UnknownPolicy: String, CaseIterable, Sendable {
  /// It holds nothing back.
  case proceed
  /// Work waits until somebody knows. It does not stop what runs.
  case wait
}
