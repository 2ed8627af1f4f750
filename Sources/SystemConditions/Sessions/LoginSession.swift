package import LinuxSystem
package import SchedulerCore

/// A session of a person, by what logind says of it (org.freedesktop.login1(5), "Session Objects"). Pure.
package struct LoginSession: Hashable, Sendable {
  /// The properties that matter.
  package static let properties: Set<String> = [
    "Active", "Class", "Desktop", "IdleHint", "IdleSinceHint", "LockedHint", "Remote", "State", "TTY", "Type",
  ]

  /// What follows from it.
  package enum Use: Hashable, Sendable {
    /// Nobody is at work in it: it is a program's, it has ended, or another one is on the screen.
    case none
    /// It says that somebody is at work in it.
    case inUse
    /// It says that nobody is, or is locked.
    case idle
    /// It says nothing. Its terminal (`tty2`, `pts/4`) knows when somebody typed last; that is when logind
    /// was asked.
    case terminal(String, lastInput: WallTime?)
    /// It says nothing, and has nothing that knows.
    case unknown
  }

  /// What is on the screen of somebody who is logged in.
  package enum Screen: Hashable, Sendable {
    /// It has none at this machine.
    case none
    /// It says that it is locked (`LockedHint`).
    case locked
    /// It says that it is not.
    case open
    /// The same, but of a desktop of which it is not known that it would say otherwise.
    case openOrSilent
    /// It says nothing.
    case unknown
  }

  /// The types that have a screen of their own.
  private static let graphical: Set<String> = ["x11", "wayland", "mir"]
  /// The desktops that tell logind when their user goes and comes, by what their names contain. Others say
  /// nothing, which looks as if somebody were at work for ever.
  private static let speaking = ["gnome", "ubuntu", "kde", "plasma", "cinnamon", "budgie", "pantheon"]

  /// What follows from it.
  package let use: Use
  /// Somebody is logged in with it.
  package let isPresent: Bool
  /// It is in front: on the screen, or at another machine.
  package let isActive: Bool
  /// Whether this is a console of the machine, in front. An X server that was started there (startx(1)) makes
  /// no other session, and takes the input that the terminal had.
  private let isConsole: Bool
  /// What is on its screen. One behind another counts as well: whoever goes there is at work.
  package let screen: Screen

  /// Interprets the properties that are known.
  package init(_ properties: [String: BusValue]) {
    let isRemote = properties["Remote"]?.flag == true
    let isVisible = properties["Active"]?.flag != false || isRemote
    // A greeter's, a lock screen's or a manager's is nobody's (`Class` is `user`, `user-early`, …).
    let isPersonal = properties["Class"]?.text?.hasPrefix("user") == true
    isPresent = isPersonal && properties["State"]?.text != "closing"
    isActive = isPresent && isVisible
    screen = isPresent && !isRemote ? Self.screen(properties) : .none
    isConsole = isActive && !isRemote && properties["TTY"]?.text?.hasPrefix("tty") == true && screen == .none
    guard isActive else {
      use = .none
      return
    }
    if properties["LockedHint"]?.flag == true || properties["IdleHint"]?.flag == true {
      use = .idle
    } else if Self.graphical.contains(properties["Type"]?.text ?? "") {
      use = Self.speaks(properties) ? .inUse : .unknown
    } else if let terminal = properties["TTY"]?.text, Self.isTerminal(terminal) {
      // For a terminal this is the time of the last input (logind-session.c, session_get_idle_hint).
      let last = properties["IdleSinceHint"]?.number.flatMap { $0 > 0 ? WallTime(uSec: $0) : nil }
      use = .terminal(terminal, lastInput: last)
    } else {
      // One over SSH without a terminal is a program's; one at the machine is a person's.
      use = isRemote ? .none : .unknown
    }
  }

  /// What follows from it for a user whose desktop itself says whether somebody is at the screen: logind
  /// hears of that late, or never.
  /// - Parameter isScreenIdle: What it says; nil is unknown.
  package func use(isScreenIdle: Bool?) -> Use {
    guard let isScreenIdle else { return use }
    if isConsole, !isScreenIdle { return .inUse }
    guard use != .none, screen != .none, screen != .locked else { return use }
    return isScreenIdle ? .idle : .inUse
  }

  private static func screen(_ properties: [String: BusValue]) -> Screen {
    guard graphical.contains(properties["Type"]?.text ?? "") else { return .none }
    return switch properties["LockedHint"]?.flag {
    case true?: .locked
    case false?: isOfSpeakingDesktop(properties) ? .open : .openOrSilent
    case nil: .unknown
    }
  }

  /// Whether it has ever said when it was idle, or is of a desktop that does.
  private static func speaks(_ properties: [String: BusValue]) -> Bool {
    if let since = properties["IdleSinceHint"]?.number, since > 0 { return true }
    return isOfSpeakingDesktop(properties)
  }

  private static func isOfSpeakingDesktop(_ properties: [String: BusValue]) -> Bool {
    let desktop = properties["Desktop"]?.text?.lowercased() ?? ""
    return speaking.contains { desktop.contains($0) }
  }

  /// A name below `/dev`, and nothing else.
  private static func isTerminal(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count <= 2
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.count <= 32
          && part.utf8.allSatisfy { byte in
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
              || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
          }
      }
  }
}
