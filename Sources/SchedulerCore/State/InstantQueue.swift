/// Expressions, or groups, by when time alone changes something about them, by either clock.
struct InstantQueue {
  private var points = SortedSet<Timed<MonotonicTime, Int32>>()
  private var dates = SortedSet<Timed<WallTime, Int32>>()

  var isEmpty: Bool { points.isEmpty && dates.isEmpty }

  var firstPoint: MonotonicTime? { points.first?.time }

  var firstDate: WallTime? { dates.first?.time }

  /// Returns the first point and the first date among the wanted subjects.
  func first(of isWanted: (Int32) -> Bool) -> (point: MonotonicTime?, date: WallTime?) {
    (points.inOrder.first { isWanted($0.subject) }?.time, dates.inOrder.first { isWanted($0.subject) }?.time)
  }

  /// - Parameter instant: The instant to queue; nil is never, and changes nothing.
  mutating func set(_ instant: ExpressionFuture.Instant?, of slot: Int32, isThere: Bool) {
    switch instant {
    case .point(let point): points.set(Timed(point, slot), isThere: isThere)
    case .date(let date): dates.set(Timed(date, slot), isThere: isThere)
    case nil: break
    }
  }

  /// Inserts or removes the first instants of another queue.
  mutating func set(firstOf other: InstantQueue, isThere: Bool) {
    if let first = other.points.first { points.set(first, isThere: isThere) }
    if let first = other.dates.first { dates.set(first, isThere: isThere) }
  }
}
