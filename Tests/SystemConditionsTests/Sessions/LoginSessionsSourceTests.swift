import Glibc
import LinuxSystem
import SchedulerCore
import SystemConditions
import TestSupport
import Testing

@Suite("Whether somebody uses the machine, and who is logged in, as logind says it")
struct LoginSessionsSourceTests {
  @Test("Somebody logs in, leaves the desk, comes back, locks the screen; a film plays; logind is killed")
  func life() throws {
    let bench = try SourceBench { bus, queue in LoginSessionsSource(on: bus, queue: queue) }
    try bench.start()
    let logind = try MockedLogind(on: bench.bus)
    #expect(bench.sees { $0.idle == true })
    try logind.open("c1", uid: 1000)
    try logind.announce("SessionNew", "c1")
    #expect(bench.sees { $0.idle == false })
    try logind.set("c1", "IdleHint", ["b", "true"])
    #expect(bench.sees { $0.idle == true })
    try logind.addInhibitors()
    try logind.inhibit("shutdown:idle")
    #expect(bench.sees { $0.idle == false })
    try logind.inhibit("shutdown")
    #expect(bench.sees { $0.idle == true })
    try logind.set("c1", "IdleHint", ["b", "false"])
    #expect(bench.sees { $0.idle == false })
    try logind.set("c1", "LockedHint", ["b", "true"])
    #expect(bench.sees { $0.idle == true })
    logind.end()
    #expect(bench.sees { $0.idle == nil })
    let second = try MockedLogind(on: bench.bus)
    #expect(bench.sees { $0.idle == true })
    withExtendedLifetime(second) {}
  }

  @Test("Two people and one over SSH: who is logged in, and when all of their screens are locked")
  func presence() throws {
    let bench = try SourceBench { bus, queue in LoginSessionsSource(on: bus, queue: queue) }
    try bench.start()
    #expect(bench.inbox.wait(batches: 1))
    #expect(bench.inbox.conditions.users == nil)
    let logind = try MockedLogind(on: bench.bus)
    // Nobody is there, and nobody has a screen.
    #expect(bench.sees { $0.users == [] })
    #expect(bench.inbox.conditions.locked == nil)
    try logind.open("c1", uid: 1000)
    try logind.announce("SessionNew", "c1")
    #expect(bench.sees { $0.users == ["user1000"] && $0.locked == false })
    #expect(bench.inbox.last(.locked)?.certainty == .certain)
    try logind.set("c1", "LockedHint", ["b", "true"])
    #expect(bench.sees { $0.locked == true })
    try logind.open("c2", uid: 1001)
    try logind.set("c2", "LockedHint", ["b", "true"])
    try logind.set("c2", "Active", ["b", "false"])
    try logind.announce("SessionNew", "c2")
    #expect(bench.sees { $0.users == ["user1000", "user1001"] && $0.locked == true })
    #expect(bench.inbox.conditions.activeUsers == ["user1000"])
    // Theirs is not on the screen, but open.
    try logind.set("c2", "LockedHint", ["b", "false"])
    #expect(bench.sees { $0.locked == false })
    try logind.open("3", uid: 1002)
    try logind.set("3", "Type", ["s", "tty"])
    try logind.set("3", "Remote", ["b", "true"])
    try logind.announce("SessionNew", "3")
    #expect(bench.sees { $0.users == ["user1000", "user1001", "user1002"] })
    try logind.set("c2", "State", ["s", "closing"])
    #expect(bench.sees { $0.users == ["user1000", "user1002"] && $0.locked == true })
    try logind.close("c1")
    #expect(bench.sees { $0.users == ["user1002"] && $0.locked == nil })
    logind.end()
    #expect(bench.sees { $0.users == nil && $0.activeUsers == nil })
  }

  @Test("In a user's own instance only that user's sessions count")
  func ownSessions() throws {
    let bench = try SourceBench { bus, queue in LoginSessionsSource(on: bus, queue: queue, uid: 1000) }
    let logind = try MockedLogind(on: bench.bus)
    try logind.open("c1", uid: 1001)
    try bench.start()
    #expect(bench.sees { $0.idle == true && $0.users == [] })
    #expect(bench.inbox.conditions.locked == nil)
    try logind.open("c2", uid: 1000)
    try logind.announce("SessionNew", "c2")
    #expect(bench.sees { $0.idle == false && $0.users == ["user1000"] && $0.locked == false })
  }

  @Test("Somebody types on a terminal over SSH, pauses, and types again, which is heard without asking")
  func terminal() throws {
    var main: CInt = -1
    var terminal: CInt = -1
    try #require(openpty(&main, &terminal, nil, nil, nil) == 0)
    defer {
      close(main)
      close(terminal)
    }
    let file = String(cString: try #require(ttyname(terminal)))
    let bench = try SourceBench { bus, queue in
      LoginSessionsSource(on: bus, queue: queue, pause: Self.pause)
    }
    let logind = try MockedLogind(on: bench.bus)
    try logind.open("7", uid: 1000, terminal: String(file.dropFirst("/dev/".count)))
    try logind.set("7", "Remote", ["b", "true"])
    try bench.start()
    // It was made a moment ago, which counts as input.
    #expect(bench.inbox.wait(seconds: 60) { $0.idle == true })
    try #require(write(main, "x\n", 2) == 2)
    var line = [UInt8](repeating: 0, count: 16)
    try #require(read(terminal, &line, 16) > 0)
    #expect(bench.sees { $0.idle == false })
    #expect(bench.inbox.wait(seconds: 60) { $0.idle == true })
  }

  @Test("Who types at the very moment at which the pause is found to be over is heard")
  func atOnce() throws {
    let terminal = try ConsoleBench()
    let (bench, console) = (terminal.bench, terminal.console)
    try bench.start { changes in
      guard changes.contains(where: { $0.field == .idle && $0.value == .flag(true) }) else { return }
      console.typedAndRead()
    }
    #expect(bench.sees { $0.idle == false })
    #expect(bench.inbox.batches.joined().contains(.flag(.idle, true)))
    withExtendedLifetime(terminal) {}
  }

  @Test("Who types where no event is heard is found at the next wake-up")
  func unheard() throws {
    let terminal = try ConsoleBench()
    let bench = terminal.bench
    // Nothing is known yet, and nothing is said of it.
    bench.refresh()
    try bench.start()
    #expect(bench.sees { $0.idle == true })
    // The time changes, and nobody has read the file.
    terminal.console.typed(secondsAgo: 0)
    bench.refresh()
    #expect(bench.inbox.conditions.idle == false)
    #expect(bench.inbox.batches.count == 2)
    withExtendedLifetime(terminal) {}
  }

  /// The kernel notes the time of input in steps of eight seconds (tty_io.c, tty_update_time).
  private static let pause = TimeSpan.seconds(20)
}
