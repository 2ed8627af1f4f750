/// Why a task does not run now: the same evaluation that decides.
package struct Explanation: Hashable, Sendable {
  /// Nothing stands in its way.
  package var canProceed: Bool
  /// Every reason, not only the first.
  package var reasons: [Reason]
  /// The earliest moment at which it could begin as far as dates alone decide; nil when it runs already.
  package var forecast: WallTime?

  /// An explanation.
  package init(canProceed: Bool, reasons: [Reason], forecast: WallTime?) {
    self.canProceed = canProceed
    self.reasons = reasons
    self.forecast = forecast
  }
}
