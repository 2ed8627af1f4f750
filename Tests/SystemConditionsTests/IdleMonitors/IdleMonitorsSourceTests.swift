import Dispatch
import LinuxSystem
import SchedulerCore
import SystemConditions
import TestSupport
import Testing

@Suite("Whether somebody is at the screen, as the desktop says it")
struct IdleMonitorsSourceTests {
  private typealias Desktop = MockedDesktop

  @Test("What all of them say together")
  func reading() {
    typealias Row = (
      mutter: Bool?, kde: Bool?, displays: Bool?, inhibited: Bool?, saved: [String: Bool], isIdle: Bool?
    )
    let rows: [Row] = [
      (nil, nil, nil, nil, [:], nil), (true, nil, nil, nil, [:], true), (false, nil, nil, nil, [:], false),
      (nil, true, nil, nil, [:], true), (nil, false, nil, nil, [:], false),
      (false, true, nil, nil, [:], false),
      // The displays themselves know less than what the desktop has for it.
      (nil, nil, true, nil, [:], true), (nil, nil, false, nil, [:], false),
      (false, nil, true, nil, [:], false),
      (nil, true, false, nil, [:], true), (nil, nil, true, true, [:], false),
      // A film.
      (true, nil, nil, true, [:], false), (nil, true, nil, true, [:], false),
      (nil, nil, nil, true, [:], false),
      (true, nil, nil, false, [:], true), (nil, nil, nil, false, [:], nil),
      // A screen saver is on: whoever moves the pointer there has not come back yet.
      (false, nil, nil, nil, ["a": true], true), (false, nil, nil, true, ["a": false, "b": true], true),
      (true, nil, nil, nil, ["a": false], true), (nil, nil, nil, nil, ["a": false], nil),
    ]
    for row in rows {
      var reading = IdleMonitorReading()
      (reading.isLeftToMutter, reading.isLeftToKDE) = (row.mutter, row.kde)
      (reading.isInhibited, reading.isSaved) = (row.inhibited, row.saved)
      reading.isLeftToDisplays = row.displays
      #expect(reading.isIdle == row.isIdle, "\(row)")
    }
  }

  @Test("What a desktop says stands for the session on the screen, and for no other")
  func session() {
    func session(_ changes: [String: BusValue]) -> LoginSession {
      let properties: [String: BusValue] = [
        "Active": .flag(true), "Class": .text("user"), "Desktop": .text("sway"), "IdleHint": .flag(false),
        "LockedHint": .flag(false), "State": .text("active"), "Type": .text("wayland"),
      ]
      return LoginSession(properties.merging(changes) { $1 })
    }
    let rows: [(String, [String: BusValue], LoginSession.Use, LoginSession.Use)] = [
      ("a bare window manager", [:], .idle, .inUse),
      ("one left alone", ["IdleHint": .flag(true)], .idle, .inUse),
      ("one at work", ["Desktop": .text("GNOME")], .idle, .inUse),
      ("one that is locked", ["LockedHint": .flag(true)], .idle, .idle),
      ("one behind another", ["Active": .flag(false)], .none, .none),
      (
        "a console, where an X server may have been started", ["Type": .text("tty"), "TTY": .text("tty3")],
        .terminal("tty3", lastInput: nil), .inUse
      ),
      (
        "somebody at another machine",
        ["Type": .text("tty"), "TTY": .text("pts/3"), "Remote": .flag(true)],
        .terminal("pts/3", lastInput: nil), .terminal("pts/3", lastInput: nil)
      ),
      ("a greeter", ["Class": .text("greeter")], .none, .none),
    ]
    for (name, changes, left, present) in rows {
      #expect(session(changes).use(isScreenIdle: true) == left, "\(name)")
      #expect(session(changes).use(isScreenIdle: false) == present, "\(name)")
      #expect(session(changes).use(isScreenIdle: nil) == session(changes).use, "\(name)")
    }
  }

  /// A bench, and the folder of the templates.
  private func bench(pause: TimeSpan = .minutes(5)) throws -> (SourceBench, TemporaryFolder) {
    let folder = try TemporaryFolder()
    try folder.write("mutter.py", Desktop.mutterTemplate)
    try folder.write("manager.py", Desktop.managerTemplate)
    try folder.write("kde.py", Desktop.kdeTemplate)
    return (try SourceBench { bus, queue in IdleMonitorsSource(on: bus, queue: queue, pause: pause) }, folder)
  }

