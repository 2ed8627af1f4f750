/// For verbs that take several identifiers: one that fails does not keep the others from being tried.
enum EachIdentifier {
  /// - Returns: Success, or what the first failure ends with. Failures are told as they happen.
  static func run(
    _ invocation: Invocation, _ body: (DaemonConnection, String) throws(Failure) -> Void
  ) throws(Failure) -> ExitStatus {
    let daemon = try invocation.connect()
    var status = ExitStatus.success
    for identifier in invocation.line.operands {
      do throws(Failure) {
        try body(daemon, identifier)
      } catch {
        // What is wrong with the connection is wrong for all of them.
        if error.isLostConnection || error.isTimeOut { throw error }
        FailureReport.show(
          error, of: invocation.commands.program, in: invocation.context, asJSON: invocation.wantsJSON)
        if status == .success { status = error.status }
      }
    }
    return status
  }
}
