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
  private static let slowness = program == nil ? 8.0 : 1
  private static let patience = 0.25 * slowness
  private static let memory = 150_000_000

  @Test("Every method of the protocol, and every bound, has a row")
  func table() {
    let methods = Set(SchedulerMethod.names)
    #expect(Set(Attack.all.map(\.method)).subtracting([""]) == methods)
    #expect(Set(Attack.all.map(\.bound)) == Set(AccountBound.allCases))
  }

  @Test(
    "alice's calls take at most 250 ms, her task starts within a second, and the daemon stays small",
    .enabled(
      if: getenv("BGTASKD_ACCOUNTS") != nil, "make accounts measures it on a machine that does nothing else"),
    arguments: Attack.all)
  func attack(_ attack: Attack) throws {
    if let obstacle = OtherUsers.obstacle { return leaveOut(obstacle) }
    if Self.program == nil {
      leaveOut("no release build (make release); a debug build was given eight times as long")
    }
    let folder = try TemporaryFolder(permissions: 0o711)
    try folder.write(
      "applications.d/one.conf", "[Application]\nPermittedIdentifiers=org.example.*\n")
    let daemon = try DaemonProcess.calm(
      folder: folder, socketName: "run/socket", program: Self.program.map { [$0.path()] } ?? [],
      arguments: ["--system"])
    try attack.prepare(daemon)
    // What is asked later as mallory's user waits behind mallory's calls; this is told in between.
    let events = try RawConnection.watching(daemon, prefix: "due")
    let due = Int64.now + 700_000
    let mallory = Mallory(daemon)
    try daemon.client().submit(.shell("due").with { $0.earliestBeginUSec = due })
    mallory.begin(attack.body)

    let over = try NamedPipe(folder, "over", permissions: 0o666)
    let alice = OtherUsers.begin("alice.py", as: OtherUsers.alice, [daemon.socket, "8", over.path])
    // Where mallory is the same user, these wait behind mallory's.
    let root =
      attack.method.isEmpty ? try ContinuousClock().measure { _ = try daemon.client().status() } : nil
    let late = Self.lateness(events, due)
    over.write()
    let run = try alice.finished()
    mallory.stop()

    #expect(run.status == 0, "\(run.errors)")
    let longest = (try? JSONDecoder().decode([String: Double].self, from: Data(run.output.utf8))) ?? [:]
    let peak = try ProcessUsage(of: daemon.pid).peakBytes
    print(
      "account: \(attack.testDescription): status \(longest["status"] ?? -1), "
        + "submit \(longest["submit"] ?? -1), root \(root.map { "\($0)" } ?? "-"), "
        + "task \(late.map { String($0) } ?? "-"), peak \(peak / 1_000_000) MB"
    )
    #expect(longest["status"] ?? 1 <= Self.patience)
    #expect(longest["submit"] ?? 1 <= Self.patience)
    #expect(root ?? .zero < .seconds(Self.patience))
    #expect(late ?? 0 < Self.slowness)
    // mallory may end it, whose task it is, before it is due.
    #expect(late != nil || ["Cancel", "CancelAll", "Watch"].contains(attack.method))
    #expect(peak < Self.memory)
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
