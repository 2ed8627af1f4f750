import SchedulerCore
package import SystemdSyntax

/// The configuration that was read, and its problems. An error in one file does not affect the others.
package struct LoadedConfiguration: Sendable {
  /// The rules of `bgtaskd.conf` and its drop-ins, without manifests; complete also when there are problems.
  package var rules: DaemonConfiguration
  /// Warnings and errors of `bgtaskd.conf` and its drop-ins in the order of files and lines.
  package var problems: [SyntaxProblem]
  /// The manifests in `applications.d`.
  package var manifests: LoadedManifests
  /// The tasks that `tasks.d` declares.
  package var tasks: LoadedTasks

  /// Whether the rules may be used. An error in a manifest or a task does not keep the daemon from starting.
  package var isUsable: Bool { !problems.hasErrors }
  /// The problems of all files.
  package var allProblems: [SyntaxProblem] { problems + manifests.problems + tasks.problems }
  /// Whether no file has an error.
  package var isRight: Bool { !allProblems.hasErrors }

  /// The configuration as a start uses it.
  package var configuration: DaemonConfiguration { rules.with(manifests.manifests) }

  /// Returns the configuration as a reload uses it: a file that has errors counts as it was before.
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
  /// Returns the configuration with these manifests and no others.
  fileprivate func with(_ manifests: [Manifest]) -> DaemonConfiguration {
    let sorted = manifests.sorted { $0.fileName.utf8.lexicographicallyPrecedes($1.fileName.utf8) }
    var configuration = self
    configuration.manifests = Dictionary(uniqueKeysWithValues: sorted.map { ($0.name, $0) })
    configuration.scheduler.applications = sorted.map(\.application)
    return configuration
  }
}
