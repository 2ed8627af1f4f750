import Dispatch
import Glibc
import LinuxSystem
import SchedulerCore
import SystemConditions
import TestSupport
import Testing

@Suite("Whether somebody uses the machine, and who is logged in, as logind says it")
struct LoginSessionsSourceTests {
  private static let name = "org.freedesktop.login1"
  private static let path = "/org/freedesktop/login1"
  private static let manager = "org.freedesktop.login1.Manager"
  private static let session = "org.freedesktop.login1.Session"

  private static func add(_ id: String, uid: Int, to logind: MockedService) throws -> String {
    try logind.call(
      path, "org.freedesktop.DBus.Mock", "AddSession", ["ssusb", id, "seat0", "\(uid)", "user\(uid)", "true"])
    let path = "\(path)/session/\(id)"
    try logind.add(path, session, "Desktop", ["s", "KDE"])
    try logind.set(path, session, "Type", ["s", "wayland"])
    return path
  }

  /// dbusmock does not say so itself.
  private static func announce(_ member: String, _ id: String, _ logind: MockedService) throws {
    try logind.call(
      path, "org.freedesktop.DBus.Mock", "EmitSignal",
      ["sssav", manager, member, "so", "2", "s", id, "o", "\(path)/session/\(id)"])
  }

  @Test("Somebody logs in, leaves the desk, comes back, locks the screen; a film plays; logind is killed")
  func life() throws {
    let bench = try SourceBench { bus, queue in LoginSessionsSource(on: bus, queue: queue) }
    try bench.start()
    let logind = try bench.mock("logind", Self.name)
    #expect(bench.sees { $0.idle == true })
    let path = try Self.add("c1", uid: 1000, to: logind)
    try Self.announce("SessionNew", "c1", logind)
    #expect(bench.sees { $0.idle == false })
    try logind.set(path, Self.session, "IdleHint", ["b", "true"])
    #expect(bench.sees { $0.idle == true })
    try logind.add(Self.path, Self.manager, "BlockInhibited", ["s", ""])
    try logind.set(Self.path, Self.manager, "BlockInhibited", ["s", "shutdown:idle"])
    #expect(bench.sees { $0.idle == false })
    try logind.set(Self.path, Self.manager, "BlockInhibited", ["s", "shutdown"])
    #expect(bench.sees { $0.idle == true })
    try logind.set(path, Self.session, "IdleHint", ["b", "false"])
    #expect(bench.sees { $0.idle == false })
    try logind.set(path, Self.session, "LockedHint", ["b", "true"])
    #expect(bench.sees { $0.idle == true })
    logind.end()
    #expect(bench.sees { $0.idle == nil })
    let second = try bench.mock("logind", Self.name)
    #expect(bench.sees { $0.idle == true })
    withExtendedLifetime(second) {}
  }

  @Test("Two people and one over SSH: who is logged in, and when all of their screens are locked")
  func presence() throws {
    let bench = try SourceBench { bus, queue in LoginSessionsSource(on: bus, queue: queue) }
    try bench.start()
    #expect(bench.inbox.wait(batches: 1))
    #expect(bench.inbox.conditions.users == nil)
    let logind = try bench.mock("logind", Self.name)
    // Nobody is there, and nobody has a screen.
    #expect(bench.sees { $0.users == [] })
    #expect(bench.inbox.conditions.locked == nil)
    let first = try Self.add("c1", uid: 1000, to: logind)
    try Self.announce("SessionNew", "c1", logind)
    #expect(bench.sees { $0.users == ["user1000"] && $0.locked == false })
    #expect(bench.inbox.last(.locked)?.certainty == .certain)
    try logind.set(first, Self.session, "LockedHint", ["b", "true"])
    #expect(bench.sees { $0.locked == true })
    let second = try Self.add("c2", uid: 1001, to: logind)
    try logind.set(second, Self.session, "LockedHint", ["b", "true"])
    try logind.set(second, Self.session, "Active", ["b", "false"])
    try Self.announce("SessionNew", "c2", logind)
    #expect(bench.sees { $0.users == ["user1000", "user1001"] && $0.locked == true })
    // Theirs is not on the screen, but open.
    try logind.set(second, Self.session, "LockedHint", ["b", "false"])
    #expect(bench.sees { $0.locked == false })
    let third = try Self.add("3", uid: 1002, to: logind)
    try logind.set(third, Self.session, "Type", ["s", "tty"])
    try logind.set(third, Self.session, "Remote", ["b", "true"])
    try Self.announce("SessionNew", "3", logind)
    #expect(bench.sees { $0.users == ["user1000", "user1001", "user1002"] })
    try logind.set(second, Self.session, "State", ["s", "closing"])
    #expect(bench.sees { $0.users == ["user1000", "user1002"] && $0.locked == true })
    try logind.call(Self.path, "org.freedesktop.DBus.Mock", "RemoveObject", ["s", first])
    try Self.announce("SessionRemoved", "c1", logind)
    #expect(bench.sees { $0.users == ["user1002"] && $0.locked == nil })
    logind.end()
    #expect(bench.sees { $0.users == nil })
  }

