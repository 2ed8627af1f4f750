/// A person's order that tasks do not start for a while. Runs go on unless they are told to stop, and tasks
/// that a person starts (R60) start.
package struct Pause: Hashable, Sendable {
  package var scope: PauseScope
  /// The date on which it was ordered.
  package var since: WallTime
  /// The date from which tasks start again; `nil` lasts until the pause is resumed.
  package var until: WallTime?
  /// The user who ordered it.
  package var author: UInt32

  package init(_ scope: PauseScope, since: WallTime, until: WallTime? = nil, author: UInt32) {
    self.scope = scope
    self.since = since
    self.until = until
    self.author = author
  }

  /// The most pauses that one user may order.
  package static let limitPerUser = 64

  /// The pause's number in the store, which follows from its scope: a scope has one pause.
  package var id: Int64 { scope.id }

  /// Returns whether it holds anything back at this date.
  func isInForce(at now: WallTime) -> Bool { until.map { now < $0 } ?? true }

  /// The reason of a task that it holds back.
  var reason: Reason {
    Reason(
      code: .paused, message: "\(scope.words) paused", required: "bgtaskctl resume, or the end of the pause",
      since: since)
  }
}

/// The tasks that a pause holds back: those that match all of its properties.
package struct PauseScope: Hashable, Sendable {
  /// The tasks' user; `nil` is every user.
  package var uid: UInt32?
  /// The tasks' kind; `nil` is any.
  package var kind: Kind?
  /// The tasks' identifier or, with a `*` at its end, the beginning of it; `nil` is any.
  package var identifiers: String?

  package init(uid: UInt32?, kind: Kind? = nil, identifiers: String? = nil) {
    self.uid = uid
    self.kind = kind
    self.identifiers = identifiers
  }

  /// Whether it holds back all tasks of a user or of a kind, and not only those with some identifiers.
  var isWide: Bool { identifiers == nil }

  func covers(_ uid: UInt32, _ kind: Kind) -> Bool {
    (self.uid.map { $0 == uid } ?? true) && (self.kind.map { $0 == kind } ?? true)
  }

  func covers(_ key: TaskKey, _ kind: Kind) -> Bool {
    covers(key.uid, kind) && (identifiers.map { Self.fits(key.identifier, $0) } ?? true)
  }

  private static func fits(_ identifier: String, _ pattern: String) -> Bool {
    pattern.hasSuffix("*") ? identifier.hasPrefix(pattern.dropLast()) : identifier == pattern
  }

  fileprivate var id: Int64 {
    var digest = ContentDigest()
    digest.add(uid.map(Int64.init))
    digest.add(kind.map { Int64($0.rawValue.utf8.count) })
    digest.add((kind?.rawValue ?? "").utf8)
    digest.add((identifiers ?? "").utf8)
    return digest.value
  }

  /// The tasks in words, with the verb that follows: `refresh tasks are`.
  package var words: String {
    let kind = kind.map { "\($0.rawValue) " } ?? ""
    guard let identifiers else {
      return uid == nil ? "all \(kind)tasks of all users are" : "all \(kind)tasks of its user are"
    }
    return kind.isEmpty ? "\(identifiers) is" : "\(kind)tasks \(identifiers) are"
  }
}
