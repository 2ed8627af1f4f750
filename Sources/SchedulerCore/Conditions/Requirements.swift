/// What must be true of the machine: asked for by a request, or demanded by a policy for a kind of work.
/// Tasks that wait for the machine are grouped by this set, so a change of conditions touches whole groups.
package struct Requirements: OptionSet, Hashable, Sendable {
  /// One bit a requirement.
  package let rawValue: UInt16

  /// The set with these bits.
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Every single requirement, in the order in which they are explained.
  package static let each: [Requirements] = Policies.requirements.map(\.requirement)

  /// All of them.
  static let all = each.reduce(into: Requirements()) { $0.formUnion($1) }
}
