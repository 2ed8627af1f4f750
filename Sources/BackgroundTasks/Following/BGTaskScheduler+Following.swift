import SchedulerAPI
import SchedulerCore

/// What became of tasks, and what becomes of them.
extension BGTaskScheduler {
  /// Only on Linux: the runs of a task that are kept, newest first; the one that goes on is among them.
  /// - Parameters:
  ///   - identifier: Which task, pending or not.
  ///   - limit: How many at most, from 1; nil is all.
  /// - Throws: ``Error``.
  nonisolated(nonsending) public func runs(of identifier: String, limit: Int? = nil) async throws
    -> [BGTaskRun]
  {
    let runs = try await asking { session in
      try session.translatingErrors { try $0.runs(of: identifier, limit: limit) }
    }
    return runs.map { BGTaskRun($0) }
  }

  /// Only on Linux: what happens to the tasks of this user from now on, also to those of other programs.
  ///
  /// The first element is ``BGTaskUpdate/Event/began``: whatever is asked after it is told. Each look at this
  /// property begins a sequence of its own, with a connection of its own, which ends with the loop. When
  /// bgtaskd ends or cannot be reached, and when more than 1,024 elements wait to be taken, the sequence
  /// throws ``Error/unavailable``: look again, and ask ``runs(of:limit:)`` for what was missed.
  ///
  /// ```swift
  /// for try await update in BGTaskScheduler.shared.updates where update.event == .ended {
  ///   print(update)
  /// }
  /// ```
  public var updates: AsyncThrowingStream<BGTaskUpdate, any Swift.Error> {
    let session = session
    return AsyncThrowingStream(bufferingPolicy: .bufferingOldest(1024)) { continuation in
      let watch = session.backend.watch { news in
        switch news {
        case .news(let reply): continuation.tell(BGTaskUpdate(reply))
        case .ended(let error): continuation.finish(throwing: Error(cause: error))
        }
      }
      continuation.onTermination = { _ in watch.end() }
    }
  }
}

extension AsyncThrowingStream<BGTaskUpdate, any Error>.Continuation {
  /// Tells it, or else that something is not told.
  fileprivate func tell(_ update: BGTaskUpdate) {
    if case .dropped = yield(update) {
      finish(
        throwing: BGTaskScheduler.Error(
          .unavailable, "updates were lost: so many waited to be taken; look at them from here on"))
    }
  }
}
