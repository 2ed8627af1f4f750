/// A step after which a waiting request asks for less: `after 1d without idle`.
package struct Relaxation: Hashable, Sendable {
  /// The time since the task's date, or since its submission where it has none; behind other tasks, transfers
  /// or changes of paths the time since these.
  package var after: TimeSpan
  /// The names of the atoms that do not count any more (``ConditionAtom/name``).
  package var names: [String]

  package init(after: TimeSpan, without names: [String]) { (self.after, self.names) = (after, names) }

  /// The text of the relaxation.
  package var text: String { "after \(after.shortText) without \(names.joined(separator: ", "))" }
}

/// The expressions and relaxations of a request, apart from its flags.
package struct ConditionWish: Hashable, Sendable {
  /// The largest number of relaxations in a request.
  package static let relaxationLimit = 16

  /// The content is shared: a million tasks may have the same.
  private let content: Content?

  /// Only the condition for a start is stored. The request's own expressions are derived from it, as they are
  /// seldom needed.
  private final class Content: Sendable {
    /// The expressions that ``start`` was made of.
    enum Parts {
      case when, whileRunning
      /// `when` and `while` are equal.
      case alike
      /// Both, `when` first.
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

  /// The expression that must hold for a run to start.
  package var when: ConditionExpression? { content?.when }
  /// The expression that must hold for a run to start and while it lasts. `nil` stands for what `when` and
  /// the flags ask of power, network and idleness.
  package var whileRunning: ConditionExpression? { content?.whileRunning }
  /// The relaxations, ordered by time.
  package var relaxations: [Relaxation] { content?.relaxations ?? [] }
  /// The expression that must hold for a run to start: `when` and `while` together.
  var start: ConditionExpression? { content?.start }

  /// A request without expressions.
  package static let none = ConditionWish()

  /// Creates the conditions of a request, with up to ``relaxationLimit`` relaxations.
  package init(
    when: ConditionExpression? = nil, whileRunning: ConditionExpression? = nil, relaxations: [Relaxation] = []
  ) {
    precondition(relaxations.count <= Self.relaxationLimit)
    let isEmpty = when == nil && whileRunning == nil && relaxations.isEmpty
    content = isEmpty ? nil : Content(when: when, whileRunning: whileRunning, relaxations: relaxations)
  }

  /// Returns the same with the checks asked as this user.
  package func owned(by uid: UInt32) -> ConditionWish {
    guard start?.hasChecks == true, start?.owner != uid else { return self }
    return ConditionWish(
      when: when?.owned(by: uid), whileRunning: whileRunning?.owned(by: uid), relaxations: relaxations)
  }

  /// Whether the request has no expressions and no relaxations.
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

/// The effect of an unknown condition on a task that asks for it.
package enum UnknownPolicy: String, CaseIterable, Sendable {
  /// An unknown condition holds no task back.
  case proceed
  /// The task waits until the condition is known. A run is not stopped.
  case wait
}
