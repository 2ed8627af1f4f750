/// The lengths of the lists of a call that were longer than their bounds, of which only the beginning was
/// made: the check of the bounds refuses them with these lengths.
package struct CutLists: Hashable, Sendable {
  private var counts: [String: Int] = [:]

  package init() {}

  /// The length that a list had in the message; `nil` when all of it was made.
  package subscript(name: String) -> Int? { counts.isEmpty ? nil : counts[name] }

  mutating func record(_ name: StaticString, count: Int) { counts["\(name)"] = count }
}
