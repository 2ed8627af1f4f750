import Synchronization

/// What is told of two things that are done beside each other: of the first, and of the second once that
/// alone is waited for.
final class ProgressTurn: Sendable {
  private let progress: ProgressHandler?
  private let isFirstOver = Atomic(false)

  init(_ progress: ProgressHandler?) { self.progress = progress }

  func second(_ what: StoreProgress) {
    if isFirstOver.load(ordering: .relaxed) { progress?(what) }
  }

  /// - Parameter next: What the second is, which may be over as well.
  func firstIsOver(next: StoreProgress) {
    isFirstOver.store(true, ordering: .relaxed)
    progress?(next)
  }
}
