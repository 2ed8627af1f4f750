import LinuxSystem
import SchedulerCore
import TaskStore

/// A state file with known contents: tasks, runs, the output of runs, records of declared tasks, and a record
/// of conditions.
struct WrittenStore {
  private(set) var tasks: [TaskID: ScheduledTask] = [:]
  private(set) var payloads: [TaskID: [UInt8]] = [:]
  private(set) var runs: [RunID: Run] = [:]
  private(set) var declarations: [TaskID: DeclarationRecord] = [:]
  private(set) var file: [UInt8] = []
  private var outputs: [RunID: RunOutput] = [:]
  private let record: [RecordedChange] = (1...Self.count).map { number in
    let content: RecordedContent =
      number % 4 == 0
      ? .condition(.networkNames, .names(["network \(number)"]))
      : .condition(.batteryPercent, .percent(Int(number)))
    return RecordedChange(WallTime(uSec: number * 1000), content)
  }

  private static let count: Int64 = 40
  private static let fileBytes = 4 << 20

  init() {
    for number in 1...Self.count { add(number) }
    let directory = ScratchDirectory()
    defer { directory.remove() }
    do {
      let store = try TaskStore(
        directory: directory.path, history: HistoryLimits(maximumAge: TimeSpan(uSec: .max), maximumRuns: .max)
      )
      try store.setBootID("boot")
      // The order is the same in every process: an input says which bytes of the file are changed.
      var changes: [StoreChange] = tasks.values.sorted { $0.id < $1.id }.map {
        .putTask($0, payload: payloads[$0.id])
      }
      changes += runs.values.sorted { $0.id.text < $1.id.text }.map { .putRun($0) }
      changes += declarations.values.sorted { $0.task < $1.task }.map { .putDeclaration($0) }
      changes += record.map { .record($0) }
      let all = changes
      let written = outputs.sorted { $0.key.text < $1.key.text }.map { (run: $0.key, output: $0.value) }
      _ = try Waiting.value {
        store.commit(StoreBatch(changes: all, outputs: written, now: WallTime(uSec: 0)), completion: $0)
      }
      store.close()
      file = try SmallFile.read("\(directory.path)/bgtaskd.sqlite", atMost: Self.fileBytes)
    } catch {
      fatalError("a store cannot be written: \(error)")
    }
  }

  private mutating func add(_ number: Int64) {
    let id = TaskID(number)
    let uid = UInt32(1000 + number % 3)
    let digits = String(number)
    let runID = RunID(String(repeating: "0", count: 32 - digits.count) + digits)
    tasks[id] = ScheduledTask(
      id: id, uid: uid,
      request: TaskRequest(
        identifier: "org.example.task\(number)", kind: .processing,
        earliestBegin: number % 2 == 0 ? nil : WallTime(uSec: number * 1_000_000),
        repeatEvery: number % 5 == 0 ? .seconds(60) : nil),
      requirements: number % 3 == 0 ? [.network] : [], submitted: WallTime(uSec: number))
    // Some payloads are longer than a page.
    payloads[id] = (0..<Int(number * 150)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ Int(number)) }
    var run = Run(
      id: runID, taskID: id, uid: uid, identifier: "org.example.task\(number)", kind: .processing, attempt: 1,
      started: WallTime(uSec: number * 1000))
    if number % 4 != 0 {
      run.ended = WallTime(uSec: number * 2000)
      run.outcome = .completed
      run.success = true
      outputs[runID] = RunOutput(bytes: Array("run \(number) was here\n".utf8), isTruncated: false)
    }
    runs[runID] = run
    declarations[id] = DeclarationRecord(
      task: id, uid: uid, identifier: "org.example.task\(number)",
      file: "/etc/bgtaskd/tasks.d/\(number).task",
      digest: number &* 0x9E37_79B9, timing: number)
  }

  /// Reads everything that the daemon ever asks of the store, and compares it with what was written.
  func check(_ store: TaskStore, _ contents: StoreContents) {
    if let read = try? Waiting.value({ store.payloads(of: contents.tasks.map(\.id), completion: $0) }) {
      for case (let id, .success(let payload)) in read {
        hold(payloads[id] == payload, "a payload is what was written: \(id)")
      }
    }
    let history = try? Waiting.value { store.history(uid: nil, identifier: nil, limit: 1000, completion: $0) }
    for run in history ?? [] { hold(runs[run.id] == run, "a run is what was written: \(run)") }
    let lines = try? Waiting.value { store.record(RecordQuery(rows: 1000), completion: $0) }
    for line in lines?.changes ?? [] {
      hold(record.contains(line) || line.content == .machine(nil), "a line is what was written: \(line)")
    }
    for uid in Set(runs.values.map(\.uid)) {
      let own = try? Waiting.value { store.history(uid: uid, identifier: nil, limit: 1000, completion: $0) }
      for run in own ?? [] {
        hold(run.uid == uid && runs[run.id] == run, "a user's runs are the user's: \(run)")
      }
    }
    for id in runs.keys {
      if let run = (try? Waiting.value { store.run(id, completion: $0) }).flatMap({ $0 }) {
        hold(runs[id] == run, "a run is what was written: \(run)")
      }
      if let output = (try? Waiting.value { store.output(of: id, completion: $0) }).flatMap({ $0 }) {
        hold(outputs[id] == output, "what a run wrote is what was written: \(id)")
      }
    }
  }
}
