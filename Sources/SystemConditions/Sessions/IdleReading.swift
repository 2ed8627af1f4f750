package import SchedulerCore

/// The idleness of the machine, by all sessions together. Pure.
package struct IdleReading: Hashable, Sendable {
  /// Whether the machine is idle; nil is unknown.
  package var isIdle: Bool?
  /// The time when the next terminal in use becomes idle, without further input; nil when none is in use.
  package var next: WallTime?
  /// The terminals that are idle, to be watched for input.
  package var quietTerminals: Set<String> = []

  /// - Parameters:
  ///   - sessions: The use of each session.
  ///   - isInhibited: Whether a program wants the machine to count as in use: a film plays, a call is held.
  ///   - pause: The time without input after which a terminal is idle.
  ///   - now: The wall clock.
  ///   - lastInput: Returns the last input on a terminal, as the system says now; nil when it does not.
  package init(
    _ sessions: some Sequence<LoginSession.Use>, isInhibited: Bool, pause: TimeSpan, now: WallTime,
    lastInput: (String) -> WallTime?
  ) {
    var isInUse = isInhibited
    var isUnclear = false
    for use in sessions {
      switch use {
      case .none, .idle: break
      case .inUse: isInUse = true
      case .unknown: isUnclear = true
      case .terminal(let name, let said):
        guard let last = [said, lastInput(name)].compactMap(\.self).max() else {
          isUnclear = true
          continue
        }
        // An input ahead of the clock counts as now: the clock was set back.
        let end = min(last, now) + pause
        if now < end {
          isInUse = true
          next = min(next ?? end, end)
        } else {
          quietTerminals.insert(name)
        }
      }
    }
    isIdle = isInUse ? false : isUnclear ? nil : true
  }
}
