/// Somebody's wish that tasks do not start for a while. What runs goes on, and what is started by hand (R60)
/// starts.
package struct Pause: Hashable, Sendable {
  /// Which tasks.
  package var scope: PauseScope
  /// Since when.
  package var since: WallTime
  /// From this date on tasks start again. Nil: when somebody says so.
  package var until: WallTime?
  /// The user who asked for it.
  package var author: UInt32

  /// A pause.
  package init(_ scope: PauseScope, since: WallTime, until: WallTime? = nil, author: UInt32) {
    self.scope = scope
    self.since = since
    self.until = until
    self.author = author
  }

  /// No user asks for more than so many.
  package static let limitPerUser = 64

  /// Its number in the store, which follows from what it holds back: of one scope there is one pause.
  package var id: Int64 { scope.id }

  /// Whether it holds anything back at this date.
  func isInForce(at now: WallTime) -> Bool { until.map { now < $0 } ?? true }

  /// Why a task waits that it holds back.
  var reason: Reason {
    Reason(
      code: .paused, message: "\(scope.words) paused", required: "bgtaskctl resume, or the end of the pause",
      since: since)
  }
}

/// Which tasks a pause holds back: those that everything in it fits.
package struct PauseScope: Hashable, Sendable {
  /// Whose they are; nil is everybody's.
  package var uid: UInt32?
  /// Of what kind; nil is any.
  package var kind: Kind?
  /// What they are called or, with a `*` at its end, how that begins; nil is anything.
  package var identifiers: String?

  /// A scope.
  package init(uid: UInt32?, kind: Kind? = nil, identifiers: String? = nil) {
    self.uid = uid
    self.kind = kind
    self.identifiers = identifiers
  }

  /// It holds back all work of a user or of a kind, and not only some that is called so.
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

  /// What it is about, with the verb that follows: `refresh tasks are`.
  package var words: String {
    let kind = kind.map { "\($0.rawValue) " } ?? ""
    guard let identifiers else {
      return uid == nil ? "all \(kind)tasks of all users are" : "all \(kind)tasks of its user are"
    }
    return kind.isEmpty ? "\(identifiers) is" : "\(kind)tasks \(identifiers) are"
  }
}
