/// Which state counts, and which comes next. It has no clock, and calls nobody.
///
/// A program goes one step at a time, so that each state's hooks run on the way: from active through inactive
/// to background, and back. A step that has begun is finished before another wish is followed.
struct LifecycleMachine {
  /// The state that counts: the hooks of it have ended.
  private(set) var state: LifecycleState
  /// Where the program is to go.
  private(set) var wanted: LifecycleState
  /// The state that is entered: its hooks run.
  private(set) var entered: LifecycleState?

  init(_ state: LifecycleState) { (self.state, wanted) = (state, state) }

  /// Somebody wants the program to be in a state.
  /// - Returns: The state to enter now; nil when that is for later, or nothing is to be done.
  mutating func want(_ state: LifecycleState) -> LifecycleState? {
    wanted = state
    return entered == nil ? begin() : nil
  }

  /// The hooks of the state that was entered have ended: it counts.
  /// - Returns: The state to enter now.
  mutating func arrive() -> LifecycleState? {
    guard let state = entered.take() else { return nil }
    self.state = state
    return begin()
  }

  private mutating func begin() -> LifecycleState? {
    entered = state.next(towards: wanted)
    return entered
  }
}
