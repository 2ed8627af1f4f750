import LinuxSystem
import PlainText
import SchedulerAPI
import SchedulerCore
import SystemdSyntax
import TaskExecution

/// The variables and credentials of a run's program, which it finds in files that other users cannot read.
struct ProgramSecrets {
  /// The variables of the environment files, on top of those of the request.
  var environment: [String: String]
  var credentials: [ProgramCredential]
}

extension Programs {
  /// Reads the command's environment files and credentials, as they are now.
  /// - Parameter then: Called once: at once where there is nothing to read.
  func secrets(
    of command: Wire.Command, as uid: UInt32, for run: RunID,
    then: @escaping (Result<ProgramSecrets, ReadingProblem>) -> Void
  ) {
    let files = (command.environmentFiles ?? []).map(EnvironmentFilePath.init)
    let named = (command.credentials ?? [:]).sorted { $0.key < $1.key }
    let encrypted = (command.encryptedCredentials ?? [:]).sorted { $0.key < $1.key }
    var secrets = ProgramSecrets(
      environment: command.environment ?? [:],
      credentials: encrypted.map {
        ProgramCredential(name: $0.key, contents: Array($0.value.utf8), isEncrypted: true)
      })
    guard !files.isEmpty || !named.isEmpty else { return then(.success(secrets)) }
    read(files.map(\.path) + named.map(\.value), as: uid, for: run) { answer in
      then(
        answer.flatMap { items in
          Result { () throws(ReadingProblem) in
            for (file, item) in zip(files, items) { try secrets.take(file, item) }
            for (one, item) in zip(named, items.dropFirst(files.count)) {
              try secrets.take(one.key, one.value, item)
            }
            return secrets
          }
        })
    }
  }
}

extension ProgramSecrets {
  /// Takes the variables of a file, except those whose names are the daemon's.
  fileprivate mutating func take(
    _ file: EnvironmentFilePath, _ item: FileBundle.Item
  ) throws(Programs.ReadingProblem) {
    let what = "environment file \(SingleLine.escaped(file.path))"
    if file.mayBeMissing, case .missing = item { return }
    let contents = try Self.contents(of: item, what)
    let variables: [(name: String, value: String)]
    do throws(EnvironmentFileSyntax.Problem) { variables = try EnvironmentFileSyntax.parse(contents) } catch {
      throw Programs.ReadingProblem(message: "\(what), line \(error.line): \(error.text)")
    }
    for (name, value) in variables where !name.hasPrefix(RequestLimits.reservedPrefix) {
      environment[name] = value
    }
  }

  fileprivate mutating func take(
    _ name: String, _ path: String, _ item: FileBundle.Item
  ) throws(Programs.ReadingProblem) {
    let contents = try Self.contents(of: item, "credential \(name), file \(SingleLine.escaped(path))")
    credentials.append(ProgramCredential(name: name, contents: contents))
  }

  /// - Throws: The cause for missing contents: the helper's user may have it say anything.
  private static func contents(
    of item: FileBundle.Item, _ what: String
  ) throws(Programs.ReadingProblem) -> [UInt8] {
    switch item {
    case .contents(let bytes): return bytes
    case .missing: throw Programs.ReadingProblem(message: "\(what): there is no such file")
    case .problem(let text):
      throw Programs.ReadingProblem(message: "\(what): \(SingleLine.escaped(text, maximumScalars: 255))")
    }
  }
}
