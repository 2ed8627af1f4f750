import ConfigurationFiles
import Foundation
import LinuxSystem
import SchedulerAPI
import TestSupport
import Testing
import Varlink

/// mallory takes as much as there is of each thing that all share, and alice is to notice nothing of it. In
/// most rows mallory is even the daemon's own user, who may do more than others, and alice is nobody in
/// particular.
@Suite("Accounts: nobody can take what is another's", .serialized)
struct AccountTests {
  /// The release build, where there is one: `make release` makes it. A debug build takes about eight times as
  /// long for everything, and is given that.
  private static let program = BuiltProduct.release("bgtaskd")
  static let slowness = program == nil ? 8.0 : 1
  private static let patience = 0.25 * slowness
  private static let memory = 150_000_000
  /// Half of the unit's `MemoryMax=`.
  private static let rules = "MaxTaskMemory=384M\n"

  @Test("Every method of the protocol, and every bound, has a row")
  func table() {
    let methods = Set(SchedulerMethod.names)
    #expect(Set(Attack.all.map(\.method)).subtracting([""]) == methods)
    #expect(Set(Attack.all.compactMap(\.bound)) == Set(AccountBound.allCases))
    #expect(Set(Attack.events.compactMap(\.event)) == Set(CrowdEvent.allCases))
  }

  @Test(
    "alice's calls take at most 250 ms, her task starts within a second, and the daemon stays small",
    isMeasured, arguments: asked(of: Attack.all))
  func attack(_ attack: Attack) throws { try measure(attack) }

  @Test(
    "The same while something happens to thousands of mallory's tasks", isMeasured,
    arguments: asked(of: Attack.events))
  func event(_ attack: Attack) throws { try measure(attack) }

  private static let isMeasured: ConditionTrait = .enabled(
    if: Attack.asked != nil, "make accounts measures it on a machine that does nothing else")

  /// The rows whose description has what `BGTASKD_ACCOUNTS` says; all of them for `1` and `all`.
  private static func asked(of rows: [Attack]) -> [Attack] {
    guard let part = Attack.asked, !["1", "all"].contains(part) else { return rows }
    return rows.filter { $0.testDescription.contains(part) }
  }

  private func measure(_ attack: Attack) throws {
    if let obstacle = OtherUsers.obstacle { return leaveOut(obstacle) }
    if Self.program == nil {
      leaveOut("no release build (make release); a debug build was given eight times as long")
    }
    // Not on a disk: one that many machines share takes up to a second for some calls, whoever makes them.
    let folder = try TemporaryFolder(permissions: 0o711, inMemory: true)
    try folder.write(
      "applications.d/one.conf", "[Application]\nPermittedIdentifiers=org.example.*\n")
    let daemon = try DaemonProcess.calm(
      Self.rules + (attack.taskMemory.map { "MaxTaskMemoryPerUser=\($0)\n" } ?? ""), folder: folder,
      socketName: "run/socket", program: Self.program.map { [$0.path()] } ?? [], arguments: ["--system"])
    try daemon.client().simulateConditions(["vpn": "no", "networkNames": "home"])
    try attack.prepare(daemon)
    let found = attack.event == nil ? try besideCalls(attack, daemon) : try besideEvents(attack, daemon)
    let peak = try ProcessUsage(of: daemon.pid).peakBytes
    print(
      "account: \(attack.testDescription): status \(found.status), submit \(found.submit), "
        + "task \(found.task), root \(found.root.map { "\($0)" } ?? "-"), "
        + "root's task \(found.rootsTask.map { String($0) } ?? "-"), peak \(peak / 1_000_000) MB"
    )
    #expect(found.status <= Self.patience)
    #expect(found.submit <= Self.patience)
    #expect(found.task < Self.slowness)
    #expect(found.root ?? .zero < .seconds(Self.patience))
    #expect(found.rootsTask ?? 0 < Self.slowness)
    #expect(peak < Self.memory)
  }

  /// What others than mallory have to wait for, in seconds.
  private struct Delays: Decodable {
    /// The longest of alice's calls.
    var status: Double
    var submit: Double
    /// From the date of the latest of alice's tasks until she was told to begin with it.
    var task: Double
    var root: Duration?
    var rootsTask: Double?
  }

  /// mallory has it all in place, and goes on while alice begins.
  private func besideCalls(_ attack: Attack, _ daemon: DaemonProcess) throws -> Delays {
    // What is asked later as mallory's user waits behind mallory's calls; this is told in between.
    let events = try RawConnection.watching(daemon, prefix: "due")
    let due = Int64.now + 400_000
    let mallory = Mallory(daemon)
    try daemon.client().submit(.shell("due").with { $0.earliestBeginUSec = due })
    mallory.begin(attack.body)
    let alice = try Alice(daemon)
    // Where mallory is the same user, these wait behind mallory's.
    let root =
      attack.method.isEmpty ? try ContinuousClock().measure { _ = try daemon.client().status() } : nil
    let late = Self.lateness(events, due)
    // mallory may end it, whose task it is, before it is due.
    #expect(late != nil || ["Cancel", "CancelAll", "Watch"].contains(attack.method))
    var delays = try alice.finish(Delays.self)
    mallory.stop()
    (delays.root, delays.rootsTask) = (root, late)
    return delays
  }

  /// alice has begun when it happens for the first time.
  private func besideEvents(_ attack: Attack, _ daemon: DaemonProcess) throws -> Delays {
    let alice = try Alice(daemon)
    try alice.waitUntilBegun()
    let mallory = Mallory(daemon)
    mallory.begin(attack.body)
    let delays = try alice.finish(Delays.self)
    mallory.stop()
    return delays
  }

  /// How late the task began, in seconds; nil when it was cancelled, or has not begun yet.
  private static func lateness(_ events: RawConnection, _ due: Int64) -> Double? {
    while let event = try? events.receive(within: .seconds(2 * slowness)) {
      if event.string("event") == "cancelled" { return nil }
      if event.string("event") == "running", let begun = event.int("run.startedUSec") {
        return Double(Int64(begun) - due) / 1e6
      }
    }
    return nil
  }
}
