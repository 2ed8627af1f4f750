/// The credentials that a program asks for (systemd.exec(5), "Credentials"), or that the daemon can keep.
/// Each case includes those before it.
package enum CredentialUse: Int, Comparable, Sendable {
  /// No credentials at all.
  case none
  /// Files that the program's user may read anyway.
  case files
  /// Credentials that systemd decrypts with the machine's key, whoever may read them.
  case encrypted

  /// Orders fewer credentials first.
  package static func < (left: CredentialUse, right: CredentialUse) -> Bool { left.rawValue < right.rawValue }
}
