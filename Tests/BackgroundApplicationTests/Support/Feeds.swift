import BackgroundApplication
import Synchronization

/// What happens in the application of these tests, in its order.
final class Diary: Sendable {
  private let state = Mutex<[String]>([])

  var lines: [String] { state.withLock { $0 } }

  func write(_ line: String) { state.withLock { $0.append(line) } }
}

/// An application of four tasks, whose handlers do what the test says.
struct Feeds: BackgroundApplication {
  static let refresh = "org.example.feeds.refresh"
  static let clean = "org.example.feeds.clean"
  static let export = "org.example.feeds.export.*"

  let diary: Diary
  let onRefresh: @Sendable () async throws -> Void
  let onClean: @Sendable (Progress) async throws -> Void
  let onInfo: @Sendable () -> Void
  let isFrugal: Bool

  init() { self.init(diary: Diary()) }

  init(
    diary: Diary, isFrugal: Bool = false, onInfo: @escaping @Sendable () -> Void = {},
    onRefresh: @escaping @Sendable () async throws -> Void = {},
    onClean: @escaping @Sendable (Progress) async throws -> Void = { _ in }
  ) {
    (self.diary, self.isFrugal, self.onInfo) = (diary, isFrugal, onInfo)
    (self.onRefresh, self.onClean) = (onRefresh, onClean)
  }

  var tasks: some BackgroundTaskSet {
    AppRefresh(Self.refresh, every: .seconds(15 * 60)) {
      diary.write("refresh \(BackgroundRun.current?.identifier ?? "of nobody")")
      try await onRefresh()
    }
    if !isFrugal {
      Processing(Self.clean, when: .externalPower && .idle, limit: .seconds(600)) { progress in
        diary.write("clean")
        try await onClean(progress)
      }
      .request { $0.retry = .init(maximumAttempts: 2) }
    }
    for name in ["export"] {
      ContinuedProcessing("org.example.feeds.\(name).*", title: "Exporting") { progress in
        diary.write("\(name) \(BackgroundRun.current?.identifier ?? "of nobody")")
        progress.totalUnitCount = 1
        progress.completedUnitCount = 1
      }
    }
  }

  func log(_ entry: BackgroundLogEntry) {
    if entry.level == .info { return onInfo() }
    diary.write("\(entry.level): \(entry.message)")
  }

  func measure(_ measurement: BackgroundMeasurement) {
    let result =
      switch measurement.result {
      case .succeeded: "succeeded"
      case .failed(let error): "failed with \(error)"
      case .abandoned: "abandoned"
      }
    let reason = measurement.expirationReason.map { " after \($0.code)" } ?? ""
    diary.write("\(measurement.identifier) \(measurement.attempt) \(result)\(reason)")
  }
}

/// What handlers fail with.
enum Trouble: Error { case usual }

/// Waits until its Swift task is cancelled.
func waitForCancellation() async {
  let (stream, end) = AsyncStream.makeStream(of: Void.self)
  await withTaskCancellationHandler {
    for await _ in stream {}
  } onCancel: {
    end.finish()
  }
}
