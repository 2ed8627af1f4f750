/// A secret that a program, and no other, finds in a file of this name (systemd.exec(5), "Credentials").
package struct ProgramCredential: Hashable, Sendable {
  /// The file's name.
  package var name: String
  /// The file's contents.
  package var contents: [UInt8]
  /// Whether systemd-creds(1) has encrypted the contents under this name; systemd decrypts them.
  package var isEncrypted: Bool

  package init(name: String, contents: [UInt8], isEncrypted: Bool = false) {
    (self.name, self.contents, self.isEncrypted) = (name, contents, isEncrypted)
  }

  /// The variable that names the directory of the files.
  package static let variable = "CREDENTIALS_DIRECTORY"
}
