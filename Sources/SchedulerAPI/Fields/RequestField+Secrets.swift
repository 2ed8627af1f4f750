extension RequestField {
  /// The fields of secrets: files that no other user can read.
  package static let ofSecrets: [RequestField] = [
    .init(
      name: "command.environmentFiles", value: .environmentFiles, option: "environment-file",
      key: "EnvironmentFile", summary: "Add the variables in this file; may be repeated",
      details: """
        They override variables that are given one by one, and later files override earlier ones. The file \
        is read at each start, as the user; with - before its path it may be missing. Its syntax is that of \
        EnvironmentFile= in systemd.exec(5). Names that begin with BGTASK are ignored.
        """, shown: .init("Environment file")),
    .init(
      name: "command.credentials", value: .credentials(\.credentials, .files), option: "load-credential",
      key: "LoadCredential", summary: "Hand it this file under a name, ID:PATH; may be repeated",
      details: """
        The program finds a copy of the file, for its user only, as ID in the directory that \
        $CREDENTIALS_DIRECTORY names, until its run ends (systemd.exec(5), "Credentials"). The file is read \
        at each start, as the user. All files together may have up to 1 MiB.
        """, shown: .init("Credential", "%")),
    .init(
      name: "command.encryptedCredentials", value: .credentials(\.encryptedCredentials, .encrypted),
      option: "set-credential-encrypted", key: "SetCredentialEncrypted",
      summary: "Hand it data that systemd-creds has encrypted, ID:DATA; may be repeated",
      details: """
        DATA is what systemd-creds(1) writes with encrypt --name=ID, in Base64. Only root may give it, in \
        requests to the system's instance or in that instance's files, since systemd decrypts it for whoever \
        names it.
        """, shown: .init("Credential", "% (encrypted)")),
  ]
}

/// The origin of a credential's contents.
package enum CredentialOrigin: Sendable {
  /// A file, by its path.
  case files
  /// The request itself, in encrypted form.
  case encrypted

  /// The syntax of a credential.
  package var usage: String {
    switch self {
    case .files: "ID:PATH"
    case .encrypted: "ID:DATA"
    }
  }
}

/// A credential as options and files have it: `ID:VALUE`.
package struct NamedCredential: Hashable, Sendable {
  /// The credential's name, `ID`.
  package var name: String
  /// The file's path, or the encrypted data.
  package var value: String

  /// Reads a credential; `nil` without a name, a colon and a value behind it.
  package init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return nil }
    (name, value) = (String(text[..<colon]), String(text[text.index(after: colon)...]))
    if value.isEmpty { return nil }
  }
}
