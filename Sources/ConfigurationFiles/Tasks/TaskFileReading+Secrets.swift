import SchedulerAPI
import SchedulerCore
import SystemdSyntax

/// Keys of files that no other user can read: variables and credentials.
extension TaskFileReading {
  /// Takes the lines over into the command, each checked alone, so that an error has its line.
  mutating func takeSecrets(into command: inout Wire.Command) {
    for field in RequestField.ofSecrets {
      for line in field.key.map({ file.assignments(TaskFileKeys.section, $0) }) ?? [] {
        attempt { (_) throws(SyntaxProblem) in
          var one = Wire.Command(argv: ["/"])
          try Self.take(line, field.value, into: &one)
          try Self.check(one, line)
          try Self.take(line, field.value, into: &command)
        }
      }
    }
  }

  private static func take(
    _ line: Assignment, _ value: RequestField.Value, into command: inout Wire.Command
  ) throws(SyntaxProblem) {
    switch value {
    case .environmentFiles: command.environmentFiles = (command.environmentFiles ?? []) + [line.value]
    case .credentials(let place, let origin):
      guard var credential = NamedCredential(line.value) else {
        throw line.problem(.error, "found \(line.value), allowed is \(origin.usage)")
      }
      // A file has the encrypted data on several lines.
      if case .encrypted = origin { credential.value.removeAll(where: \.isWhitespace) }
      var credentials = command[keyPath: place] ?? [:]
      guard credentials.updateValue(credential.value, forKey: credential.name) == nil else {
        throw line.problem(
          .error, "found a second credential with the name \(credential.name), allowed is one")
      }
      command[keyPath: place] = credentials
    default: break
    }
  }

  /// Checks what one line says of a command alone, so that the error has its line.
  static func check(_ command: Wire.Command, _ line: Assignment) throws(SyntaxProblem) {
    let request = Wire.TaskRequest(identifier: "a", kind: .processing, command: command)
    do throws(SchedulerInterfaceError) { _ = try request.submission() } catch {
      throw line.problem(.error, error.reason)
    }
  }
}
