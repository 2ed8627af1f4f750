import Glibc
import LinuxSystem
import SchedulerAPI

/// Options about files that only a task's program is to read.
enum SecretOptions {
  /// Takes the options of such a field, and does nothing for another field.
  /// - Parameter isEdit: Whether the options add to existing values, which an empty value takes back.
  static func take(
    _ field: RequestField, from invocation: Invocation, into command: inout Wire.Command,
    isEdit: Bool = false
  ) throws(Failure) {
    guard let option = field.option else { return }
    let values = invocation.line.values(option)
    guard !values.isEmpty else { return }
    switch field.value {
    case .environmentFiles:
      var files = command.environmentFiles ?? []
      for value in values {
        if isEdit, value.isEmpty { files = [] } else { files.append(try environmentFile(value, invocation)) }
      }
      command.environmentFiles = files.isEmpty ? nil : files
    case .credentials(let place, let origin):
      var credentials = command[keyPath: place] ?? [:]
      for value in values {
        if isEdit, value.isEmpty {
          credentials = [:]
          continue
        }
        let credential = try credential(value, origin, option, invocation)
        credentials[credential.name] = credential.value
      }
      command[keyPath: place] = credentials.isEmpty ? nil : credentials
    default: break
    }
  }

  private static func environmentFile(_ text: String, _ invocation: Invocation) throws(Failure) -> String {
    let file = EnvironmentFilePath(text)
    guard !file.path.isEmpty else { throw invocation.misuse("--environment-file: the path is empty") }
    let path = try ProgramPath.absolute(file.path, in: invocation.context)
    try check(path, "environment file", mayBeMissing: file.mayBeMissing, invocation)
    return file.mayBeMissing ? "-\(path)" : path
  }

  private static func credential(
    _ text: String, _ origin: CredentialOrigin, _ option: String, _ invocation: Invocation
  ) throws(Failure) -> NamedCredential {
    guard var credential = NamedCredential(text) else {
      throw invocation.misuse("--\(option): '\(text)' is not \(origin.usage)")
    }
    switch origin {
    case .files:
      credential.value = try ProgramPath.absolute(credential.value, in: invocation.context)
      try check(credential.value, "file of a credential", mayBeMissing: false, invocation)
    case .encrypted: credential.value.removeAll(where: \.isWhitespace)
    }
    return credential
  }

  /// Checks that a file can be read: if not now, it hardly can when the task runs, and then no user looks.
  private static func check(
    _ path: String, _ what: String, mayBeMissing: Bool, _ invocation: Invocation
  ) throws(Failure) {
    guard !invocation.line.flag("unchecked") else { return }
    do throws(SystemError) {
      let bytes = try SmallFile.read(path, atMost: FileBundle.maximumBytes + 1)
      guard bytes.count > FileBundle.maximumBytes else { return }
      throw SystemError(call: "read", subject: path, code: EFBIG)
    } catch {
      if mayBeMissing, error.isNoSuchFile { return }
      throw Failure(
        .noInput, name: "CannotRead",
        message: "the \(what) \(path) cannot be read: \(error.text)",
        next: "--unchecked submits it all the same")
    }
  }
}
