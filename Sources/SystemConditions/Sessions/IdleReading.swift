package import SchedulerCore

/// Whether somebody is using the machine, by all sessions together. Pure.
package struct IdleReading: Hashable, Sendable {
  /// Nobody is using it; nil is unknown.
  package var isIdle: Bool?
  /// When a terminal that is in use will not be any more, if nobody types there; nil when none is.
  package var next: WallTime?
  /// The terminals where nobody has typed for a while: whoever types there is back.
  package var quietTerminals: Set<String> = []

  /// - Parameters:
  ///   - sessions: What each of them says.
  ///   - isInhibited: Somebody wants the machine to be taken for one in use: a film plays, a call is held.
  ///   - pause: A terminal is in use until nobody has typed for so long.
  ///   - now: The wall clock.
  ///   - lastInput: When somebody typed last on a terminal, as the system says now; nil when it does not.
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
        // What is said to lie ahead was now: the clock was set back.
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
