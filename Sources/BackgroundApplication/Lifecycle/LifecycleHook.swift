/// Something to be done when a program enters a state.
struct LifecycleHook: Sendable {
  let state: LifecycleState
  /// How long the state waits for it.
  let limit: Duration
  let body: @Sendable () async -> Void

  /// Runs it; ends when it has, or at the deadline, when it is told to stop and not waited for any more.
  /// - Returns: Whether it has ended in time.
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
