/// How many names a field of ``Conditions`` holds, and how long one is, whoever says it: a source, a
/// simulation or an expression.
package enum ConditionNames {
  /// A field holds no more names than these.
  package static let limit = 64
  /// The length of a name, in bytes: a login name (useradd(8)), a connection's, a wireless network's.
  package static let lengthBytes = 1...255
}
