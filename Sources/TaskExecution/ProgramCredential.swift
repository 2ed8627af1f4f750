/// Something that a program finds in a file of this name, for itself alone (systemd.exec(5), "Credentials").
package struct ProgramCredential: Hashable, Sendable {
  /// What the file is called.
  package var name: String
  /// What stands in it.
  package var contents: [UInt8]
  /// The contents are what systemd-creds(1) has encrypted under this name, which systemd decrypts.
  package var isEncrypted: Bool

  /// A credential.
  package init(name: String, contents: [UInt8], isEncrypted: Bool = false) {
    (self.name, self.contents, self.isEncrypted) = (name, contents, isEncrypted)
  }

  /// The variable that names the directory of the files.
  package static let variable = "CREDENTIALS_DIRECTORY"
}
