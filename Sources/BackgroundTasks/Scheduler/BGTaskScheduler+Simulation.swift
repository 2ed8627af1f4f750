/// Launches and expirations for trying out a program, as a debugger makes them on Apple's systems with
/// `e -l objc -- (void)[[BGTaskScheduler sharedScheduler] _simulateLaunchForTaskWithIdentifier:@"ID"]`.
extension BGTaskScheduler {
  /// Only on Linux: starts a pending task now, whatever it waits for (R60). Its launch handler is called as
  /// for any launch, and this function does not wait for it.
  /// - Throws: ``Error``; ``Error/unavailable`` when no such task is pending, or no program can run it now.
  nonisolated(nonsending) public func simulateLaunch(forTaskWithIdentifier identifier: String) async throws {
    try await asking { session in try session.translatingErrors { try $0.simulateLaunch(identifier) } }
  }

  /// Only on Linux: tells a running task that its time is up (R61). Its expiration handler is called as for
  /// any expiration, with the reason `simulated`, and this function does not wait for it.
  /// - Throws: ``Error``; ``Error/unavailable`` when no such task is running.
  nonisolated(nonsending) public func simulateExpiration(forTaskWithIdentifier identifier: String)
    async throws
  {
    try await asking { session in try session.translatingErrors { try $0.simulateExpiration(identifier) } }
  }
}
