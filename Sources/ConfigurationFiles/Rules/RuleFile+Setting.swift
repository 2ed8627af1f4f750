package import SystemdSyntax

extension RuleFile {
  /// Applies one setting, `KEY=VALUE`, to rules that were read before.
  /// - Parameter place: The name of the setting's place, for messages.
  /// - Throws: The problem that a file with this line would have.
  package static func apply(
    _ setting: String, at place: String, to configuration: inout DaemonConfiguration
  ) throws(SyntaxProblem) {
    let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      throw SyntaxProblem(
        .error, file: place, text: "found \(setting), allowed is KEY=VALUE, with a key of bgtaskd.conf")
    }
    guard !setting.contains(where: \.isNewline) else {
      throw SyntaxProblem(.error, file: place, text: "found more than one line, allowed is one setting")
    }
    let keys = ConfigurationKeys.sections.flatMap(\.keys)
    guard let key = keys.first(where: { $0.name == parts[0] }) else {
      let hint = NearestName.hint(for: parts[0], among: keys.map(\.name)) { "\($0)=" }
      throw SyntaxProblem(.error, file: place, text: "unknown key \(parts[0])=\(hint)")
    }
    // A value is what a line of a file would have: without spaces at its ends.
    let file = UnitFile.parse(text: "[Setting]\n\(setting)\n", name: place)
    if let problem = file.problems.first { throw SyntaxProblem(.error, file: place, text: problem.text) }
    guard let assignment = file.assignment("Setting", key.name) else {
      let section = ConfigurationKeys.sections.first { $0.keys.contains { $0.name == key.name } }?.name ?? ""
      throw SyntaxProblem(
        .error, file: place, text: "\(key.name)= has no value, allowed is one as in [\(section)]")
    }
    do throws(SyntaxProblem) { try key.apply(&configuration, assignment) } catch {
      throw SyntaxProblem(.error, file: place, text: error.text)
    }
  }
}
