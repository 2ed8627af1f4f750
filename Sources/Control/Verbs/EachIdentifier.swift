/// Runs verbs that take several identifiers: all are tried, also after the failure of one.
enum EachIdentifier {
  /// - Returns: Success, or the status of the first failure. Failures are shown as they happen.
  static func run(
    _ invocation: Invocation, _ body: (DaemonConnection, String) throws(Failure) -> Void
  ) throws(Failure) -> ExitStatus {
    let daemon = try invocation.connect()
    var status = ExitStatus.success
    for identifier in invocation.line.operands {
      do throws(Failure) {
        try body(daemon, identifier)
      } catch {
        // A problem of the connection is one for all of them.
        if error.isLostConnection || error.isTimeOut { throw error }
        FailureReport.show(
          error, of: invocation.commands.program, in: invocation.context, asJSON: invocation.wantsJSON)
        if status == .success { status = error.status }
      }
    }
    return status
  }
}