  @Test("In a user's own instance only that user's sessions count")
  func ownSessions() throws {
    let bench = try SourceBench { bus, queue in LoginSessionsSource(on: bus, queue: queue, uid: 1000) }
    let logind = try bench.mock("logind", Self.name)
    _ = try Self.add("c1", uid: 1001, to: logind)
    try bench.start()
    #expect(bench.sees { $0.idle == true && $0.users == [] })
    #expect(bench.inbox.conditions.locked == nil)
    _ = try Self.add("c2", uid: 1000, to: logind)
    try Self.announce("SessionNew", "c2", logind)
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
    let logind = try bench.mock("logind", Self.name)
    let path = try Self.add("7", uid: 1000, to: logind)
    try logind.set(path, Self.session, "Type", ["s", "tty"])
    try logind.set(path, Self.session, "Remote", ["b", "true"])
    try logind.set(path, Self.session, "TTY", ["s", String(file.dropFirst("/dev/".count))])
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
    let folder = try TemporaryFolder()
    let file = try folder.write("console", "x")
    @Sendable func typed(secondsAgo: Int) {
      let moment = time(nil) - secondsAgo
      var times = utimbuf(actime: moment, modtime: moment)
      _ = utime(file, &times)
    }
    typed(secondsAgo: 60)
    let bench = try SourceBench { bus, queue in
      LoginSessionsSource(on: bus, queue: queue, pause: .seconds(30), terminals: folder.path)
    }
    let logind = try bench.mock("logind", Self.name)
    let path = try Self.add("2", uid: 1000, to: logind)
    try logind.set(path, Self.session, "Type", ["s", "tty"])
    try logind.set(path, Self.session, "TTY", ["s", "console"])
    try bench.start { changes in
      guard changes.contains(where: { $0.field == .idle && $0.value == .flag(true) }) else { return }
      typed(secondsAgo: 0)
      let descriptor = open(file, O_RDONLY)
      var byte: UInt8 = 0
      _ = read(descriptor, &byte, 1)
      close(descriptor)
    }
    #expect(bench.sees { $0.idle == false })
    #expect(bench.inbox.batches.joined().contains(.flag(.idle, true)))
  }

  @Test("Who types where no event is heard is found at the next wake-up")
  func unheard() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("console", "x")
    func typed(secondsAgo: Int) {
      let moment = time(nil) - secondsAgo
      var times = utimbuf(actime: moment, modtime: moment)
      _ = utime(file, &times)
    }
    typed(secondsAgo: 60)
    let bench = try SourceBench { bus, queue in
      LoginSessionsSource(on: bus, queue: queue, pause: .seconds(30), terminals: folder.path)
    }
    let logind = try bench.mock("logind", Self.name)
    let path = try Self.add("2", uid: 1000, to: logind)
    try logind.set(path, Self.session, "Type", ["s", "tty"])
    try logind.set(path, Self.session, "TTY", ["s", "console"])
    // Nothing is known yet, and nothing is said of it.
    bench.refresh()
    try bench.start()
    #expect(bench.sees { $0.idle == true })
    // The time changes, and nobody has read the file.
    typed(secondsAgo: 0)
    bench.refresh()
    #expect(bench.inbox.conditions.idle == false)
    #expect(bench.inbox.batches.count == 2)
  }

  /// The kernel notes the time of input in steps of eight seconds (tty_io.c, tty_update_time).
  private static let pause = TimeSpan.seconds(20)
}
