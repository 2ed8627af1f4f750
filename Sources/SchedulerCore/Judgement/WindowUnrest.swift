/// The number of windows that have ended lately, each of which counts for less as time goes by. Windows come
/// in clusters: somebody who has just come back goes again, and a bad contact stays one.
struct WindowUnrest: Hashable {
  /// The time after which a window counts e times less.
  private static let memory = TimeSpan.hours(1)
  private static let most = 6.0

  private(set) var count = 0.0

  /// Takes in a window that has ended, after a gap that has just ended as well.
  mutating func add(after gap: TimeSpan) {
    count = (min(count, Self.most) + 1) * Curve.exponential(-gap.inSeconds / Self.memory.inSeconds)
  }

  /// Returns the factor of the hazard in the window that follows.
  func factor(_ model: WindowModel) -> Double {
    model.quiet * Curve.exponential(model.unrest * min(count, Self.most))
  }
}
