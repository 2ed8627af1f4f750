extension RequestField {
  /// What a program finds in files that nobody else can look into.
  package static let ofSecrets: [RequestField] = [
    .init(
      name: "command.environmentFiles", value: .environmentFiles, option: "environment-file",
      key: "EnvironmentFile", summary: "Add the variables in this file; may be repeated",
      details: """
        They count more than those that are given one by one, and those of later files more than those of \
        earlier ones. The file is read at each start, as the user; with - before its path it may be missing. \
        Its syntax is that of EnvironmentFile= in systemd.exec(5). Names that begin with BGTASK are passed \
        over.
        """, shown: .init("Environment file")),
    .init(
      name: "command.credentials", value: .credentials(\.credentials, .files), option: "load-credential",
      key: "LoadCredential", summary: "Hand it this file under a name, ID:PATH; may be repeated",
      details: """
        The program finds a copy of the file, for its user only, as ID in the directory that \
        $CREDENTIALS_DIRECTORY names, until its run ends (systemd.exec(5), "Credentials"). The file is read \
        at each start, as the user. All files together have up to 1 MiB.
        """, shown: .init("Credential", "%")),
    .init(
      name: "command.encryptedCredentials", value: .credentials(\.encryptedCredentials, .encrypted),
      option: "set-credential-encrypted", key: "SetCredentialEncrypted",
      summary: "The same of what systemd-creds has encrypted, ID:DATA; may be repeated",
      details: """
        DATA is what systemd-creds(1) writes with encrypt --name=ID, in Base64. Only for what root submits \
        to the system's instance or declares there: systemd decrypts it for whoever names it.
        """, shown: .init("Credential", "% (encrypted)")),
  ]
}

/// Where the contents of a credential come from.
package enum CredentialOrigin: Sendable {
  /// A file, by its path.
  case files
  /// The request itself, which has them encrypted.
  case encrypted

  /// How one is written.
  package var usage: String {
    switch self {
    case .files: "ID:PATH"
    case .encrypted: "ID:DATA"
    }
  }
}

/// `ID:VALUE`, as options and files say a credential.
package struct NamedCredential: Hashable, Sendable {
  /// What it is called.
  package var name: String
  /// Its path, or what was encrypted.
  package var value: String

  /// Nil for a text without a name, a colon and something behind it.
  package init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return nil }
    (name, value) = (String(text[..<colon]), String(text[text.index(after: colon)...]))
    if value.isEmpty { return nil }
  }
}
