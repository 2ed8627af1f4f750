/// A system call of a ``ScriptedServer`` that failed.
package struct ScriptedServerError: Error {
  /// The call.
  package let call: String
  /// Its `errno`.
  package let code: Int32
}
