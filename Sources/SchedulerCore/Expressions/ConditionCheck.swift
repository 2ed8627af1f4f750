/// A condition that no source reports. It is asked as the user whose task waits for it.
package struct ConditionCheck: Hashable, Sendable {
  /// The fact that a check asks for.
  package enum Question: Hashable, Sendable {
    /// The free room of the file system of a path, or without one of the user's home directory. The case is
    /// indirect because it is larger than all the others.
    indirect case storage(path: String?, Comparison, StorageAmount)
    /// A mount at this path.
    case mounted(String)
    /// A file or folder at this path, as far as the user may look.
    case exists(String)
    /// A connection to this port that can be made.
    case reachable(host: String, port: UInt16)
    /// The number of processes that want to run, per processor in the last minute, in hundredths.
    case load(Comparison, hundredths: Int)
    /// A program with arguments, as a command line, that ends with exit status 0.
    case command(String)
  }

  /// The fact that the check asks for.
  package let question: Question
  /// The user, or the largest number before a request has been submitted.
  private let owner: UInt32

  /// The user as whom the check is asked; `nil` before its request has been submitted.
  package var uid: UInt32? { owner == .max ? nil : owner }

  /// Creates a check of whichever user submits it.
  package init(_ question: Question) { (self.question, owner) = (question, .max) }

  private init(_ question: Question, uid: UInt32) { (self.question, owner) = (question, uid) }

  /// Returns the check as this user asks it.
  func owned(by uid: UInt32) -> ConditionCheck { ConditionCheck(question, uid: uid) }

  /// Whether a user's own program answers, which says nothing but its exit status.
  package var isCommand: Bool { if case .command = question { true } else { false } }

  /// The longest path, host name or command line, in bytes.
  package static let textLimit = 1024

  /// The first word of the check, by which a relaxation names it.
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

  /// The text of the check in an expression.
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

  /// The fields on which an answer depends: it does not count any more when one of them has changed.
  var fields: ConditionFields {
    if case .reachable = question { [.network, .networkNames] } else { [] }
  }

  /// Returns the number as a decimal fraction (`0.5`, `2`, `1.25`).
  package static func decimal(_ hundredths: Int) -> String {
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// An amount of room on a disk.
package enum StorageAmount: Hashable, Sendable {
  case bytes(Int64)
  /// A share of the whole file system, 0 to 100.
  case percent(Int)

  /// The text of the amount, with the largest unit of which it is a whole number.
  package var text: String {
    switch self {
    case .percent(let percent): return "\(percent)%"
    case .bytes(let bytes):
      guard bytes > 0 else { return "\(bytes)" }
      let step = min(bytes.trailingZeroBitCount / 10, Self.units.count - 1)
      return "\(bytes >> (10 * step))\(Self.units[step])"
    }
  }

  /// Returns the number of bytes for people, rounded down to one digit after the point.
  package static func about(_ bytes: Int64) -> String {
    var step = units.count - 1
    while step > 0, bytes >> (10 * step) == 0 { step -= 1 }
    guard step > 0 else { return "\(bytes) bytes" }
    let (whole, rest) = bytes.quotientAndRemainder(dividingBy: 1 << (10 * step))
    return "\(whole).\(rest >> (10 * (step - 1)) * 10 >> 10)\(units[step])"
  }

  private static let units = ["", "K", "M", "G", "T", "P"]
}
