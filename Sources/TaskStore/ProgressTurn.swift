import Synchronization

/// The progress of two pieces of work that are done beside each other. The second one's is reported once the
/// first is over.
final class ProgressTurn: Sendable {
  private let progress: ProgressHandler?
  private let isFirstOver = Atomic(false)

  init(_ progress: ProgressHandler?) { self.progress = progress }

  func second(_ what: StoreProgress) {
    if isFirstOver.load(ordering: .relaxed) { progress?(what) }
  }

  /// - Parameter next: The second piece of work, which may be over as well.
  func firstIsOver(next: StoreProgress) {
    isFirstOver.store(true, ordering: .relaxed)
    progress?(next)
  }
}
