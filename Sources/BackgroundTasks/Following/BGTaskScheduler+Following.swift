import SchedulerAPI
import SchedulerCore

/// The recorded runs of tasks, and the updates about tasks.
extension BGTaskScheduler {
  /// Only on Linux: returns the recorded runs of a task, newest first, with the one in progress.
  /// - Parameters:
  ///   - identifier: The task, pending or not.
  ///   - limit: The largest number of runs, from 1; nil is all.
  /// - Throws: ``Error``.
  nonisolated(nonsending) public func runs(of identifier: String, limit: Int? = nil) async throws
    -> [BGTaskRun]
  {
    let runs = try await asking { session in
      try session.translatingErrors { try $0.runs(of: identifier, limit: limit) }
    }
    return runs.map { BGTaskRun($0) }
  }

  /// Only on Linux: the updates about tasks of this user from now on, also about those of other programs.
  ///
  /// The first element is ``BGTaskUpdate/Event/began``: the effects of all later calls are told. Each access
  /// to this property begins a sequence with a connection of its own, which ends with the loop. The sequence
  /// throws ``Error/unavailable`` when bgtaskd ends or cannot be reached, and when more than 1,024 elements
  /// wait to be taken: access it again, and ask ``runs(of:limit:)`` for what was missed.
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
  /// Yields an update, or ends the sequence with an error when an update was lost.
  fileprivate func tell(_ update: BGTaskUpdate) {
    if case .dropped = yield(update) {
      finish(
        throwing: BGTaskScheduler.Error(
          .unavailable,
          "updates were lost, because too many waited to be read; begin again with the present tasks"))
    }
  }
}
