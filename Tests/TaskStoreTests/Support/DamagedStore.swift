import SchedulerCore
import TaskStore
import TestSupport

/// A store whose contents are known, as bytes to be damaged: the file, and a log with the last of its
/// batches.
struct DamagedStore {
  let tasks: [ScheduledTask]
  let runs: [Run]
  let outputs: [RunID: RunOutput]
  let declarations = (1...20).map { Samples.declaration($0) }
  var file: [UInt8]
  var log: [UInt8]

  /// - Parameter logged: Whether the last tasks are in the log only, as after a kill.
  init(tasks count: Int64, runs runCount: Int64, logged: Bool) async throws {
    let scratch = try TemporaryFolder()
    tasks = (1...count).map { Samples.task($0, payloadBytes: 300) }
    runs = (1...runCount).map { $0 % 10 == 0 ? Samples.active($0) : Samples.finished($0) }
    outputs = [Samples.runID(1): RunOutput(bytes: Samples.payload(1, count: 9000), isTruncated: true)]
    let store = try TaskStore(directory: scratch.path, history: .unlimited)
    try store.setBootID("boot")
    let puts = tasks.map { StoreChange.putTask($0, payload: Samples.payload($0.id.value)) }
    let logged = logged ? puts.count / 4 : 0
    try await store.write(
      puts.dropLast(logged) + runs.map { .putRun($0) } + declarations.map { .putDeclaration($0) },
      outputs: outputs.map { ($0.key, $0.value) }, now: .min)
    store.close()
    let again = try TaskStore(directory: scratch.path, history: .unlimited)
    // What is deleted must not come back.
    try await again.write(puts.suffix(logged))
    file = try RawFile.read(scratch.path("bgtaskd.sqlite"))
    log = logged > 0 ? try RawFile.read(scratch.path("bgtaskd.sqlite-wal")) : []
    again.close()
  }

  /// The numbers, from 0, of the file's pages of this kind (13 is a leaf of a table).
  func pages(ofKind kind: UInt8) -> [Int] {
    (1..<file.count / 4096).filter { file[$0 * 4096] == kind }
  }

  mutating func erase(page: Int) {
    for offset in 0..<4096 { file[page * 4096 + offset] = 0 }
  }

  func write(to directory: String) throws {
    try RawFile.write(file, to: "\(directory)/bgtaskd.sqlite")
    if !log.isEmpty { try RawFile.write(log, to: "\(directory)/bgtaskd.sqlite-wal") }
  }
}
