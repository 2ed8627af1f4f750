import LinuxSystem

/// The shell's entry for everything around it. Calls that come before the shell is made wait, in order:
/// sources are opened first, because the shell is made of them.
actor Mailbox {
  private enum State {
    case waiting([@Sendable (isolated Shell) -> Void])
    case open(Shell)
  }

  nonisolated let executor: QueueExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private var state = State.waiting([])

  init(_ executor: QueueExecutor) { self.executor = executor }

  /// Calls the body as the shell, as soon as there is one. The caller is on the daemon's queue.
  nonisolated func put(_ body: @escaping @Sendable (isolated Shell) -> Void) {
    assumeIsolated { $0.take(body) }
  }

  /// Hands the shell the bodies that wait, and from now on every body at once.
  nonisolated func open(_ shell: Shell) {
    assumeIsolated { $0.give(to: shell) }
  }

  private func take(_ body: @escaping @Sendable (isolated Shell) -> Void) {
    switch state {
    case .waiting(let bodies): state = .waiting(bodies + [body])
    case .open(let shell): shell.onQueue(body)
    }
  }

  private func give(to shell: Shell) {
    guard case .waiting(let bodies) = state else { return }
    state = .open(shell)
    for body in bodies { shell.onQueue(body) }
  }
}
