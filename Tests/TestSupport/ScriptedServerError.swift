/// A system call of a ``ScriptedServer`` that failed.
package struct ScriptedServerError: Error {
  /// The name of the call.
  package let call: String
  /// The call's `errno`.
  package let code: Int32
}
