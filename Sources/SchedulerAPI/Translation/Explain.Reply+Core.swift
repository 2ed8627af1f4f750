package import SchedulerCore

extension SchedulerMethod.Explain.Reply {
  /// An explanation as callers see it.
  package init(_ explanation: Explanation) {
    self.init(
      canProceed: explanation.canProceed, reasons: explanation.reasons.map { Wire.Reason($0) },
      forecastUSec: explanation.forecast?.uSec)
    let parts = explanation.expression.map(Wire.ExpressionPart.init)
    let steps = explanation.relaxations.map {
      Wire.RelaxationStep(fromUSec: $0.from.uSec, without: $0.names)
    }
    // A waiting task has a forecast.
    if explanation.forecast == nil { running = true }
    if !parts.isEmpty { expression = parts }
    if !steps.isEmpty { relaxations = steps }
    unobserved = explanation.unobserved?.names
    unknownConditions = explanation.unobserved?.policy
    trustedForDurationUSec = explanation.trustedFor?.uSec
  }
}

extension Wire.ExpressionPart {
  /// A line of an explained expression as callers see it.
  init(_ line: ExpressionLine) {
    self.init(
      depth: line.depth, text: line.text, state: line.state, observed: line.observed,
      sinceUSec: line.since?.uSec, source: line.source, untilUSec: line.until?.uSec)
  }
}
