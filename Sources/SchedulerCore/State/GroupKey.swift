/// What tasks have in common that wait for the machine together: a change of conditions starts all of a group
/// or none.
struct GroupKey: Hashable, Comparable {
  var kind: Kind
  /// Everything that is demanded of the machine, by the requests and by the rules for the kind.
  var demands: Requirements

  static func < (left: GroupKey, right: GroupKey) -> Bool {
    (left.kind.rawValue, left.demands.rawValue) < (right.kind.rawValue, right.demands.rawValue)
  }
}
