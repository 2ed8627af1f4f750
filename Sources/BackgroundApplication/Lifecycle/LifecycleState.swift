/// How much a program is in use, as on Apple's systems (UIScene.ActivationState).
public enum LifecycleState: Int, CaseIterable, Comparable, Sendable {
  /// It does not run, until it is in the background again.
  case suspended
  /// Nobody sees it: what every program is until it says something else.
  case background
  /// It can be seen, and nobody works with it.
  case inactive
  /// Somebody works with it.
  case active

  /// Orders by how much the program is in use.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The next one on the way to another; nil when that is reached.
  func next(towards other: Self) -> Self? {
    if self == other { return nil }
    return Self(rawValue: rawValue + (self < other ? 1 : -1))
  }
}
