extension Scheduler {
  /// Checks that the promise of credentials can be kept, and that no caller reads another user's by them.
  /// - Parameter isDeclared: Whether a file of this instance asks for them: in the system's instance that is
  ///   the administrator's word, whichever user the task belongs to.
  func checkCredentials(
    _ asked: CredentialUse, _ caller: Caller, isDeclared: Bool
  ) throws(SchedulerError) {
    let kept = volatile.configuration.keptCredentials
    guard asked <= kept else {
      guard asked == .encrypted else {
        throw .invalidRequest(
          field: "command.credentials",
          message:
            "this daemon has no directory for credentials that is gone when the machine is off; start it "
            + "where XDG_RUNTIME_DIR names one")
      }
      throw .invalidRequest(
        field: "command.encryptedCredentials",
        message:
          "only the system's systemd decrypts credentials: submit as root to the system's daemon, or name a "
          + "file in command.credentials")
    }
    // systemd decrypts whatever it is given, and the administrator's credentials are in world-readable files.
    guard asked < .encrypted || isDeclared || caller.isPrivileged else {
      throw .permissionDenied(
        message:
          "encrypted credentials are taken from root only, since systemd decrypts them for whoever "
          + "has them: name a file of your own with --load-credential, or have root declare the task in a "
          + "file with User=")
    }
  }
}
