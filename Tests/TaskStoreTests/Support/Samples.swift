import SchedulerCore
import TestSupport

/// Tasks and runs that differ from one another in every field.
enum Samples {
  static let texts = [
    "", "x", "org.example.backup", "größer – 日本語 👩‍👩‍👧", "a\u{0}b", "'; DROP TABLE task; --",
  ]

  static func task(_ id: Int64, seed: UInt64 = 1, payloadBytes: Int = 0) -> ScheduledTask {
    var random = SplitMix64(seed: seed &* 0x1_0000_0000 &+ UInt64(bitPattern: id))
    var request = TaskRequest(
      identifier: "org.example.task\(id)", kind: Kind.allCases.randomElement(using: &random) ?? .refresh,
      target: Bool.random(using: &random) ? .command : .application,
      earliestBegin: optionalNumber(&random).map(WallTime.init),
      deadline: optionalNumber(&random).map(WallTime.init),
      onDeadline: DeadlinePolicy.allCases.randomElement(using: &random) ?? .wait,
      requirements: Requirements(rawValue: .random(in: 0...UInt16.max, using: &random)),
      requiresIdle: [nil, true, false].randomElement(using: &random) ?? nil,
      runtimeLimit: optionalNumber(&random).map(TimeSpan.init),
      repeatEvery: optionalNumber(&random).map(TimeSpan.init),
      tolerance: TimeSpan(uSec: anyNumber(&random)),
      retry: Bool.random(using: &random) ? retry(&random) : nil,
      onConflict: ConflictPolicy.allCases.randomElement(using: &random) ?? .replace,
      strategy: SubmissionStrategy.allCases.randomElement(using: &random) ?? .queue,
      preventsSleep: Bool.random(using: &random),
      sleepsThrough: [nil, true, false].randomElement(using: &random) ?? nil)
    request.wish = wishes.randomElement(using: &random) ?? ConditionWish()
    request.unknownConditions = [nil, .wait, .proceed].randomElement(using: &random) ?? nil
    var task = ScheduledTask(
      id: TaskID(id), uid: .random(in: 0...UInt32.max, using: &random), request: request,
      requirements: Requirements(rawValue: .random(in: 0...UInt16.max, using: &random)),
      submitted: WallTime(uSec: anyNumber(&random)), attempt: Int(anyNumber(&random)),
      excusedAttempts: Int(anyNumber(&random)),
      retryNotBefore: optionalNumber(&random).map(WallTime.init), recurrence: Int(anyNumber(&random)),
      isOverdue: Bool.random(using: &random), runID: Bool.random(using: &random) ? runID(id) : nil)
    task.waitsForUnknown = Bool.random(using: &random)
    task.payloadBytes = payloadBytes
    return task
  }

  private static let wishes = [
    ConditionWish(), ConditionWish(when: ConditionExpression(.leaf(ConditionLeaf(.plain(.vpn))))),
    ConditionWish(
      whileRunning: ConditionExpression(.not(.leaf(ConditionLeaf(.noUser("größer"))))),
      relaxations: [Relaxation(after: TimeSpan(uSec: 1), without: ["vpn"])]),
  ]

  static func payload(_ id: Int64, count: Int = 300) -> [UInt8] {
    var random = SplitMix64(seed: UInt64(bitPattern: id) &+ 99)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count { withUnsafeBytes(of: random.next()) { bytes.append(contentsOf: $0) } }
    return Array(bytes.prefix(count))
  }

  static func runID(_ number: Int64) -> RunID {
    let digits = String(UInt64(bitPattern: number), radix: 16)
    return RunID(String(repeating: "0", count: 32 - digits.count) + digits)
  }

  /// A record of a declared task.
  static func declaration(_ number: Int64) -> DeclarationRecord {
    var random = SplitMix64(seed: UInt64(bitPattern: number) &+ 31)
    return DeclarationRecord(
      task: TaskID(number), uid: .random(in: 0...UInt32.max, using: &random),
      identifier: texts.randomElement(using: &random) ?? "", file: texts.randomElement(using: &random) ?? "",
      digest: anyNumber(&random), timing: anyNumber(&random),
      state: DeclarationRecord.State.allCases.randomElement(using: &random) ?? .active)
  }

  /// A run that lasts.
  static func active(_ number: Int64, uid: UInt32 = 1000, identifier: String = "org.example.run") -> Run {
    Run(
      id: runID(number), taskID: TaskID(number), uid: uid, identifier: identifier, kind: .processing,
      attempt: 1, started: WallTime(uSec: number * 1000))
  }

  /// A run that ended, by default as many milliseconds after the epoch as its number.
  static func finished(
    _ number: Int64, uid: UInt32 = 1000, identifier: String = "org.example.run", ended: Int64? = nil
  ) -> Run {
    var random = SplitMix64(seed: UInt64(bitPattern: number) &+ 7)
    var run = active(number, uid: uid, identifier: identifier)
    run.ended = WallTime(uSec: ended ?? number * 1000)
    run.outcome = Outcome.allCases.randomElement(using: &random)
    run.success = [nil, true, false].randomElement(using: &random) ?? nil
    run.exitStatus = Bool.random(using: &random) ? .random(in: Int32.min...Int32.max, using: &random) : nil
    run.signal = [nil, "SIGSEGV"].randomElement(using: &random) ?? nil
    if Bool.random(using: &random) {
      run.stopReason = Reason(
        code: ReasonCode.allCases.randomElement(using: &random) ?? .stalled,
        message: texts.randomElement(using: &random) ?? "", required: texts.randomElement(using: &random),
        observed: nil, since: optionalNumber(&random).map(WallTime.init))
    }
    if Bool.random(using: &random) {
      run.progress = Progress(
        completedUnitCount: anyNumber(&random), totalUnitCount: anyNumber(&random),
        title: texts.randomElement(using: &random), subtitle: nil)
    }
    return run
  }

  /// A run that did what it should.
  static func completed(
    _ number: Int64, uid: UInt32 = 1000, identifier: String, ended: Int64? = nil
  ) -> Run {
    var run = active(number, uid: uid, identifier: identifier)
    run.ended = WallTime(uSec: ended ?? number * 1000)
    run.outcome = .completed
    run.success = true
    return run
  }

  private static func retry(_ random: inout SplitMix64) -> Retry {
    Retry(
      backoff: Backoff.allCases.randomElement(using: &random) ?? .none,
      initial: TimeSpan(uSec: anyNumber(&random)), maximum: TimeSpan(uSec: anyNumber(&random)),
      maximumAttempts: Int(anyNumber(&random)))
  }

  private static func optionalNumber(_ random: inout SplitMix64) -> Int64? {
    Bool.random(using: &random) ? anyNumber(&random) : nil
  }

  private static func anyNumber(_ random: inout SplitMix64) -> Int64 {
    let extremes: [Int64] = [.min, .max, 0, -1, 1]
    return Bool.random(using: &random)
      ? .random(in: .min ... .max, using: &random) : extremes.randomElement(using: &random) ?? 0
  }
}
