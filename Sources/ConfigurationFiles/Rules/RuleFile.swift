package import SystemdSyntax

/// The file `bgtaskd.conf` with its drop-ins.
package enum RuleFile {
  /// The names of the keys by which the scheduler decides.
  package static var decisiveKeys: [String] {
    ConfigurationKeys.sections.filter { ["Scheduler", "Conditions"].contains($0.name) }
      .flatMap { $0.keys.map(\.name) }
  }

  /// Returns the rules, with the default for every key that is absent or wrong.
  package static func read(_ file: UnitFile, _ problems: inout [SyntaxProblem]) -> DaemonConfiguration {
    problems += file.problems
    problems += file.unknownNames(
      allowed: ConfigurationKeys.sections.map { ($0.name, $0.keys.map(\.name)) })
    var configuration = DaemonConfiguration()
    for section in ConfigurationKeys.sections {
      for key in section.keys {
        let assignments =
          ConfigurationKeys.lists.contains(key.name)
          ? file.assignments(section.name, key.name)
          : file.assignment(section.name, key.name).map { [$0] } ?? []
        for assignment in assignments {
          do throws(SyntaxProblem) { try key.apply(&configuration, assignment) } catch {
            problems.append(error)
          }
        }
      }
    }
    return configuration
  }
}
