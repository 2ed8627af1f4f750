/// Why a task does not run now: the same evaluation that decides.
public struct Explanation: Hashable, Sendable {
  /// Nothing stands in its way.
  public var canProceed: Bool
  /// Every reason, not only the first.
  public var reasons: [Reason]
  /// The earliest moment at which it could begin as far as dates alone decide; nil when it runs already.
  public var forecast: WallTime?

  /// An explanation.
  public init(canProceed: Bool, reasons: [Reason], forecast: WallTime?) {
    self.canProceed = canProceed
    self.reasons = reasons
    self.forecast = forecast
  }
}
