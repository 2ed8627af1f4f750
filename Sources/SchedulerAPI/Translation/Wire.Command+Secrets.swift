package import SchedulerCore

extension Wire.Command {
  /// The command's use of credentials.
  package var credentialUse: CredentialUse {
    if encryptedCredentials?.isEmpty == false { return .encrypted }
    return credentials?.isEmpty == false ? .files : .none
  }

  /// Checks the paths of the files that the command names, and the names of its credentials.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``, the field within the request.
  func checkSecrets() throws(SchedulerInterfaceError) {
    for (index, file) in (environmentFiles ?? []).enumerated() {
      let field = "command.environmentFiles[\(index)]"
      let path = EnvironmentFilePath(file).path
      try Self.checkPath(path, field: field)
      guard !path.utf8.contains(where: "*?[".utf8.contains) else {
        throw .invalidRequest(
          field: field,
          message: "found \(FieldCheck.quoted(path)), allowed is the path of one file: *, ? and [ stand for "
            + "nothing else")
      }
    }
    // Sorted, so that the error about several bad credentials is always the same.
    for (name, path) in (credentials ?? [:]).sorted(by: { $0.key < $1.key }) {
      try Self.checkName(name, field: "command.credentials")
      try Self.checkPath(path, field: "command.credentials.\(name)")
    }
    try checkEncrypted()
    let count = (credentials?.count ?? 0) + (encryptedCredentials?.count ?? 0)
    guard Bounds.credentials.contains(count) else {
      throw .invalidRequest(
        field: "command.encryptedCredentials",
        message: "found \(count) credentials in all, allowed are up to \(Bounds.credentials.upperBound)")
    }
  }

  private func checkEncrypted() throws(SchedulerInterfaceError) {
    var bytes = 0
    for (name, text) in (encryptedCredentials ?? [:]).sorted(by: { $0.key < $1.key }) {
      try Self.checkName(name, field: "command.encryptedCredentials")
      let field = "command.encryptedCredentials.\(name)"
      guard credentials?[name] == nil else {
        throw .invalidRequest(
          field: field, message: "found in command.credentials as well, allowed is one of them")
      }
      guard Self.isBase64(text) else {
        throw .invalidRequest(
          field: field,
          message: "found text that is not Base64, allowed is the output of systemd-creds encrypt")
      }
      bytes += text.utf8.count
    }
    guard bytes <= RequestLimits.encryptedBytes else {
      throw .invalidRequest(
        field: "command.encryptedCredentials",
        message: "found \(bytes) bytes in all, allowed are up to \(RequestLimits.encryptedBytes)")
    }
  }

  private static func checkPath(_ path: String, field: String) throws(SchedulerInterfaceError) {
    try FieldCheck.absolutePath(path, field: field)
    try FieldCheck.line(path, field: field)
    // A line of a task's file cannot end in one of these.
    guard let last = path.utf8.last, " \\".utf8.contains(last) else { return }
    throw .invalidRequest(
      field: field, message: "found \(FieldCheck.quoted(path)), allowed is no space or backslash at the end")
  }

  /// Checks a file's name (systemd.exec(5), "Credentials") without what ends a name in a unit's file.
  private static func checkName(_ name: String, field: String) throws(SchedulerInterfaceError) {
    let isName = name.utf8.allSatisfy { 0x21...0x7E ~= $0 && !"/:\\\"'".utf8.contains($0) }
    guard isName, (1...255).contains(name.utf8.count), name != ".", name != ".." else {
      throw .invalidRequest(
        field: field,
        message: "found the name \(FieldCheck.quoted(name)), allowed are 1 to 255 ASCII letters, digits and "
          + "marks except / : \\ and quotation marks; . and .. are not allowed")
    }
  }

  /// Whether the text is Base64 with its padding (RFC 4648).
  private static func isBase64(_ text: String) -> Bool {
    let digits = text.utf8.reversed().drop { $0 == UInt8(ascii: "=") }
    return !digits.isEmpty && text.utf8.count % 4 == 0 && text.utf8.count - digits.count <= 2
      && digits.allSatisfy { FieldCheck.isLetterOrDigit($0) || "+/".utf8.contains($0) }
  }
}

/// A file of variables as requests name it.
package struct EnvironmentFilePath: Hashable, Sendable {
  /// The path without the hyphen.
  package let path: String
  /// Whether the file may be absent: a hyphen stands before the path.
  package let mayBeMissing: Bool

  /// Reads the text of a request.
  package init(_ text: String) {
    mayBeMissing = text.utf8.first == UInt8(ascii: "-")
    path = mayBeMissing ? String(text.dropFirst()) : text
  }
}
