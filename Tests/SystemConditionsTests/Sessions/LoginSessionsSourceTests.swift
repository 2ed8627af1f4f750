import Dispatch
import Glibc
import LinuxSystem
import SchedulerCore
import SystemConditions
import TestSupport
import Testing

@Suite("Whether somebody uses the machine, as logind says it")
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

  @Test("In a user's own instance only that user's sessions count")
  func ownSessions() throws {
    let bench = try SourceBench { bus, queue in LoginSessionsSource(on: bus, queue: queue, uid: 1000) }
    let logind = try bench.mock("logind", Self.name)
    _ = try Self.add("c1", uid: 1001, to: logind)
    try bench.start()
    #expect(bench.sees { $0.idle == true })
    _ = try Self.add("c2", uid: 1000, to: logind)
    try Self.announce("SessionNew", "c2", logind)
    #expect(bench.sees { $0.idle == false })
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
    #expect(bench.inbox.batches.contains([.flag(.idle, true)]))
  }

  /// The kernel notes the time of input in steps of eight seconds (tty_io.c, tty_update_time).
  private static let pause = TimeSpan.seconds(20)
}
