/// What of systemd.exec(5), "Credentials", a program asks for, and what can be kept of it. Each has what
/// those before it have.
package enum CredentialUse: Int, Comparable, Sendable {
  /// Nothing.
  case none
  /// Files, which its user may read anyway.
  case files
  /// What systemd decrypts with the machine's key, whoever may read it.
  case encrypted

  /// Less first.
  package static func < (left: CredentialUse, right: CredentialUse) -> Bool { left.rawValue < right.rawValue }
}
