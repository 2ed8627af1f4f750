import BackgroundTasks

/// The degree to which a program is in use, as on Apple's systems (UIScene.ActivationState).
public enum LifecycleState: Int, CaseIterable, Comparable, Sendable {
  /// The program does not run, until it is in the background again.
  case suspended
  /// The program is out of sight: the state of every program until it enters another.
  case background
  /// The program can be seen, and no person works with it.
  case inactive
  /// A person works with the program.
  case active

  /// Whether `left` is less in use than `right`.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// Returns the next state on the way to another; nil when that is reached.
  func next(towards other: Self) -> Self? {
    if self == other { return nil }
    return Self(rawValue: rawValue + (self < other ? 1 : -1))
  }
}

extension LifecycleState {
  /// The state of use that bgtaskd is told.
  var applicationState: BGTaskScheduler.ApplicationState {
    switch self {
    case .active: .active
    case .inactive: .inactive
    case .background, .suspended: .background
    }
  }
}
