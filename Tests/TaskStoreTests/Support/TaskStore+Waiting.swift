import SchedulerCore
import TaskStore

extension HistoryLimits {
  /// More than any test writes.
  static let unlimited = HistoryLimits(maximumAge: TimeSpan(uSec: .max), maximumRuns: .max)
}

extension TaskStore {
  /// Writes a batch and waits for its completion.
  @discardableResult
  func write(
    _ changes: [StoreChange], outputs: [(run: RunID, output: RunOutput)] = [], now: Int64 = 0,
    payloadsOf: [TaskID] = []
  ) async throws -> [TaskID: Result<[UInt8], PayloadProblem>] {
    try await withCheckedContinuation { continuation in
      let batch = StoreBatch(
        changes: changes, outputs: outputs, now: WallTime(uSec: now), payloadsOf: payloadsOf)
      commit(batch) { continuation.resume(returning: $0) }
    }.get()
  }

  func payloads(of tasks: [TaskID]) async throws -> [TaskID: Result<[UInt8], PayloadProblem>] {
    try await withCheckedContinuation { continuation in
      payloads(of: tasks) { continuation.resume(returning: $0) }
    }.get()
  }

  func history(uid: UInt32? = nil, identifier: String? = nil, limit: Int = .max) async throws -> [Run] {
    try await withCheckedContinuation { continuation in
      history(uid: uid, identifier: identifier, limit: limit) { continuation.resume(returning: $0) }
    }.get()
  }

  func page(_ query: HistoryQuery) async throws -> HistoryPage {
    try await withCheckedContinuation { continuation in
      history(query) { continuation.resume(returning: $0) }
    }.get()
  }

  func record(_ query: RecordQuery = RecordQuery(rows: .max)) async throws -> RecordPage {
    try await withCheckedContinuation { continuation in
      record(query) { continuation.resume(returning: $0) }
    }.get()
  }

  func run(_ id: RunID) async throws -> Run? {
    try await withCheckedContinuation { continuation in
      run(id) { continuation.resume(returning: $0) }
    }.get()
  }

  func output(of run: RunID) async throws -> RunOutput? {
    try await withCheckedContinuation { continuation in
      output(of: run) { continuation.resume(returning: $0) }
    }.get()
  }

  func probe() async throws {
    try await withCheckedContinuation { continuation in
      probe { continuation.resume(returning: $0) }
    }.get()
  }
}
