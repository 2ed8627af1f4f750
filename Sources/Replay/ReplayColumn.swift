package import SchedulerCore
import SystemdSyntax

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

/// A way of choosing when tasks start, by its name on the command line.
package enum ReplayPolicy: String, CaseIterable, Sendable {
  /// Tasks start as soon as their conditions hold, as other schedulers start them.
  case eager
  /// Tasks start when their conditions will probably hold until they are done.
  case patient

  /// Returns the rules with the policy instead of their own judgement.
  package func rules(_ rules: SchedulerConfiguration) -> SchedulerConfiguration {
    var rules = rules
    rules.judgementOfKind = [:]
    switch self {
    case .eager: (rules.judgement, rules.settling, rules.lapse) = (.eager, .zero, .zero)
    case .patient: rules.judgement = .patient
    }
    return rules
  }
}