  @Test("GNOME: somebody leaves, comes back, watches a film, locks the screen; the compositor is killed")
  func gnome() throws {
    let (bench, folder) = try bench()
    try bench.start()
    // Nobody is there, and who waits for an answer goes on.
    #expect(bench.inbox.wait(batches: 1))
    #expect(bench.inbox.batches == [[.flag(.idle, nil)]])
    let mutter = try bench.mock(folder.path("mutter.py"), Desktop.mutter)
    func person(_ does: String, _ arguments: [String] = []) throws {
      try mutter.call(Desktop.mutterPath, Desktop.test, does, arguments)
    }
    #expect(bench.sees { $0.idle == false })
    try person("Leave")
    #expect(bench.sees { $0.idle == true })
    try person("ComeBack")
    #expect(bench.sees { $0.idle == false })
    // Watches of others, and none at all.
    try person("FireOther")
    let manager = try bench.mock(folder.path("manager.py"), Desktop.manager)
    try person("Leave")
    #expect(bench.sees { $0.idle == true })
    // 4 keeps the machine awake and says nothing of the person; 8 does.
    try manager.set(Desktop.managerPath, Desktop.manager, "InhibitedActions", ["u", "4"])
    try manager.set(Desktop.managerPath, Desktop.manager, "InhibitedActions", ["u", "12"])
    #expect(bench.sees { $0.idle == false })
    let saver = try bench.mock("gnome_screensaver", Desktop.gnomeSaver)
    try saver.call(Desktop.gnomeSaverPath, Desktop.gnomeSaver, "SetActive", ["b", "true"])
    #expect(bench.sees { $0.idle == true })
    try saver.call(Desktop.gnomeSaverPath, Desktop.gnomeSaver, "SetActive", ["b", "false"])
    #expect(bench.sees { $0.idle == false })
    try manager.set(Desktop.managerPath, Desktop.manager, "InhibitedActions", ["u", "0"])
    #expect(bench.sees { $0.idle == true })
    mutter.end()
    #expect(bench.sees { $0.idle == nil })
    let second = try bench.mock(folder.path("mutter.py"), Desktop.mutter)
    #expect(bench.sees { $0.idle == false })
    withExtendedLifetime((second, manager, saver)) {}
    #expect(
      bench.inbox.batches
        == [nil, false, true, false, true, false, true, false, true, nil, false].map { [.flag(.idle, $0)] })
  }

  @Test(
    "Who was gone before is gone; who comes back while a watch for that is made is there; nonsense is nothing"
  )
  func races() throws {
    let (bench, folder) = try bench()
    let mutter = try bench.mock(folder.path("mutter.py"), Desktop.mutter)
    func person(_ does: String, _ arguments: [String] = []) throws {
      try mutter.call(Desktop.mutterPath, Desktop.test, does, arguments)
    }
    try person("Sit", ["t", "3600000"])
    try bench.start()
    #expect(bench.sees { $0.idle == true })
    try person("ComeBack")
    #expect(bench.sees { $0.idle == false })
    let batches = bench.inbox.batches.count
    try person("Hurry")
    // Watch 3 is made, and stays: its person came back too early for it, and leaves again without a word. It
    // is taken back then, and another one is made, which hears of the next return.
    try person("Leave")
    #expect(bench.sees { $0.idle == true })
    try person("HasRemoved", ["u", "3"])
    try person("ComeBack")
    #expect(bench.sees { $0.idle == false })
    #expect(bench.inbox.batches.count == batches + 2)
    // A time that is none is none of anybody's.
    try person("TalkNonsense")
    try person("Leave")
    #expect(bench.sees { $0.idle == nil })
  }

  @Test("KDE on X11 is asked when a pause may be over and at wake-ups; on Wayland it knows nothing")
  func kde() throws {
    let (bench, folder) = try bench()
    let kde = try bench.mock(folder.path("kde.py"), Desktop.kde)
    func sits(mSec: Int) throws { try kde.call(Desktop.kdePath, Desktop.test, "Sit", ["u", "\(mSec)"]) }
    try bench.start()
    #expect(bench.inbox.wait(batches: 1))
    // What it says on Wayland, whatever anybody does.
    #expect(bench.inbox.batches == [[.flag(.idle, nil)]])
    // A second is left of the pause, and then nobody has come back.
    try sits(mSec: 299_000)
    bench.refresh()
    #expect(bench.sees { $0.idle == false })
    try sits(mSec: 300_000)
    #expect(bench.sees { $0.idle == true })
    try sits(mSec: 20)
    bench.refresh()
    #expect(bench.sees { $0.idle == false })
    kde.end()
    #expect(bench.sees { $0.idle == nil })
  }

  @Test("In a user's own instance the desktop speaks for its screen, and logind for the rest")
  func together() throws {
    let bench = try DesktopBench(uid: 1000)
    let inbox = bench.inbox
    bench.start()
    // Without logind it is believed by itself.
    #expect(inbox.wait { $0.idle == false })
    #expect(inbox.last(.idle)?.source == "idle-monitor")
    let logind = try MockedLogind(on: bench.system)
    // Nobody is logged in, says logind, which is believed first.
    #expect(inbox.wait { $0.idle == true })
    #expect(inbox.last(.idle)?.source == "logind")
    try logind.open("c1", uid: 1000, desktop: nil)
    try logind.announce("SessionNew", "c1")
    // logind knows nothing of this session's person.
    #expect(inbox.wait { $0.idle == false })
    try bench.person("Leave")
    #expect(inbox.wait { $0.idle == true })
    try logind.addInhibitors()
    try logind.inhibit("idle")
    #expect(inbox.wait { $0.idle == false })
    try logind.inhibit("")
    #expect(inbox.wait { $0.idle == true })
    try bench.person("ComeBack")
    #expect(inbox.wait { $0.idle == false })
    bench.mutter.end()
    #expect(inbox.wait { $0.idle == nil })
    withExtendedLifetime((bench, logind)) {}
  }

  @Test("The system's instance asks nobody's desktop")
  func systemInstance() throws {
    let bench = try DesktopBench(uid: nil)
    let answered = DispatchSemaphore(value: 0)
    bench.start { answered.signal() }
    #expect(answered.wait(timeout: .now() + 10) == .success)
    #expect(bench.inbox.last(.idle)?.source != "idle-monitor")
    #expect(bench.inbox.conditions.idle == nil)
  }
}
