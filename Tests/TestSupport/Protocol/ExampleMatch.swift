/// A comparison of messages with examples. Dates, users and processes may differ. Names that the daemon gives
/// are learned where they come first, and have to be the same from then on.
package struct ExampleMatch {
  /// The daemon's names, by those of the examples.
  package private(set) var names: [String: String] = [:]

  /// Creates a comparison that knows no names yet.
  package init() {}

  private static let given: Set<String> = ["runId", "registration", "cursor"]
  private static let others: Set<String> = ["uid", "author", "pid"]

  /// Compares a message with an example, and learns its names if it matches.
  /// - Returns: The first difference and its place, or `nil` when there is none.
  package mutating func difference(of found: JSONValue, from example: JSONValue) -> String? {
    var learned = self
    if let difference = learned.difference(found, example, at: "") { return difference }
    self = learned
    return nil
  }

  /// Returns an example with the daemon's names.
  package func named(_ example: JSONValue) -> JSONValue {
    switch example {
    case .text(let text): .text(names[text] ?? text)
    case .array(let elements): .array(elements.map(named))
    case .object(let members): .object(members.mapValues(named))
    case .null, .bool, .number: example
    }
  }

  private mutating func difference(_ found: JSONValue, _ shown: JSONValue, at path: String) -> String? {
    let name = String(path.split(separator: ".").last ?? "")
    let isFree = name.hasSuffix("USec") || Self.others.contains(name)
    switch (found, shown) {
    case (.text, .text(ProtocolText.Line.leftOut)): return nil
    case (.text(let found), .text(let shown)) where Self.given.contains(name):
      guard names[shown] ?? found == found else { return "\(path) is \(found) and was \(names[shown] ?? "")" }
      names[shown] = found
      return nil
    case (.number, .number) where isFree: return nil
    case (.array(let found), .array(let shown)):
      if shown == [.text(ProtocolText.Line.leftOut)] { return nil }
      guard found.count == shown.count else { return "\(path) has \(found.count) elements" }
      for (index, pair) in zip(found, shown).enumerated() {
        if let difference = difference(pair.0, pair.1, at: "\(path)[\(index)]") { return difference }
      }
      return nil
    case (.object(let found), .object(var shown)):
      let isCut = shown.removeValue(forKey: ProtocolText.Line.leftOut) != nil
      for (member, value) in shown.sorted(by: { $0.key < $1.key }) {
        guard let there = found[member] else { return "\(path).\(member) is not there" }
        if let difference = difference(there, value, at: "\(path).\(member)") { return difference }
      }
      let more = Set(found.keys).subtracting(shown.keys)
      return isCut || more.isEmpty ? nil : "\(path) has \(more.sorted().joined(separator: ", ")) besides"
    default: return found == shown ? nil : "\(path) is \(found)"
    }
  }
}
