import Dispatch
import Glibc
import SchedulerCore
import TaskStore
import TestSupport

@testable import Daemon
@testable import SchedulerCore
@testable import TaskStore

/// The daemon's decisions, its pipeline and its real store in a world that does what it likes: users who come
/// and vanish, programs that end or hang, a disk that is full, slow or broken, and a kill between any two
/// effects and in the middle of any write. Everything follows from the seed.
///
/// What is simulated is what the shell does with actions and directives; it has no choice there.
final class World {
  /// What is done when a look at the scheduler has its turn: who looked sees these tasks.
  struct Look {
    var reader: WorldClient
    var visible: Set<TaskID>
  }

  let seed: UInt64
  var random: SeededGenerator
  let ledger = WorldLedger()
  private(set) var now = Moment(
    wall: WallTime(uSec: 1_700_000_000_000_000), monotonic: MonotonicTime(uSec: 5_000_000_000))
  /// Programs are units of systemd, which go on without the daemon, and not its children.
  let areUnits: Bool
  let sorts: Set<WorldSort>

  /// In memory, gone with the world.
  private let folder: TemporaryFolder
  private static let history = HistoryLimits(maximumAge: .maximum, maximumRuns: 1_000_000)
  private let disk: FaultyDisk
  private var engine: StoreEngine?
  private var reader: StoreReader?
  private var pipeline: EventPipeline<Look>
  /// What is being written. The disk is as slow as it likes.
  private var writing: EventPipeline<Look>.InFlight?
  private(set) var programs: [RunID: WorldProgram] = [:]
  /// Where replies go, by the call's token; who vanished gets none.
  private var calls: [ReplyToken: WorldCall] = [:]
  private var tokens: UInt64 = 0
  private var names = 0
  private var starts: UInt64 = 0
  /// What is said of the machine's conditions.
  private(set) var record = WorldRecord()
  private(set) var kills = 0

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    folder = try TemporaryFolder(inMemory: true)
    disk = FaultyDisk(folder: folder.path)
    areUnits = Bool.random(using: &random)
    var sorts: Set<WorldSort> = []
    for sort in WorldSort.allCases where Int.random(in: 0..<10, using: &random) < 6 { sorts.insert(sort) }
    self.sorts = sorts
    pipeline = EventPipeline(Scheduler(configuration: .init(), seed: seed), actionPayload: Self.actionPayload)
    start(sameBoot: true)
  }

  private static func actionPayload(_ task: ScheduledTask) -> [UInt8] { Array((task.program ?? "").utf8) }

  deinit { disk.detach() }

  var violations: [String] { ledger.violations.map { "seed \(seed): \($0)" } }

  /// Lets so many things happen, then mends the disk and lets everything come to its end.
  func run(steps: Int) {
    for _ in 0..<steps where ledger.violations.isEmpty { step() }
    disk.health = FaultyDisk.Health()
    for _ in 0..<2000 where ledger.violations.isEmpty && !isQuiet { settle() }
    guard ledger.violations.isEmpty else { return }
    if !isQuiet { ledger.fail("it does not come to its end: \(unfinished)") }
    for (run, program) in programs where program.isOver {
      ledger.fail("run \(run) has ended and is never let go of")
    }
    // What it says now is what the next daemon finds.
    kill()
    checkRecord()
    // A clock that is set says of one date twice how it was.
    if !sorts.contains(.clock), let problem = record.dishonesty { ledger.fail(problem) }
    ledger.check(history: history(), pending: pipeline.scheduler.tasks(of: nil, prefix: "").map(\.task))
  }

  func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  // MARK: Steps

  private func step() {
    switch Int.random(in: 0..<100, using: &random) {
    case ..<25: passTime()
    case ..<33: changeDisk()
    case ..<35: stepClock()
    case ..<37: if sorts.contains(.kill) { kill() }
    case ..<42: pipeline.take(.event(.conditions(record.change(at: now.wall, using: &random))))
    case ..<45: vanish()
    case ..<75: pipeline.take(.event(nextProgramEvent() ?? .timer))
    default: if let call = nextCall() { pipeline.take(call) }
    }
    if chance(60) { finishWriting() }
    if let action = pipeline.decide(at: now, stateRoom: { nil }) { perform(action) }
    if writing == nil, !pipeline.isReady { record.sample(at: now.wall) }
  }

  /// Everybody does what they have to.
  private func settle() {
    finishWriting()
    // What repeats for ever would never come to its end.
    let repeating = pipeline.scheduler.tasks(of: nil, prefix: "").map(\.task).first {
      $0.request.repeatEvery != nil
    }
    if let task = repeating, pipeline.isReady == false {
      pipeline.take(cancellation(of: task.request.identifier, by: WorldClient(uid: task.uid)))
    }
    if let event = nextProgramEvent() { pipeline.take(.event(event)) } else { passTime() }
    if let action = pipeline.decide(at: now, stateRoom: { nil }) { perform(action) }
    finishWriting()
  }

  /// Nothing runs, nothing is being written, and what waits does so for a reason of its own.
  private var isQuiet: Bool {
    let scheduler = pipeline.scheduler
    return writing == nil && !pipeline.isReady && scheduler.storeFailure == nil
      && scheduler.activeRuns.isEmpty
      && scheduler.tasks(of: nil, prefix: "").isEmpty
  }

  /// What is in the way of an end, for the report.
  private var unfinished: String {
    let runs = pipeline.scheduler.tables.runs.values.map {
      "\($0.run.id) \($0.phase) \(String(describing: programs[$0.run.id]))"
    }
    let waiting = pipeline.scheduler.tasks(of: nil, prefix: "").filter { $0.state == .waiting }
    return
      "writing \(writing != nil), ready \(pipeline.isReady), \(pipeline.scheduler.storeFailure ?? "stores"); "
      + "runs \(runs); waiting \(waiting.map { $0.task.request })"
  }

  private func passTime() {
    let armed = pipeline.scheduler.volatile.armed
    let waits = [armed?.wall.map { $0 - now.wall }, armed?.monotonic.map { $0 - now.monotonic }].compactMap {
      $0 ?? nil
    }
    let length =
      chance(70)
      ? waits.min() ?? .seconds(1) : TimeSpan(uSec: Int64.random(in: 0...20_000_000, using: &random))
    guard length > .zero else { return pipeline.take(.event(.timer)) }
    now.wall = now.wall + length
    now.monotonic = now.monotonic + length
    pipeline.take(.event(.timer))
  }

  /// Somebody sets the clock, by less than any task repeats after.
  private func stepClock() {
    guard sorts.contains(.clock) else { return }
    now.wall = now.wall + TimeSpan(uSec: Int64.random(in: -1_000_000...1_000_000, using: &random))
    pipeline.take(.event(.clockChanged))
  }

  private func changeDisk() {
    guard sorts.contains(.disk) else { return }
    var health = FaultyDisk.Health()
    switch Int.random(in: 0..<10, using: &random) {
    case ..<4: break
    case ..<6: health.roomBytes = Int.random(in: 0...40_000, using: &random)
    // So little that the log is kept short.
    case ..<7: health.roomBytes = Int.random(in: 0...400_000, using: &random)
    case ..<8: health.refusesWrites = true
    case ..<9: health.refusesReads = true
    default: if sorts.contains(.kill) { health.writesUntilDeath = Int.random(in: 0...12, using: &random) }
    }
    disk.health = health
  }

  // MARK: The daemon

  /// Starts a daemon on what the disk holds.
  private func start(sameBoot: Bool) {
    starts += 1
    do {
      let directory = StateDirectory(path: folder.path)
      let gate = ReadGate(of: DispatchQueue(label: "world"))
      let room = RoomWatch { [disk] in disk.room(of: directory) }
      let engine = try StoreEngine(directory: directory, limits: Self.history, readers: gate, room: room)
      self.engine = engine
      reader = StoreReader(path: directory.database, gate: gate)
      var tasks: [ScheduledTask] = []
      let contents = try engine.load(memory: .max) { if case .tasks(let some) = $0 { tasks += some } }
      var configuration = SchedulerConfiguration()
      configuration.settling = .zero
      configuration.processingRequiresIdle = false
      // With room for all of them tasks begin on their dates.
      configuration.maximumConcurrentRuns = [1, 2, 3, 4, 64][Int(seed % 5)]
      configuration.programsAreUnits = areUnits
      configuration.judgement = seed.isMultiple(of: 2) ? .eager : nil
      configuration.recordsConditions = true
      pipeline = EventPipeline(
        Scheduler(
          configuration: configuration, seed: seed &+ starts &* 1000, tasks: tasks,
          activeRuns: contents.activeRuns, declarations: contents.declarations, uses: contents.uses,
          pauses: contents.pauses, ends: contents.ends, windows: contents.windows,
          works: contents.works,
          nextTaskID: contents.nextTaskID, lastRecorded: contents.lastRecorded),
        actionPayload: Self.actionPayload)
      checkRecord()
      ledger.check(pending: tasks, active: contents.activeRuns) { self.history() }
    } catch {
      ledger.fail("a daemon cannot start on what another has left: \(error)")
      return
    }
    takeOver(sameBoot: sameBoot)
  }

  /// Units are found again, or how they ended; children were ended with their daemon.
  private func takeOver(sameBoot: Bool) {
    var surviving: Set<RunID> = []
    var ended: [RunID: ProgramEnd] = [:]
    let active = Set(pipeline.scheduler.activeRuns.map(\.id))
    if !areUnits || !sameBoot { programs = [:] }
    for (run, program) in programs {
      guard active.contains(run) else {
        // Nobody asks about it: it is let go of. Work that goes on without a record would be done twice in
        // silence.
        if !program.isOver { ledger.fail("run \(run) works and has no record") }
        programs[run] = nil
        continue
      }
      if let exit = program.exit {
        ended[run] = ProgramEnd(exit: exit, ended: now.wall)
      } else {
        surviving.insert(run)
      }
    }
    pipeline.take(.event(.conditions(record.present)))
    pipeline.take(.event(.started(sameBoot: sameBoot, surviving: surviving, ended: ended, declared: .unread)))
    if let action = pipeline.decide(at: now, stateRoom: { nil }) { perform(action) }
  }

  /// The daemon is gone at once, and another starts.
  private func kill() {
    kills += 1
    if let writing { record.wrote(writing.batch.changes, isAcknowledged: false) }
    var health = disk.health
    health.isDead = true
    disk.health = health
    writing = nil
    reader = nil
    engine = nil
    for call in calls.values { ledger.neverAnswered(call) }
    calls = [:]
    disk.health = FaultyDisk.Health()
    let sameBoot = areUnits ? chance(80) : true
    if !sameBoot { now.monotonic = MonotonicTime(uSec: 100_000_000) }
    if !areUnits || !sameBoot { for run in programs.keys { ledger.lost(run) } }
    start(sameBoot: sameBoot)
  }

  private func perform(_ action: EventPipeline<Look>.Action) {
    switch action {
    case .write(let inFlight): writing = inFlight
    case .carryOut(let batch, let payloads): carryOut(batch, payloads)
    }
  }

  private func finishWriting() {
    guard let inFlight = writing else { return }
    writing = nil
    let result = write(inFlight)
    record.wrote(inFlight.batch.changes, isAcknowledged: !disk.health.isDead && (try? result.get()) != nil)
    if disk.health.isDead { kill() } else { perform(pipeline.committed(inFlight, result, at: now)) }
  }

  private func write(_ inFlight: EventPipeline<Look>.InFlight) -> Result<FoundPayloads, StoreError> {
    Result { () throws(StoreError) -> FoundPayloads in
      guard let engine else { return [:] }
      guard !inFlight.isProbe else {
        try engine.probe()
        return [:]
      }
      try engine.commit(StoreBatch(changes: inFlight.batch.changes, outputs: [], now: inFlight.historyDate))
      defer {
        engine.checkpointIfNeeded()
        if engine.hasMoreToTidyUp { _ = engine.tidyUp() }
      }
      return payloads(of: inFlight.batch.launched, engine)
    }
  }

  /// Requests of tasks, as far as the store gives them: the disk may refuse to be read just after it took the
  /// batch.
  private func payloads(of launched: [TaskID], _ engine: StoreEngine) -> FoundPayloads {
    guard sorts.contains(.disk), chance(5) else { return engine.payloads(of: launched) }
    let health = disk.health
    defer { disk.health = health }
    disk.health.refusesReads = true
    // What SQLite has in memory need not be read.
    try? engine.use { $0.releaseMemory() }
    return engine.payloads(of: launched)
  }

  private func carryOut(_ batch: Batch<Look>, _ payloads: FoundPayloads) {
    for step in batch.steps {
      // Between any two effects.
      if sorts.contains(.kill), Int.random(in: 0..<600, using: &random) == 0 { return kill() }
      switch step {
      case .look(let look): ledger.saw(look.visible, look.reader)
      case .directive(let directive): carryOut(directive, payloads)
      }
    }
    if let action = pipeline.decide(at: now, stateRoom: { nil }) { perform(action) }
  }

  private func carryOut(_ directive: Directive, _ payloads: FoundPayloads) {
    switch directive {
    case .launch(let launch): self.launch(launch, payloads[launch.run.taskID])
    case .reply(let token, let reply):
      guard let call = calls.removeValue(forKey: token) else { return }
      ledger.answered(call, reply)
    case .expire(let run, let reason, _):
      programs[run]?.stopReason = reason.code
      // Why can only be recorded where the disk takes it.
      ledger.told(run, pipeline.scheduler.storeFailure == nil ? reason : nil)
    case .kill(let run):
      ledger.told(run)
      if programs[run]?.exit == nil { programs[run]?.isKilled = true }
    case .freeze(let run): programs[run]?.isFrozen = true
    case .thaw(let run): programs[run]?.isFrozen = false
    case .goOn: pipeline.take(.event(.goOn))
    case .report(.ended(let run, let next)):
      // Its end is on disk, so systemd need not keep it any more.
      if programs[run.id]?.isOver == true { programs[run.id] = nil }
      ledger.ended(run, next: next)
    case .answer, .start, .deliver, .warn, .warnAssertion, .relieveAssertion, .dropAssertion,
      .guardLease, .check, .look, .unwatch, .arm, .report, .releaseDelay,
      .preventSleep, .readyToExit:
      break
    }
  }

  private func launch(_ launch: Launch, _ found: Result<[UInt8], PayloadProblem>?) {
    let run = launch.run
    if pipeline.scheduler.storeFailure != nil {
      ledger.fail("run \(run.id) is launched while the disk takes nothing")
    }
    if !disk.health.refusesReads, let reader,
      case .success(let record) = Result(catching: { try reader.run(run.id) }),
      record == nil || record?.ended != nil
    {
      ledger.fail("run \(run.id) is launched, recorded as \(String(describing: record))")
    }
    let payload: [UInt8]
    switch found ?? .failure(.missing) {
    case .success(let bytes): payload = bytes
    case .failure(let problem):
      // What the disk cannot read now it may read later; nothing here damages a row.
      if problem.isDamage { ledger.fail("the request of run \(run.id): \(problem.message)") }
      pipeline.take(
        .event(
          .payloadUnavailable(run.id, isDamaged: problem.isDamage, message: problem.message)))
      return ledger.notLaunched(run)
    }
    ledger.launched(run, payload, of: launch.task)
    if programs[run.id] != nil { ledger.fail("run \(run.id) is launched twice") }
    programs[run.id] = WorldProgram(isBrief: chance(30))
    // A date that has just been served comes again when the clock is set back.
    if programs[run.id]?.isBrief == true, launch.task.request.repeatEvery != nil { stepClock() }
  }

  /// Checks that the record holds what was acknowledged, and nothing else but what was being written.
  private func checkRecord() {
    do throws(StoreError) {
      let lines = try reader?.record(RecordQuery(rows: .max)).changes ?? []
      if let problem = record.take(lines) { ledger.fail(problem) }
    } catch {
      ledger.fail("the record cannot be read: \(error)")
    }
  }

  private func history() -> [Run] {
    do throws(StoreError) {
      return try reader?.history(HistoryQuery(rows: 1_000_000)).runs ?? []
    } catch {
      ledger.fail("the history cannot be read: \(error)")
      return []
    }
  }

  // MARK: Programs

  /// The next sign of life of some program.
  private func nextProgramEvent() -> Event? {
    let working = programs.filter { $0.value.exit == nil }.keys.sorted { $0.text < $1.text }
    let brief = working.first { programs[$0]?.isBrief == true }
    guard let run = brief ?? working.randomElement(using: &random), var program = programs[run] else {
      return nil
    }
    defer { programs[run] = program }
    if !program.isRunning {
      program.isRunning = true
      return .runStarted(run)
    }
    let exit: Exit
    if program.isKilled {
      exit = .signal("SIGKILL")
    } else if program.isFrozen {
      return nil
    } else if program.stopReason != nil {
      guard chance(60) else { return nil }
      exit = .signal("SIGTERM")
    } else {
      guard program.isBrief || chance(40) else { return nil }
      exit =
        [.status(0), .status(0), .status(0), .status(1), .signal("SIGSEGV")].randomElement(using: &random)
        ?? .unknown
    }
    program.exit = exit
    ledger.programEnded(run, exit)
    return .runEnded(run, exit)
  }

  // MARK: Users

  private func nextCall() -> Inbound<Look>? {
    let client = WorldClient(uid: UInt32(1000 + Int.random(in: 0..<3, using: &random)))
    switch Int.random(in: 0..<100, using: &random) {
    case ..<10 where sorts.contains(.conflict):
      let name = "s\(Int.random(in: 0..<3, using: &random))"
      guard !isInFlight(name, client) else { return nil }
      let policy = ConflictPolicy.allCases.randomElement(using: &random) ?? .replace
      if policy == .replace { ledger.cancels(client, name) }
      var series = submission(name)
      series.request.onConflict = policy
      series.request.repeatEvery = .seconds(Int64.random(in: 5...60, using: &random))
      return send(.submit(series), WorldCall(client: client, kind: .submit(name)), client)
    case ..<60:
      names += 1
      return send(
        .submit(submission("t\(names)")), WorldCall(client: client, kind: .submit("t\(names)")), client)
    case ..<70:
      let batch = (0..<Int.random(in: 2...30, using: &random)).map { _ -> Submission in
        names += 1
        return submission("t\(names)")
      }
      let identifiers = batch.map(\.request.identifier)
      return send(.submitBatch(batch), WorldCall(client: client, kind: .submitBatch(identifiers)), client)
    case ..<85:
      let names = ledger.openIdentifiers(of: client).filter { !isInFlight($0, client) }
      return names.randomElement(using: &random).map { cancellation(of: $0, by: client) }
    default:
      return .look { scheduler, _ in
        Look(reader: client, visible: Set(scheduler.tasks(of: client.uid, prefix: "").map(\.task.id)))
      }
    }
  }

  /// Of two calls about one name nobody knows which is answered last.
  private func isInFlight(_ name: String, _ client: WorldClient) -> Bool {
    calls.values.contains { $0.client == client && $0.names.contains(name) }
  }

  private func cancellation(of name: String, by client: WorldClient) -> Inbound<Look> {
    ledger.cancels(client, name)
    return send(.cancel(identifier: name), WorldCall(client: client, kind: .cancel(name)), client)
  }

  private func send(_ call: Call, _ record: WorldCall, _ client: WorldClient) -> Inbound<Look> {
    tokens += 1
    let token = ReplyToken(tokens)
    calls[token] = record
    return .event(.call(call, caller: Caller(uid: client.uid, isPrivileged: false), token: token))
  }

  /// A client is gone before it has its answer.
  private func vanish() {
    guard sorts.contains(.vanish), let token = calls.keys.min(by: { $0.value < $1.value }) else { return }
    if let call = calls.removeValue(forKey: token) { ledger.neverAnswered(call) }
  }

  private func submission(_ name: String) -> Submission {
    var request = TaskRequest(identifier: name, kind: chance(50) ? .processing : .refresh)
    if chance(30) { request.earliestBegin = now.wall + .seconds(Int64.random(in: 0...60, using: &random)) }
    if chance(10) { request.repeatEvery = .seconds(Int64.random(in: 5...60, using: &random)) }
    if chance(30) { request.retry = Retry(initial: .seconds(1), maximum: .seconds(10), maximumAttempts: 3) }
    if chance(20) { request.runtimeLimit = .seconds(2) }
    let size = chance(5) ? 20_000 : Int.random(in: 10...600, using: &random)
    return Submission(request: request, payload: WorldLedger.payload(of: name, size: size))
  }
}
