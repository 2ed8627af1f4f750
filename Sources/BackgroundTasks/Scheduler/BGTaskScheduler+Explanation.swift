public import Foundation
package import SchedulerAPI
import SchedulerCore

extension BGTaskScheduler {
  /// Only on Linux: the reasons why a task is not running now: every one, not only the first.
  public struct Explanation: Hashable, Sendable {
    /// Whether nothing keeps the task from running.
    public let canProceed: Bool
    /// The reasons against running, each with what was required, what was observed and since when.
    public let reasons: [BGTaskReason]
    /// The earliest date at which the task could begin as far as dates alone decide; nil when none does.
    public let forecast: Date?
    /// The parts of its expressions; of a running task, those that must go on holding.
    public let parts: [Part]
    /// The steps at which the task asks for less, ordered by date.
    public let relaxations: [Relaxation]

    /// Creates an explanation, for tests of an application that takes explanations.
    public init(
      canProceed: Bool, reasons: [BGTaskReason], forecast: Date? = nil, parts: [Part] = [],
      relaxations: [Relaxation] = []
    ) {
      self.canProceed = canProceed
      self.reasons = reasons
      self.forecast = forecast
      self.parts = parts
      self.relaxations = relaxations
    }

    package init(_ reply: SchedulerMethod.Explain.Reply) {
      self.init(
        canProceed: reply.canProceed, reasons: reply.reasons.map { BGTaskReason($0) },
        forecast: Microseconds.date(reply.forecastUSec), parts: (reply.expression ?? []).map { Part($0) },
        relaxations: (reply.relaxations ?? []).map { Relaxation($0) })
    }
  }
}

extension BGTaskScheduler.Explanation {
  /// A line of an expression, as `bgtaskctl explain` shows it: a condition, or `all of` or `one of` the lines
  /// after it that lie deeper.
  public struct Part: Hashable, Sendable {
    /// Whether a part holds.
    public enum State: Hashable, Sendable {
      /// The part holds.
      case holds
      /// The part does not hold.
      case lacks
      /// The part holds, or does not, and must for a while longer.
      case settles
      /// No source reports the part.
      case unknown
    }

    /// The part's depth in the whole expression, from 0.
    public let depth: Int
    /// The part as it is written, such as `not hot`.
    public let text: String
    /// Whether the part holds.
    public let state: State
    /// The observed value of a condition; nil when none is given.
    public let observed: String?
    /// The date since which this is observed; nil when it is not known.
    public let since: Date?
    /// The source of the observation, such as `upower`; nil when there is none.
    public let source: String?
    /// The date at which time alone will change it; nil when it will not, as far as is known.
    public let until: Date?

    /// Creates a part, for tests of an application that takes explanations.
    public init(
      depth: Int, text: String, state: State, observed: String? = nil, since: Date? = nil,
      source: String? = nil, until: Date? = nil
    ) {
      self.depth = depth
      self.text = text
      self.state = state
      self.observed = observed
      self.since = since
      self.source = source
      self.until = until
    }

    init(_ wire: Wire.ExpressionPart) {
      self.init(
        depth: wire.depth, text: wire.text, state: State(wire.state), observed: wire.observed,
        since: Microseconds.date(wire.sinceUSec), source: wire.source == "" ? nil : wire.source,
        until: Microseconds.date(wire.untilUSec))
    }
  }

  /// A step from whose date on a task does not ask for some conditions any more.
  public struct Relaxation: Hashable, Sendable {
    /// The date of the step.
    public let date: Date
    /// The conditions that are given up.
    public let names: [BGTaskCondition.Name]

    /// Creates a step, for tests of an application that takes explanations.
    public init(date: Date, without names: [BGTaskCondition.Name]) { (self.date, self.names) = (date, names) }

    init(_ wire: Wire.RelaxationStep) {
      self.init(
        date: Date(timeIntervalSince1970: Double(wire.fromUSec) / 1e6),
        without: wire.without.compactMap(BGTaskCondition.Name.init(rawValue:)))
    }
  }
}

extension BGTaskScheduler.Explanation.Part.State {
  fileprivate init(_ wire: Wire.PartState) {
    switch wire {
    case .holds: self = .holds
    case .lacks: self = .lacks
    case .settles: self = .settles
    case .unknown: self = .unknown
    }
  }
}
