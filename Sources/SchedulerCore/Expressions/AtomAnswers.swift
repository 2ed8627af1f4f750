/// The answers of an expression's atoms: which of them count as true, and which as false. An atom that nobody
/// knows may count as both, or as neither.
///
/// Each atom is asked once, however often the expression and its parts are evaluated.
struct AtomAnswers {
  /// The most atoms: those of `when` and `while` together.
  static let limit = 2 * ConditionExpression.leafLimit

  private var asTrue: UInt128 = 0
  private var asFalse: UInt128 = 0

  /// Asks the first `count` atoms.
  /// - Parameter counts: Returns whether the atom of this number counts as this value.
  init(_ count: Int, _ counts: (_ atom: Int, _ value: Bool) -> Bool) {
    for atom in 0..<count { set(atom) { counts(atom, $0) } }
  }

  /// Asks one atom again.
  mutating func set(_ atom: Int, _ counts: (_ value: Bool) -> Bool) {
    let bit: UInt128 = 1 << UInt128(atom)
    asTrue = counts(true) ? asTrue | bit : asTrue & ~bit
    asFalse = counts(false) ? asFalse | bit : asFalse & ~bit
  }

  /// Returns whether the atom of this number counts as this value.
  func counts(_ atom: Int, as value: Bool) -> Bool { (value ? asTrue : asFalse) >> UInt128(atom) & 1 == 1 }
}
