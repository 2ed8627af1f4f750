import Synchronization

/// A signal to work on another thread that it should stop.
final class StopSignal: Sendable {
  private struct State {
    var isSet = false
    var ending: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var isSet: Bool { state.withLock { $0.isSet } }

  func set() {
    let ending = state.withLock { state in
      state.isSet = true
      return state.ending
    }
    ending?()
  }

  /// Does work that waits, and so cannot ask whether it should stop.
  /// - Parameter ending: Ends the work, from any thread; called when the signal is set, or was before.
  func whileWaiting<Result>(endedBy ending: @escaping @Sendable () -> Void, _ work: () throws -> Result)
    rethrows -> Result
  {
    let isSet = state.withLock { state in
      state.ending = ending
      return state.isSet
    }
    defer { state.withLock { $0.ending = nil } }
    if isSet { ending() }
    return try work()
  }
}
