package import LinuxSystem
import PlainText
package import SchedulerCore

/// A session of a person, by logind's properties (org.freedesktop.login1(5), "Session Objects"). Pure.
package struct LoginSession: Hashable, Sendable {
  /// The properties that are read.
  package static let properties: Set<String> = [
    "Active", "Class", "Desktop", "IdleHint", "IdleSinceHint", "LockedHint", "Remote", "State", "TTY", "Type",
  ]

  /// The use of the session.
  package enum Use: Hashable, Sendable {
    /// No person works in it: it is a program's, it has ended, or another one is on the screen.
    case none
    /// The session reports that a person works in it.
    case inUse
    /// The session reports that it is idle, or is locked.
    case idle
    /// The session does not report. Its terminal (`tty2`, `pts/4`) knows the last input, here as of logind's
    /// last answer.
    case terminal(String, lastInput: WallTime?)
    /// The session does not report, and has no terminal.
    case unknown
  }

  /// The screen of a user who is logged in.
  package enum Screen: Hashable, Sendable {
    /// No screen at this machine.
    case none
    /// Locked, as the session reports (`LockedHint`).
    case locked
    /// Not locked, as the session reports.
    case open
    /// Not locked, but of a desktop that may not report locking.
    case openOrSilent
    /// A screen whose state is not reported.
    case unknown
  }

  /// The types that have a screen of their own.
  private static let graphical: Set<String> = ["x11", "wayland", "mir"]
  /// The desktops that tell logind when their user goes and comes, by parts of their names. Others report
  /// nothing, which looks as if the session were in use for ever.
  private static let speaking = ["gnome", "ubuntu", "kde", "plasma", "cinnamon", "budgie", "pantheon"]

  package let use: Use
  /// Whether a user is logged in with the session.
  package let isPresent: Bool
  /// Whether the session is in front: on the screen, or at another machine.
  package let isActive: Bool
  /// Whether the session is a console of the machine, in front. An X server that was started there
  /// (startx(1)) makes no other session, and takes the input that the terminal had.
  private let isConsole: Bool
  /// The session's screen. One behind another counts as well: a person who switches to it is at work.
  package let screen: Screen

  /// Interprets the properties that are known.
  package init(_ properties: [String: BusValue]) {
    let isRemote = properties["Remote"]?.flag == true
    let isVisible = properties["Active"]?.flag != false || isRemote
    // A person's `Class` is `user`, `user-early`, …, not that of greeters, lock screens or managers.
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
      // A session over SSH without a terminal is a program's; one at the machine is a person's.
      use = isRemote ? .none : .unknown
    }
  }

  /// Returns the use for a user whose desktop itself reports idleness, which logind learns late, or never.
  /// - Parameter isScreenIdle: The desktop's report; nil is unknown.
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

  /// Whether the session has ever reported when it was idle, or is of a desktop that does.
  private static func speaks(_ properties: [String: BusValue]) -> Bool {
    if let since = properties["IdleSinceHint"]?.number, since > 0 { return true }
    return isOfSpeakingDesktop(properties)
  }

  private static func isOfSpeakingDesktop(_ properties: [String: BusValue]) -> Bool {
    let desktop = properties["Desktop"]?.text?.lowercased() ?? ""
    return speaking.contains(where: desktop.hasPart)
  }

  /// Whether this is a plain name below `/dev`.
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
