/// Work to do when a program enters a state.
struct LifecycleHook: Sendable {
  let state: LifecycleState
  /// The longest time that the state waits for the hook.
  let limit: Duration
  let body: @Sendable () async -> Void

  /// Runs the hook until it has ended, or until the deadline, when it is cancelled and left alone.
  /// - Returns: Whether the hook has ended in time.
  func run<C: Clock>(on clock: C, until deadline: C.Instant) async -> Bool where C.Duration == Duration {
    let first = FirstOf<Bool>()
    let work = Task {
      await body()
      first.tell(true)
    }
    let watch = Task {
      try await clock.sleep(until: deadline, tolerance: nil)
      first.tell(false)
    }
    let isInTime = await first.value()
    watch.cancel()
    if !isInTime { work.cancel() }
    return isInTime
  }
}
