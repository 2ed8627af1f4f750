import FleetCore
import SchedulerAPI
import SchedulerCore

/// The knowledge about one class's requirements.
struct ClassWatch {
  let work: WorkClass
  /// The last observation that was told.
  var told: ClassObservation?
  /// The date in microseconds since the Unix epoch at which the requirements are looked at again, whatever
  /// happens until then.
  var nextUSec: Int64?

  init(_ work: WorkClass) { self.work = work }

  /// The pause until requirements that settle are looked at again, in microseconds.
  private static let settlingUSec: Int64 = 2_000_000

  /// Takes in the daemon's answer about the requirements.
  /// - Returns: The observation, if it is another one than before.
  mutating func observe(
    _ reply: SchedulerMethod.WaitFor.Reply, _ standing: Standing, at wallUSec: Int64
  ) -> ClassObservation? {
    let missing = reply.expression.last { $0.state != .holds && $0.observed != nil }
    let verdict =
      reply.holds
      ? ClassVerdict(class: work.id, verdict: .holds)
      : ClassVerdict(
        class: work.id, verdict: .lacks, code: missing?.text ?? "", message: missing.map(Self.words) ?? "")
    let settles = reply.expression.contains { $0.state == .settles }
    nextUSec = [reply.forecastUSec, settles ? wallUSec + Self.settlingUSec : nil].compactMap(\.self).min()
    return tell(ClassObservation(verdict, standing: standing))
  }

  /// Takes in that the daemon cannot read the requirements.
  mutating func refuse(_ message: String) -> ClassObservation? {
    tell(
      ClassObservation(ClassVerdict(class: work.id, verdict: .never, code: "invalid", message: message)))
  }

  private mutating func tell(_ observation: ClassObservation) -> ClassObservation? {
    defer { told = observation }
    return observation == told ? nil : observation
  }

  private static func words(_ part: Wire.ExpressionPart) -> String {
    "needs \(part.text), is \(part.observed ?? "unknown")"
  }
}
