import FleetAPI
import SchedulerCore

/// The course of following a fleet's events: when the database is asked, from which place, and which events
/// are new. The value knows no clock and no database; its owner waits and asks.
///
/// A round reads all pages from a place up to now. Events may appear late with a date that has passed, so the
/// next round begins where the database says that all is settled, and events that were told are left out.
struct FleetFollowing {
  /// The next thing to do.
  enum Step: Hashable {
    /// Ask for the page that begins here; without a place, for what has just happened.
    case ask(sinceUSec: Int64?, after: String?)
    /// Wait for a message, at most for so many microseconds.
    case wait(uSec: Int64?)
  }

  /// The shortest time between the begins of two rounds: hints of a busy fleet come without pause, and each
  /// round reads the last seconds again.
  static let shortestRoundUSec: Int64 = 200_000

  private struct Round {
    var after: String?
    var settledUSec: Int64?
  }

  /// The place where the next round begins; nil until the first one is over.
  private var settledUSec: Int64?
  private var round: Round?
  private var isAsking = false
  private var isHinted = false
  /// The dates of the monotonic clock at which the last round began, and at which the database is asked next.
  private var beganUSec = Int64.min
  private var dueUSec = Int64.min
  /// The events that were told and may come again: their dates by their numbers.
  private var told: [Int: Int64] = [:]
  private var goneUSec: Int64?
  private var pause = GrowingPause(first: .seconds(1), longest: .seconds(30))
  /// Whether the last question had no answer.
  private(set) var isAway = false

  /// Returns the next step at this date of the monotonic clock.
  mutating func next(at now: Int64) -> Step {
    if isAsking { return .wait(uSec: nil) }
    guard now >= dueUSec else { return .wait(uSec: dueUSec - now) }
    isAsking = true
    if round == nil {
      round = Round()
      beganUSec = now
      isHinted = false
    }
    return .ask(sinceUSec: round?.after == nil ? settledUSec : nil, after: round?.after)
  }

  /// Takes in a sign that something has happened.
  mutating func hinted() {
    isHinted = true
    guard !isAsking, !isAway, round == nil else { return }
    dueUSec = min(dueUSec, beganUSec + Self.shortestRoundUSec)
  }

  /// Takes in a page.
  /// - Returns: The new events, and the date until which events were removed before they were told, if any
  ///   were. The first round only finds out what is old.
  mutating func take(
    _ page: FleetMethod.Events.Reply, at now: Int64
  ) -> (events: [FleetWire.Event], goneUSec: Int64?) {
    let isFirst = settledUSec == nil
    let new = page.events.filter { told.updateValue($0.timeUSec, forKey: $0.id) == nil }
    let gone = isFirst || page.goneUSec == goneUSec ? nil : page.goneUSec
    goneUSec = page.goneUSec
    (isAsking, isAway) = (false, false)
    pause.reset()
    let settled = round?.settledUSec ?? page.settledUSec
    if let next = page.next {
      round = Round(after: next, settledUSec: settled)
      dueUSec = now
    } else {
      round = nil
      // A database with another clock takes over: what was told is not told again.
      settledUSec = max(settled, settledUSec ?? settled)
      told = told.filter { $0.value >= settledUSec ?? 0 }
      dueUSec =
        isHinted
        ? beganUSec + Self.shortestRoundUSec : now + max(page.askAfterUSec, Self.shortestRoundUSec)
    }
    return (isFirst ? [] : new, gone)
  }

  /// Takes in that a question had no answer. The round begins again later.
  /// - Returns: Whether the last one had.
  mutating func failed(at now: Int64) -> Bool {
    defer { isAway = true }
    (isAsking, round) = (false, nil)
    dueUSec = now + pause.next().uSec
    return !isAway
  }
}
