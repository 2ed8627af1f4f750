/// Makes expressions of the language of `when` and `while`, each with other names and numbers than all
/// before.
package struct ConditionMaker {
  private var numbers: SplitMix64
  /// The number that makes names and lengths differ.
  private var next = 0

  package init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  /// Returns an expression of few or many conditions, of one form or of all.
  package mutating func expression() -> String {
    let count = oneOf([1, 1, 2, 3, 5, 8, 16, 32, 48, 62, 64])
    let forms = happens(2) ? [oneOf(Form.allCases)] : Form.allCases
    let isShort = happens(2)
    return joined((0..<count).map { _ in leaf(oneOf(forms), isShort: isShort) })
  }

  /// Returns steps that drop some of the conditions.
  package mutating func relaxations() -> String {
    (1...(1 + number(oneOf([1, 2, 8])))).map { day in
      let names = Set((0...number(3)).map { _ in oneOf(Self.names) })
      return "after \(day)d without \(names.sorted().joined(separator: ", "))"
    }.joined(separator: "; ")
  }

  private static let names = ["idle", "network", "unmetered", "battery", "exists", "hot", "reachable", "vpn"]

  // MARK: What has parts

  /// Joins leaves, some of them in parentheses, up to the length that a request may have.
  private mutating func joined(_ leaves: [String]) -> String {
    let word = oneOf([" or ", " and "])
    let other = word == " or " ? " and " : " or "
    var text = ""
    var rest = leaves[...]
    while !rest.isEmpty {
      let part = rest.prefix(happens(3) ? 1 + number(4) : 1)
      rest = rest.dropFirst(part.count)
      var words = part.joined(separator: other)
      if part.count > 1 { words = "(\(words))" }
      if happens(12) { words = "not \(words)" }
      let longer = text.isEmpty ? words : text + word + words
      guard longer.utf8.count <= 3800 else { break }
      text = longer
    }
    return text.isEmpty ? "idle" : text
  }

  // MARK: Leaves

  private enum Form: CaseIterable {
    case plain, held, battery, network, user, between, on, exists, mounted, storage, reachable, load, command
  }

  private mutating func leaf(_ form: Form, isShort: Bool) -> String {
    next += 1
    let plain = oneOf(["idle", "hot", "vpn", "locked", "network", "not-charging", "io-pressure"])
    let name = self.name(isShort)
    switch form {
    case .plain: return plain
    case .held: return "\(plain) for \(next)s"
    case .battery: return "battery \(oneOf([">=", ">", "<", "<="])) \(number(101))"
    case .network: return "network \"\(name)\"" + (happens(3) ? " for \(next)s" : "")
    case .user: return happens(4) ? "no-user" : "no-user \"\(name)\""
    case .between: return "between \(time()) and \(time())"
    case .on: return "on \(oneOf(["mon", "tue,fri", "sat..sun", "mon..fri"]))"
    case .exists: return "exists \(path(name))"
    case .mounted: return "mounted \(path(name))"
    case .storage: return "storage \(happens(2) ? path(name) + " " : "")> \(next)K"
    case .reachable:
      return "reachable h\(next)\(isShort ? "" : ".somewhere.example.org"):\(1 + number(65535))"
    case .load: return "load < \(next % 1000).\(number(100)) per core"
    case .command: return "check \"/\(name.replacing("\"", with: "")) -x\""
    }
  }

  /// Returns a name that no other leaf has. Some long names have letters of more than one byte.
  private mutating func name(_ isShort: Bool) -> String {
    if isShort { return String(next, radix: 36) }
    return "\(next)" + String(repeating: oneOf(["n", "name ", "ü", "名"]), count: 1 + number(24))
  }

  private mutating func path(_ name: String) -> String { name.contains(" ") ? "\"/\(name)\"" : "/\(name)" }

  private mutating func time() -> String {
    let minute = number(60)
    return "\(number(24)):\(minute < 10 ? "0" : "")\(minute)"
  }

  // MARK: Chance

  private mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }

  private mutating func happens(_ often: Int) -> Bool { number(often) == 0 }

  private mutating func oneOf<Element>(_ elements: [Element]) -> Element { elements[number(elements.count)] }
}
