/// A system call of a ``ScriptedServer`` that failed.
public struct ScriptedServerError: Error {
  /// The call.
  public let call: String
  /// Its `errno`.
  public let code: Int32
}
