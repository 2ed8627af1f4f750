import SchedulerCore
import Synchronization
import TestSupport
import Testing

@testable import TaskStore

@Suite("How far the opening of a store is")
struct ProgressTests {
  private final class Record: Sendable {
    private let steps = Mutex<[StoreProgress]>([])

    var all: [StoreProgress] { steps.withLock { $0 } }

    func note(_ step: StoreProgress) { steps.withLock { $0.append(step) } }
  }

  private static func fill(_ scratch: TemporaryFolder, tasks: Int64) async throws {
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    try await store.write((1...tasks).map { .putTask(Samples.task($0), payload: [1]) })
    store.close()
  }

  @Test("It says how many of the tasks it has read, then that it checks the file, and nothing later")
  func reading() async throws {
    let scratch = try TemporaryFolder()
    try await Self.fill(scratch, tasks: 130)
    let record = Record()
    let store = try TaskStore(directory: scratch.path, history: .unlimited) { record.note($0) }
    let contents = try store.load()
    #expect(contents.tasks.count == 130)
    let steps = record.all
    #expect(Array(steps.prefix { $0 == .surveying }).count >= 2)
    let read = steps.filter { if case .reading = $0 { true } else { false } }
    #expect(read == [0, 64, 128].map { .reading(done: $0, of: 130) })
    #expect(steps.drop { $0 == .surveying }.dropFirst(3).allSatisfy { $0 == .checking })
    #expect(steps.last == .checking)
    store.endProgress()
    try await store.write([.putTask(Samples.task(131), payload: [1])])
    #expect(record.all == steps)
  }

  @Test("It says that it adds up what tasks take, where that could be too much")
  func measuring() async throws {
    let scratch = try TemporaryFolder()
    try await Self.fill(scratch, tasks: 70)
    let record = Record()
    let store = try TaskStore(directory: scratch.path, history: .unlimited) { record.note($0) }
    _ = try store.load(memory: 100_000)
    #expect(record.all.contains(.measuring(done: 64, of: 70)))
  }

  @Test("It says that it checks a file of an earlier version and brings it up to date")
  func migrating() throws {
    let scratch = try TemporaryFolder()
    let fixture = try RawFile.read(Repository.path("Tests/TaskStoreTests/Fixtures/schema-1.sqlite"))
    try RawFile.write(fixture, to: scratch.path("bgtaskd.sqlite"))
    let record = Record()
    _ = try TaskStore(directory: scratch.path, history: .unlimited) { record.note($0) }
    let steps = record.all.filter { $0 != .surveying }
    #expect(steps.first == .checking && steps.last == .migrating)
  }
}
