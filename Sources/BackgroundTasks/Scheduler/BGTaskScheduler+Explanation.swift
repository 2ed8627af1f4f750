public import Foundation
package import SchedulerAPI
import SchedulerCore

extension BGTaskScheduler {
  /// Only on Linux: why a task is not running now: every reason, not only the first.
  public struct Explanation: Hashable, Sendable {
    /// Nothing stands in its way.
    public let canProceed: Bool
    /// What does, each with what was required, what was observed and since when.
    public let reasons: [BGTaskReason]
    /// The earliest date at which it could begin as far as dates alone decide; nil when none does.
    public let forecast: Date?
    /// What its expressions ask, part by part; of a running task, what must go on holding.
    public let parts: [Part]
    /// What it will not ask for any more, in the order of the dates.
    public let relaxations: [Relaxation]

    /// An explanation, for tests of what an application makes of one.
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
      /// It does.
      case holds
      /// It does not.
      case lacks
      /// It does, or does not, and must for a while longer.
      case settles
      /// Nobody reports it.
      case unknown
    }

    /// How deep it lies in the whole, from 0.
    public let depth: Int
    /// The part as it is written, such as `not hot`.
    public let text: String
    /// Whether it holds.
    public let state: State
    /// What is so, of a condition; nil when that is not said.
    public let observed: String?
    /// Since when it is so; nil when that is not known.
    public let since: Date?
    /// Who says so, such as `upower`; nil when nobody does.
    public let source: String?
    /// When time alone will change it; nil when it will not, as far as is known.
    public let until: Date?

    /// A part, for tests of what an application makes of one.
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

  /// From a date on, a task does not ask for some conditions any more.
  public struct Relaxation: Hashable, Sendable {
    /// From when on.
    public let date: Date
    /// What is given up.
    public let names: [BGTaskCondition.Name]

    /// A step, for tests of what an application makes of one.
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
