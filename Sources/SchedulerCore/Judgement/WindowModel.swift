/// The numbers of the rule by which a window is long enough (``WindowRule``). Lengths of windows follow a
/// Weibull distribution, whose hazard falls: a window that has lasted is likely to last. The distribution was
/// fitted to 345 recorded phones (`make evaluate`), and each machine's own windows move its rate.
package struct WindowModel: Hashable, Sendable {
  /// The shape of the distribution of lengths.
  package var shape = 0.35
  /// The scale of the distribution, in seconds.
  package var scale = 470.0
  /// The number of usual windows that a machine is taken to have had before its own.
  package var prior = 3.0
  /// The number of windows a day of a machine that is not known yet.
  package var usualRate = 4.0
  /// The part of the windows that count as another chance: they come in clusters.
  package var chance = 0.5
  /// The hazard after a quiet time, as a part of the usual one.
  package var quiet = 0.7
  /// The logarithm by which each window that ended lately raises the hazard (``WindowUnrest``).
  package var unrest = 0.28
  /// The price of a wasted start, in seconds of work of ten minutes; it grows with the root of the length.
  package var price = 60.0
  /// The same price where a lapse ends no run: a start is wasted less often then.
  package var priceWithLapses = 95.0
  /// The hold of all work instead of the rule's; `nil` in a daemon. Evaluations compare the rule with it.
  package var fixedHold: TimeSpan?

  /// Creates the model of a daemon.
  package init() {}

  /// Returns the length in the distribution's own unit, in which hazard is constant.
  func measure(_ seconds: Double) -> Double { Curve.power(seconds / scale, shape) }
}

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
