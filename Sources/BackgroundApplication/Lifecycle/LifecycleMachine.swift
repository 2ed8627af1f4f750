/// The state that counts, and the choice of the next one. It has no clock, and calls no other code.
///
/// A program moves one step at a time, so that each state's hooks run on the way: from active through
/// inactive to background, and back. A step that has begun is finished before another wish is followed.
struct LifecycleMachine {
  /// The state that counts: its hooks have ended.
  private(set) var state: LifecycleState
  /// The state to which the program is to go.
  private(set) var wanted: LifecycleState
  /// The state that is being entered: its hooks run.
  private(set) var entered: LifecycleState?

  init(_ state: LifecycleState) { (self.state, wanted) = (state, state) }

  /// Takes in a wish for a state.
  /// - Returns: The state to enter now; nil when that is for later, or the program is there.
  mutating func want(_ state: LifecycleState) -> LifecycleState? {
    wanted = state
    return entered == nil ? begin() : nil
  }

  /// Lets the entered state count, because its hooks have ended.
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
