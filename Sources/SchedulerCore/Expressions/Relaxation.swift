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

  /// Only what must hold for a start is kept: what was said is made of it again when somebody asks, which is
  /// seldom.
  private final class Content: Sendable {
    /// The parts that ``start`` was made of.
    enum Parts {
      case when, whileRunning
      /// The same in `when` and in `while`.
      case alike
      /// Two, that of `when` first.
      case both
      case neither
    }

    let start: ConditionExpression?
    let parts: Parts
    let relaxations: [Relaxation]

    init(when: ConditionExpression?, whileRunning: ConditionExpression?, relaxations: [Relaxation]) {
      self.relaxations = relaxations.sorted { $0.after < $1.after }
      switch (when, whileRunning) {
      case (let when?, let whileRunning?) where when != whileRunning:
        start = ConditionExpression(.all([when.root, whileRunning.root]))
        parts = .both
      case (let when?, let whileRunning): (start, parts) = (when, whileRunning == nil ? .when : .alike)
      case (nil, let whileRunning):
        (start, parts) = (whileRunning, whileRunning == nil ? .neither : .whileRunning)
      }
    }

    var when: ConditionExpression? {
      switch parts {
      case .when, .alike: start
      case .both: part(0)
      case .whileRunning, .neither: nil
      }
    }

    var whileRunning: ConditionExpression? {
      switch parts {
      case .whileRunning, .alike: start
      case .both: part(1)
      case .when, .neither: nil
      }
    }

    private func part(_ index: Int) -> ConditionExpression? {
      guard case .all(let parts)? = start?.root else { return nil }
      return ConditionExpression(parts[index])
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
      || (left.start == right.start && left.content?.parts == right.content?.parts
        && left.relaxations == right.relaxations)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(start)
    hasher.combine(content?.parts)
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
