import LinuxSystem
import SchedulerCore
import SystemConditions
import Testing

@Suite("Whether somebody uses the machine, by its sessions")
struct IdleReadingTests {
  private typealias Properties = [String: BusValue]

  private static func session(_ changes: Properties) -> LoginSession.Use {
    let properties: Properties = [
      "Active": .flag(true), "Class": .text("user"), "Desktop": .text("GNOME"), "IdleHint": .flag(false),
      "IdleSinceHint": .number(0), "LockedHint": .flag(false), "Remote": .flag(false),
      "State": .text("active"),
      "TTY": .text("tty2"), "Type": .text("wayland"),
    ]
    return LoginSession(properties.merging(changes) { $1 }).use
  }

  @Test("What each session says")
  func sessions() {
    let text: Properties = ["Type": .text("tty"), "Desktop": .text("")]
    let bare: Properties = ["Type": .text("x11"), "Desktop": .text("i3")]
    let rows: [(String, Properties, LoginSession.Use)] = [
      ("a desktop at work", [:], .inUse), ("one left alone", ["IdleHint": .flag(true)], .idle),
      ("one that is locked", ["LockedHint": .flag(true)], .idle),
      ("one behind another", ["Active": .flag(false), "State": .text("online")], .none),
      ("one that has ended", ["State": .text("closing")], .none),
      ("a greeter", ["Class": .text("greeter")], .none), ("nobody's", ["Class": .text("manager")], .none),
      ("an early one", ["Class": .text("user-early")], .inUse),
      ("a bare window manager", bare, .unknown),
      ("one that has spoken before", bare.merging(["IdleSinceHint": .number(5)]) { $1 }, .inUse),
      ("a console", text, .terminal("tty2", lastInput: nil)),
      (
        "a console that logind knows of", text.merging(["IdleSinceHint": .number(77)]) { $1 },
        .terminal("tty2", lastInput: WallTime(uSec: 77))
      ),
      (
        "over SSH", text.merging(["Remote": .flag(true), "TTY": .text("pts/4")]) { $1 },
        .terminal("pts/4", lastInput: nil)
      ), ("a program over SSH", text.merging(["Remote": .flag(true), "TTY": .text("")]) { $1 }, .none),
      ("a place outside", text.merging(["TTY": .text("../etc/passwd")]) { $1 }, .unknown),
      ("a place with a dot", text.merging(["TTY": .text("pts/..")]) { $1 }, .unknown),
      ("nonsense", ["IdleHint": .text("no"), "LockedHint": .number(1), "Active": .other], .inUse),
    ]
    for (name, changes, use) in rows { #expect(Self.session(changes) == use, "\(name)") }
    #expect(LoginSession([:]).use == .none)
  }

  private static let now = WallTime(uSec: 1_000_000_000)
  private static let pause = TimeSpan.minutes(5)

  private static func reading(
    _ sessions: [LoginSession.Use], isInhibited: Bool = false, typed: [String: TimeSpan] = [:]
  ) -> IdleReading {
    IdleReading(sessions, isInhibited: isInhibited, pause: pause, now: now) { name in
      typed[name].map { now - $0 }
    }
  }

  @Test("All of them together: one at work is enough, one that nobody knows of leaves it open")
  func together() {
    #expect(Self.reading([]).isIdle == true)
    #expect(Self.reading([.none, .idle]).isIdle == true)
    #expect(Self.reading([.idle, .inUse, .unknown]).isIdle == false)
    #expect(Self.reading([.idle, .unknown]).isIdle == nil)
    #expect(Self.reading([], isInhibited: true).isIdle == false)
  }

  @Test("A terminal is in use until nobody has typed for a while, by whoever knows of it last")
  func terminals() {
    let first = LoginSession.Use.terminal("pts/1", lastInput: nil)
    let second = LoginSession.Use.terminal("tty3", lastInput: Self.now - .minutes(2))
    var reading = Self.reading([first, second], typed: ["pts/1": .minutes(4)])
    #expect(reading.isIdle == false)
    #expect(reading.next == Self.now + .minutes(1))
    #expect(reading.quietTerminals.isEmpty)
    reading = Self.reading([first, second], typed: ["pts/1": .minutes(6), "tty3": .minutes(9)])
    #expect(reading.isIdle == false)
    #expect(reading.quietTerminals == ["pts/1"])
    reading = Self.reading([first], typed: ["pts/1": Self.pause])
    #expect(reading == Self.reading([first], typed: ["pts/1": .hours(1)]))
    #expect(reading.isIdle == true && reading.next == nil)
    // The clock was set back meanwhile.
    reading = Self.reading([first], typed: ["pts/1": .zero - .hours(3)])
    #expect(reading.isIdle == false && reading.next == Self.now + Self.pause)
    #expect(Self.reading([first]).isIdle == nil)
  }
}
