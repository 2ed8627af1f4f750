/// Facts that must be true of the machine, because a request or a policy for a kind of work requires them.
/// Tasks that wait for the machine are grouped by this set, so a change of conditions touches whole groups.
package struct Requirements: OptionSet, Hashable, Sendable {
  /// The bits, one for each requirement.
  package let rawValue: UInt16

  /// Creates the set with these bits.
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// All single requirements, in the order in which they are explained.
  package static let each: [Requirements] = Policies.requirements.map(\.requirement)

  /// The set of all requirements.
  static let all = each.reduce(into: Requirements()) { $0.formUnion($1) }
}
