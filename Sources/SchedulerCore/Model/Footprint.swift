/// The most memory that a task takes, in bytes, at any time of its life: while it waits for a date, for the
/// machine or for room, after a restart, and with all that is kept only while it waits. Its user's quota is
/// charged with this. A test measures that the memory really taken is no more.
enum Footprint {
  /// A task without rare terms, wherever it waits.
  static let task = 464
  /// The addition for each requirement: each of them leads to the task's waiting group.
  private static let requirement = 70
  /// The terms that few tasks have, kept in a box of their own.
  private static let terms = 356
  /// The rare state of a task that has a lease or has been edited, and a lease's place in a queue.
  static let rareState = 356
  /// A group that holds one task alone.
  private static let group = 650
  /// An expression without its atoms.
  private static let expression = 600
  /// The addition for an expression with checks.
  private static let questions = 300
  /// An atom of an expression: its text and its state.
  private static let leaf = 205
  /// A separate string, besides its bytes: a short one is stored inline.
  private static let text = 48
  /// A name as the key of an index.
  private static let name = 190
  /// A calendar, besides what is made of its text, which is no more than ``calendarFactor`` times as long.
  private static let calendar = 736
  private static let calendarFactor = 8

  static func bytes(of text: String) -> Int { text.utf8.count < 16 ? 0 : text.utf8.count + Self.text }

  static func bytes(of expression: ConditionExpression?) -> Int {
    guard let expression else { return 0 }
    return Self.expression + (expression.hasChecks ? questions : 0) + expression.program.byteCount
      + expression.leaves.reduce(0) { $0 + leaf + bytes(of: $1.atom) }
  }

  /// Returns the bytes of the texts of an atom, in the expression and in the answer of its check.
  private static func bytes(of atom: ConditionAtom) -> Int {
    switch atom {
    case .plain, .battery, .between, .on, .noUser(nil): 0
    case .named(_, let name), .noUser(let name?): bytes(of: name)
    case .check(let check):
      switch check.question {
      case .storage(let path, _, _): 96 + bytes(of: path ?? "")
      case .mounted(let path), .exists(let path): bytes(of: path)
      case .reachable(let host, _): bytes(of: host)
      case .load: 0
      // The output of the program is kept as long as the answer counts.
      case .command(let line): bytes(of: line) + text
      }
    }
  }

  static func bytes(of wish: ConditionWish) -> Int {
    guard !wish.isEmpty else { return 0 }
    // A run is held to another expression, but few runs exist at a time.
    let start = bytes(of: wish.start)
    // Each step asks for less, in an expression of its own.
    let relaxed = wish.relaxations.isEmpty ? 0 : start
    let steps = wish.relaxations.reduce(0) { sum, step in
      sum + text + step.names.reduce(0) { $0 + 16 + bytes(of: $1) }
    }
    return group + start + relaxed + steps
  }

  static func bytes(of request: TaskRequest) -> Int {
    var sum = task + 2 * bytes(of: request.identifier) + bytes(of: request.wish)
    sum += requirement * request.requirements.rawValue.nonzeroBitCount
    guard request.rare.box != nil else { return sum }
    sum += terms
    sum += request.calendar.map { calendar + calendarFactor * $0.text.utf8.count } ?? 0
    sum += request.pathTrigger?.paths.reduce(name) { $0 + name + bytes(of: $1) } ?? 0
    sum += request.actions.values.reduce(0) { $0 + name + bytes(of: $1.text) }
    sum += request.order.predecessors.reduce(0) { $0 + name + 2 * bytes(of: $1.identifier) }
    sum += request.order.group.map { group + name + 2 * bytes(of: $0) } ?? 0
    sum += bytes(of: request.checkpointFile ?? "")
    sum += request.transfer.map { group + name + 2 * bytes(of: $0.host) + bytes(of: $0.session ?? "") } ?? 0
    return sum
  }
}

extension ScheduledTask {
  /// The most memory that the task takes, in bytes.
  package var heldBytes: Int {
    Footprint.bytes(of: request) + Footprint.bytes(of: program ?? "")
      + (hasChargedState ? Footprint.rareState : 0)
  }

  private var hasChargedState: Bool { lease != nil || waitsSince != nil }
}

extension ScheduledTask {
  /// Whether the other task is charged the same, by a quick comparison: most changes leave all of that alone.
  func isCharged(as other: ScheduledTask?) -> Bool {
    guard let other else { return false }
    return request.identifier == other.request.identifier && request.wish == other.request.wish
      && request.requirements == other.request.requirements && request.rare == other.request.rare
      && program == other.program && hasChargedState == other.hasChargedState
  }
}
