/// Why a task does not run now: the same evaluation that decides.
package struct Explanation: Hashable, Sendable {
  /// Nothing stands in its way.
  package var canProceed: Bool
  /// Every reason, not only the first.
  package var reasons: [Reason]
  /// The earliest moment at which it could begin as far as dates alone decide; nil when it runs already.
  package var forecast: WallTime?
  /// What the request asks in its own words, part by part; of a running task, what must go on holding.
  package var expression: [ExpressionLine]
  /// What it will not ask for any more, and from when on.
  package var relaxations: [RelaxationDate]
  /// What it asks for and nobody reports now.
  package var unobserved: Unobserved?

  /// An explanation.
  package init(
    canProceed: Bool, reasons: [Reason], forecast: WallTime?, expression: [ExpressionLine] = [],
    relaxations: [RelaxationDate] = [], unobserved: Unobserved? = nil
  ) {
    self.canProceed = canProceed
    self.reasons = reasons
    self.forecast = forecast
    self.expression = expression
    self.relaxations = relaxations
    self.unobserved = unobserved
  }
}

/// From a date on a task does not ask for some conditions any more.
package struct RelaxationDate: Hashable, Sendable {
  /// The date.
  package var from: WallTime
  /// Their names.
  package var names: [String]
}
