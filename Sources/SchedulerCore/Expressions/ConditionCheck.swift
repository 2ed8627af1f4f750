/// A condition that nobody reports: whoever wants to know it has to ask, as the user whose work waits for it.
package struct ConditionCheck: Hashable, Sendable {
  /// What is asked.
  package enum Question: Hashable, Sendable {
    /// The free room of the file system of a path; without one, of the user's home directory. Apart, because
    /// it is larger than all the others.
    indirect case storage(path: String?, Comparison, StorageAmount)
    /// Something is mounted at this path.
    case mounted(String)
    /// There is something at this path, as far as the user may look.
    case exists(String)
    /// A connection to this port can be made.
    case reachable(host: String, port: UInt16)
    /// How many processes want to run, in the last minute, for each processor; in hundredths.
    case load(Comparison, hundredths: Int)
    /// A program with its arguments, as a command line, ends with exit status 0.
    case command(String)
  }

  /// What is asked.
  package let question: Question
  /// The kernel's number for nobody in what nobody has submitted yet.
  private let owner: UInt32

  /// As whom; nil in what nobody has submitted yet.
  package var uid: UInt32? { owner == .max ? nil : owner }

  /// A check as whoever submits it.
  package init(_ question: Question) { (self.question, owner) = (question, .max) }

  private init(_ question: Question, uid: UInt32) { (self.question, owner) = (question, uid) }

  /// The same, asked as this user.
  func owned(by uid: UInt32) -> ConditionCheck { ConditionCheck(question, uid: uid) }

  /// Whether somebody's own program answers, which says nothing but its exit status.
  package var isCommand: Bool { if case .command = question { true } else { false } }

  /// So many bytes a path, a host's name or a command line may have.
  package static let textLimit = 1024

  /// The first word, by which a relaxation names it.
  package var name: String {
    switch question {
    case .storage: "storage"
    case .mounted: "mounted"
    case .exists: "exists"
    case .reachable: "reachable"
    case .load: "load"
    case .command: "check"
    }
  }

  /// As it is written.
  package var text: String {
    switch question {
    case .storage(let path, let comparison, let amount):
      "storage \(path.map { "\(ConditionNames.quoted($0)) " } ?? "")\(comparison.rawValue) \(amount.text)"
    case .mounted(let path): "mounted \(ConditionNames.quoted(path))"
    case .exists(let path): "exists \(ConditionNames.quoted(path))"
    case .reachable(let host, let port):
      "reachable \(ConditionNames.quoted(host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"))"
    case .load(let comparison, let hundredths):
      "load \(comparison.rawValue) \(Self.decimal(hundredths)) per core"
    case .command(let line): "check \(ConditionNames.quoted(line))"
    }
  }

  /// What an answer depends on besides, so that it does not count any more when that has changed.
  var fields: ConditionFields {
    if case .reachable = question { [.network, .networkNames] } else { [] }
  }

  /// `0.5`, `2`, `1.25`.
  package static func decimal(_ hundredths: Int) -> String {
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// So much room on a disk.
package enum StorageAmount: Hashable, Sendable {
  case bytes(Int64)
  /// Of the whole file system, 0 to 100.
  case percent(Int)

  /// As it is written: with the largest unit of which it is a whole number.
  package var text: String {
    switch self {
    case .percent(let percent): return "\(percent)%"
    case .bytes(let bytes):
      guard bytes > 0 else { return "\(bytes)" }
      let step = min(bytes.trailingZeroBitCount / 10, Self.units.count - 1)
      return "\(bytes >> (10 * step))\(Self.units[step])"
    }
  }

  /// About so many bytes, for people: with one digit after the point, not more than there are.
  package static func about(_ bytes: Int64) -> String {
    var step = units.count - 1
    while step > 0, bytes >> (10 * step) == 0 { step -= 1 }
    guard step > 0 else { return "\(bytes) bytes" }
    let (whole, rest) = bytes.quotientAndRemainder(dividingBy: 1 << (10 * step))
    return "\(whole).\(rest >> (10 * (step - 1)) * 10 >> 10)\(units[step])"
  }

  private static let units = ["", "K", "M", "G", "T", "P"]
}
