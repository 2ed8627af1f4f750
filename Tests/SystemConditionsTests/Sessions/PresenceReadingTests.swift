import LinuxSystem
import SchedulerCore
import SystemConditions
import Testing

@Suite("Who is logged in, and whether their screens are locked")
struct PresenceReadingTests {
  private typealias Properties = [String: BusValue]

  private static func session(_ changes: Properties) -> LoginSession {
    let properties: Properties = [
      "Active": .flag(true), "Class": .text("user"), "Desktop": .text("GNOME"), "LockedHint": .flag(false),
      "Remote": .flag(false), "State": .text("active"), "Type": .text("wayland"),
    ]
    return LoginSession(properties.merging(changes) { $1 })
  }

  @Test("What each session says of its screen, and whether it is somebody's")
  func sessions() {
    let locked: Properties = ["LockedHint": .flag(true)]
    let rows: [(String, Properties, LoginSession.Screen, isPresent: Bool)] = [
      ("a desktop", [:], .open, true), ("one that is locked", locked, .locked, true),
      ("one behind another", ["Active": .flag(false), "State": .text("online")], .open, true),
      ("one on X", locked.merging(["Type": .text("x11")]) { $1 }, .locked, true),
      ("a bare window manager", ["Desktop": .text("sway")], .openOrSilent, true),
      ("one that locks all the same", locked.merging(["Desktop": .text("sway")]) { $1 }, .locked, true),
      ("a console", ["Type": .text("tty")], .none, true), ("nothing", ["Type": .text("")], .none, true),
      ("another machine's screen", ["Remote": .flag(true)], .none, true),
      ("one that has ended", locked.merging(["State": .text("closing")]) { $1 }, .none, false),
      ("a greeter", ["Class": .text("greeter")], .none, false),
      ("a lock screen", ["Class": .text("lock-screen")], .none, false),
      ("a program's", ["Class": .text("background")], .none, false),
      ("nonsense", ["LockedHint": .text("true"), "State": .number(3)], .unknown, true),
      ("nobody knows whose", ["Class": .number(1)], .none, false),
    ]
    for (name, changes, screen, isPresent) in rows {
      let session = Self.session(changes)
      #expect(session.screen == screen, "\(name)")
      #expect(session.isPresent == isPresent, "\(name)")
    }
    #expect(!LoginSession([:]).isPresent)
  }

  @Test("In front is who is on the screen, on a console or at another machine, and not who has gone")
  func inFront() {
    let rows: [(String, Properties, isActive: Bool)] = [
      ("a desktop", [:], true), ("one behind another", ["Active": .flag(false)], false),
      ("a console", ["Type": .text("tty")], true),
      ("another machine's", ["Active": .flag(false), "Remote": .flag(true)], true),
      ("one that has ended", ["State": .text("closing")], false),
      ("a greeter", ["Class": .text("greeter")], false), ("nonsense", ["Active": .text("no")], true),
    ]
    for (name, changes, isActive) in rows { #expect(Self.session(changes).isActive == isActive, "\(name)") }
    let (front, behind) = (Self.session([:]), Self.session(["Active": .flag(false)]))
    let reading = PresenceReading([("alice", front), ("bob", behind), ("carol", behind), ("carol", front)])
    #expect(reading.users == ["alice", "bob", "carol"])
    #expect(reading.activeUsers == ["alice", "carol"])
    #expect(reading.changes.contains(.names(.activeUsers, ["alice", "carol"])))
  }

  @Test("All of them together: one open screen is enough, and one that does not tell leaves it open")
  func together() {
    let open = Self.session([:])
    let silent = Self.session(["Desktop": .text("i3")])
    let locked = Self.session(["LockedHint": .flag(true)])
    let unknown = Self.session(["LockedHint": .other])
    let none = Self.session(["Type": .text("tty")])
    let rows: [([LoginSession], Bool?, isGuessed: Bool)] = [
      ([], nil, false), ([none], nil, false), ([locked], true, false), ([locked, none], true, false),
      ([locked, locked], true, false), ([locked, open], false, false), ([silent], false, true),
      ([silent, locked], false, true), ([silent, open], false, false), ([unknown], nil, false),
      ([unknown, locked], nil, false), ([unknown, open], false, false),
    ]
    for (sessions, isLocked, isGuessed) in rows {
      let reading = PresenceReading(sessions.map { ("alice", $0) })
      #expect(reading.isLocked == isLocked, "\(sessions)")
      let change = reading.changes.first { $0.field == .locked }
      #expect(change?.certainty == (isGuessed ? .guessed : .certain), "\(sessions)")
    }
  }

  @Test("Everybody is named once, and no more names than make sense are kept")
  func users() {
    let open = Self.session([:])
    let ended = Self.session(["State": .text("closing")])
    #expect(
      PresenceReading([("bob", open), ("alice", open), ("bob", open), ("carol", ended)]).users
        == ["alice", "bob"])
    let long = String(repeating: "x", count: 255)
    #expect(
      PresenceReading([("", open), (long, open), (long + "x", open), ("a\u{1b}[2J", open)]).users == [long])
    let many = (0..<1000).map { ("user\($0)", open) }
    let users = PresenceReading(many).users
    #expect(users.count == 64)
    #expect(users == PresenceReading(many.reversed()).users)
  }
}
