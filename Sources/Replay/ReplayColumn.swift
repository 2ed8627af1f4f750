package import SchedulerCore
package import SystemdSyntax

/// A setting that a replay shows beside others.
package struct ReplayColumn: Sendable {
  /// The name for people and programs: that of the policy, or the settings that were changed.
  package var name: String
  package var configuration: SchedulerConfiguration

  package init(name: String, _ configuration: SchedulerConfiguration) {
    (self.name, self.configuration) = (name, configuration)
    // A record has all changes, so that no source has to be asked again.
    self.configuration.recheck = .zero
    self.configuration.recordsConditions = false
    // Runs can be frozen, as those of systemd can.
    self.configuration.programsAreUnits = true
  }

  /// Returns the column with settings that were changed.
  /// - Parameter change: The changes as they were given.
  package func changed(_ change: String, _ configuration: SchedulerConfiguration) -> ReplayColumn {
    ReplayColumn(name: name == Self.unchanged ? change : "\(name) \(change)", configuration)
  }

  /// The name of the column in which nothing is changed and no policy is named.
  package static let unchanged = "unchanged"
}

/// A way of choosing when tasks start.
package enum ReplayPolicy: Hashable, Sendable {
  /// Tasks start as soon as their conditions hold, as other schedulers start them.
  case eager
  /// Tasks start when their conditions will probably hold until they are done.
  case patient
  /// Tasks start when their conditions have held for this long, whatever the machine's record says: what a
  /// rule that learns has to be better than.
  case fixed(TimeSpan)

  /// The policies that stand side by side where none is named.
  package static let usual: [ReplayPolicy] = [.eager, .patient]

  /// The first characters of the name of a fixed hold, before its time.
  private static let fixedPrefix = "fixed:"

  /// Reads a policy's name on the command line: `eager`, `patient`, or `fixed:` with a time.
  /// - Throws: When a fixed hold has no time within `WorkPlan.length`'s bounds.
  /// - Returns: `nil` when no policy has such a name.
  package init?(_ text: String) throws(SyntaxError) {
    switch text {
    case "eager": self = .eager
    case "patient": self = .patient
    default:
      guard text.hasPrefix(Self.fixedPrefix) else { return nil }
      self = .fixed(try WorkPlan.length(String(text.dropFirst(Self.fixedPrefix.count))))
    }
  }

  /// The name for people and programs.
  package var name: String {
    switch self {
    case .eager: "eager"
    case .patient: "patient"
    case .fixed(let hold): Self.fixedPrefix + TimeSpanSyntax.format(hold.uSec)
    }
  }

  /// Returns the rules with the policy instead of their own judgement.
  package func rules(_ rules: SchedulerConfiguration) -> SchedulerConfiguration {
    var rules = rules
    rules.judgementOfKind = [:]
    switch self {
    case .eager: (rules.judgement, rules.settling, rules.lapse) = (.eager, .zero, .zero)
    case .patient: rules.judgement = .patient
    case .fixed(let hold): (rules.judgement, rules.windowModel.fixedHold) = (.patient, hold)
    }
    return rules
  }
}
