import SchedulerCore
package import SystemdSyntax

/// What was read, and what is wrong with it. One bad file takes nothing but itself away.
package struct LoadedConfiguration: Sendable {
  /// What `bgtaskd.conf` and its drop-ins say, without manifests. Complete, also when there are problems.
  package var rules: DaemonConfiguration
  /// Warnings and errors of `bgtaskd.conf` and its drop-ins in the order of files and lines.
  package var problems: [SyntaxProblem]
  /// What `applications.d` says.
  package var manifests: LoadedManifests
  /// What `tasks.d` says.
  package var tasks: LoadedTasks

  /// The rules may be used. A broken manifest or task is nobody's trouble but its own, and does not keep the
  /// daemon from starting.
  package var isUsable: Bool { !problems.hasErrors }
  /// All of the problems.
  package var allProblems: [SyntaxProblem] { problems + manifests.problems + tasks.problems }
  /// Nothing is wrong anywhere.
  package var isRight: Bool { !allProblems.hasErrors }

  /// The configuration as a start uses it.
  package var configuration: DaemonConfiguration { rules.with(manifests.manifests) }

  /// The configuration as a reload uses it: for a file that has errors, what it said before.
  package func configuration(keeping old: DaemonConfiguration) -> DaemonConfiguration {
    let kept = old.manifests.values.filter {
      !manifests.isComplete || manifests.unreadable.contains($0.fileName)
    }
    let names = Set(manifests.manifests.map(\.name))
    return (isUsable ? rules : old).with(
      manifests.manifests + kept.filter { !names.contains($0.name) })
  }
}

extension DaemonConfiguration {
  /// With these manifests and no others.
  fileprivate func with(_ manifests: [Manifest]) -> DaemonConfiguration {
    let sorted = manifests.sorted { $0.fileName.utf8.lexicographicallyPrecedes($1.fileName.utf8) }
    var configuration = self
    configuration.manifests = Dictionary(uniqueKeysWithValues: sorted.map { ($0.name, $0) })
    configuration.scheduler.applications = sorted.map(\.application)
    return configuration
  }
}
