/// An expression as words in a row, each part before its own parts. It takes two bytes a leaf, and asking it
/// needs no tree.
///
/// A leaf is its number among the leaves. `not` is one word, before its part. `all` and `any` are two words,
/// before their parts: what it is, and how many words all of its parts take.
struct ConditionProgram: Hashable, Sendable {
  private static let not = UInt16.max
  private static let all = UInt16.max - 1
  private static let any = UInt16.max - 2
  /// More leaves than an expression can have.
  private static let leafLimit = Int(any)

  private let words: [UInt16]

  /// How many bytes of memory the words take.
  var byteCount: Int { words.count * MemoryLayout<UInt16>.stride }

  /// - Parameter number: The number of a leaf.
  init(_ root: ConditionExpression.Node, number: (ConditionLeaf) -> Int) {
    var words: [UInt16] = []
    Self.write(root, number, to: &words)
    // What grew word by word has room for as many again.
    var exact: [UInt16] = []
    exact.reserveCapacity(words.count)
    exact += words
    self.words = exact
  }

  private static func write(
    _ node: ConditionExpression.Node, _ number: (ConditionLeaf) -> Int, to words: inout [UInt16]
  ) {
    switch node {
    case .leaf(let leaf):
      let number = number(leaf)
      precondition(number < leafLimit, "an expression with \(number) leaves")
      words.append(UInt16(number))
    case .not(let part):
      words.append(not)
      write(part, number, to: &words)
    case .all(let parts), .any(let parts):
      if case .all = node { words.append(all) } else { words.append(any) }
      let length = words.count
      words.append(0)
      for part in parts { write(part, number, to: &words) }
      words[length] = UInt16(words.count - length - 1)
    }
  }

  /// The tree that it was made of.
  func node(_ leaves: [ConditionLeaf]) -> ConditionExpression.Node {
    var place = 0
    return node(leaves, &place)
  }

  private func node(_ leaves: [ConditionLeaf], _ place: inout Int) -> ConditionExpression.Node {
    let word = words[place]
    place += 1
    switch word {
    case Self.not: return .not(node(leaves, &place))
    case Self.all, Self.any:
      let end = place + 1 + Int(words[place])
      place += 1
      var parts: [ConditionExpression.Node] = []
      while place < end { parts.append(node(leaves, &place)) }
      return word == Self.all ? .all(parts) : .any(parts)
    default: return .leaf(leaves[Int(word)])
    }
  }

  /// Whether it holds, when each leaf says whether what is wanted of it does: it never asks for `not`, so
  /// that "not known" can count for either.
  func holds(_ isAsWanted: (_ leaf: Int, _ wanted: Bool) -> Bool) -> Bool {
    var place = 0
    return holds(&place, wanted: true, isAsWanted)
  }

  private func holds(
    _ place: inout Int, wanted: Bool, _ isAsWanted: (_ leaf: Int, _ wanted: Bool) -> Bool
  ) -> Bool {
    let word = words[place]
    place += 1
    switch word {
    case Self.not: return holds(&place, wanted: !wanted, isAsWanted)
    case Self.all, Self.any:
      let end = place + 1 + Int(words[place])
      place += 1
      defer { place = end }
      // Of all that must hold one that does not decides, and of several ways one that is open.
      let decisive = (word == Self.all) != wanted
      while place < end { if holds(&place, wanted: wanted, isAsWanted) == decisive { return decisive } }
      return !decisive
    default: return isAsWanted(Int(word), wanted)
    }
  }

  /// A part of it, by the place of its first word, for what goes through the parts itself.
  enum Part {
    case leaf(Int)
    case not(Int)
    /// Whether all of the parts at these places have to hold, or one of them.
    case several([Int], isAll: Bool)
  }

  func part(at place: Int) -> Part {
    switch words[place] {
    case Self.not: return .not(place + 1)
    case Self.all, Self.any:
      let end = place + 2 + Int(words[place + 1])
      var parts: [Int] = []
      var next = place + 2
      while next < end {
        parts.append(next)
        next = self.end(of: next)
      }
      return .several(parts, isAll: words[place] == Self.all)
    default: return .leaf(Int(words[place]))
    }
  }

  private func end(of place: Int) -> Int {
    switch words[place] {
    case Self.not: end(of: place + 1)
    case Self.all, Self.any: place + 2 + Int(words[place + 1])
    default: place + 1
    }
  }

  /// Whether the part at this place holds, or does not where that is wanted.
  func holds(at place: Int, wanted: Bool, _ isAsWanted: (_ leaf: Int, _ wanted: Bool) -> Bool) -> Bool {
    var place = place
    return holds(&place, wanted: wanted, isAsWanted)
  }
}
