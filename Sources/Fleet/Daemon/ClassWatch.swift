import ConditionSyntax
import FleetCore
import SchedulerAPI
import SchedulerCore

/// The knowledge about one class's requirements.
struct ClassWatch {
  let work: WorkClass
  /// The requirements that the daemon is asked about, empty for none: those of the class without the checks.
  /// The daemon makes these as the task's user when the task lacks nothing else, so the machine has to be
  /// given the work first.
  let question: String
  /// The last observation that was told.
  var told: ClassObservation?
  /// The date in microseconds since the Unix epoch at which the requirements are looked at again, whatever
  /// happens until then.
  var nextUSec: Int64?

  init(_ work: WorkClass) {
    self.work = work
    // The daemon says what is wrong with requirements that cannot be read.
    question =
      (try? ConditionSyntax.parse(work.requirements)).map { $0.withoutChecks?.text ?? "" }
      ?? work.requirements
  }

  /// The pause until requirements that settle are looked at again, in microseconds.
  private static let settlingUSec: Int64 = 2_000_000

  /// Takes in the daemon's answer about the requirements.
  /// - Returns: The observation, if it is another one than before.
  mutating func observe(
    _ reply: SchedulerMethod.WaitFor.Reply, _ standing: Standing, at wallUSec: Int64
  ) -> ClassObservation? {
    // An unknown condition holds nothing back beside one that is missing.
    let parts = reply.expression.filter { $0.state != .holds && $0.observed != nil }
    let missing = parts.last { $0.state != .unknown } ?? parts.last
    let verdict =
      reply.holds
      ? ClassVerdict(class: work.id, verdict: .holds)
      : ClassVerdict(
        class: work.id, verdict: .lacks, code: missing.map(Self.code) ?? "",
        message: missing.map(Self.words) ?? "")
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

  private static func code(_ part: Wire.ExpressionPart) -> String {
    (part.state == .unknown ? "unknown " : "") + part.text
  }

  /// Returns what is the matter here, in few words. Machines that say the same are counted together, so the
  /// words name what is missing, and not what is there instead.
  private static func words(_ part: Wire.ExpressionPart) -> String {
    guard part.state != .unknown else { return "\(part.text) is unknown" }
    switch PlainCondition(rawValue: part.text) {
    case .idle: return "in use"
    case .externalPower: return "on battery"
    case .network: return "no network"
    default: return "needs \(part.text)"
    }
  }
}
