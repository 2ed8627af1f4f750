/// A session of a machine and one of its exchanges.
package struct SessionMark: Hashable, Sendable {
  /// The session's name: 32 hexadecimal digits.
  package let session: String
  /// The number of the exchange, from 1 on.
  package let sequence: Int64

  /// Creates the mark of a session's exchange.
  package init(session: String, sequence: Int64) { (self.session, self.sequence) = (session, sequence) }
}

/// A wish for work.
package struct Claim: Hashable, Sendable {
  /// The classes to claim from, in the order of the agent's wish; 1 to 64.
  package let classes: [ClassID]
  /// The most occurrences to grant, 1 to 64.
  package let most: Int

  /// Creates a claim from these classes.
  package init(classes: [ClassID], most: Int) { (self.classes, self.most) = (classes, most) }
}

/// One exchange of a machine with the database, as `bgtask_fleet.exchange_1` takes it. A repetition after a
/// lost answer is the same value.
package struct ExchangeRequest: Hashable, Sendable {
  /// The most occurrences and classes of one claim.
  package static let mostClaimed = 64
  /// The most verdicts of one exchange.
  package static let mostVerdicts = 1000
  /// The most reports, releases, begins and grants held of one exchange, each.
  package static let mostGrants = 1000
  /// The most dates of one exchange.
  package static let mostDates = 1000

  /// The machine: 32 hexadecimal digits.
  package var machine: String
  /// The host's name.
  package var name: String
  /// The machine's groups.
  package var groups: [String]
  /// The session: 32 hexadecimal digits.
  package var session: String
  /// The number of the exchange, from 1 on.
  package var sequence: Int64
  /// The session before, in sequence 1 only.
  package var succeeds: SessionMark?
  /// Whether the session ends with this exchange, and the machine gives back everything that it holds.
  package var leaving: Bool
  /// Whether the machine takes no new work.
  package var draining: Bool
  /// The fleet users of `AllowTasksOf=`, in sequence 1 and when they have changed; `nil` when they have not.
  package var allows: [String]?
  /// The grants that the agent knows to hold, with ``succeeds`` only: a session that follows none holds none.
  package var holds: [GrantID]
  /// The ends to be acknowledged.
  package var reports: [RunReport]
  /// The grants that are given back without having begun.
  package var releases: [GrantRelease]
  /// The begins of runs that were not said yet.
  package var begun: [RunBegin]
  /// The verdicts that differ from what was said before.
  package var verdicts: [ClassVerdict]
  /// The dates of nightly tasks that this machine has computed.
  package var dates: [TaskDate]
  /// The wish for work, if the machine has a free place.
  package var claim: Claim?
  /// The change number of the classes that the agent knows; 0 is none.
  package var knows: Int64

  /// Creates an exchange that says nothing but that the machine lives.
  package init(machine: String, name: String, groups: [String], session: String, sequence: Int64) {
    self.machine = machine
    self.name = name
    self.groups = groups
    self.session = session
    self.sequence = sequence
    succeeds = nil
    leaving = false
    draining = false
    allows = nil
    holds = []
    reports = []
    releases = []
    begun = []
    verdicts = []
    dates = []
    claim = nil
    knows = 0
  }
}

extension String {
  /// The most characters of a sentence for people in an exchange.
  static let mostCharacters = 500

  /// The text itself, cut behind ``mostCharacters`` characters.
  var bounded: String {
    guard utf8.count > Self.mostCharacters, count > Self.mostCharacters else { return self }
    return prefix(Self.mostCharacters - 1) + "…"
  }
}
