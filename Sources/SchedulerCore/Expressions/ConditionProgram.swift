/// An expression as a sequence of words, each node before its children. It takes two bytes an atom, and is
/// evaluated without a tree.
///
/// An atom is its index among the expression's atoms. `not` is one word, before its child. `all` and `any`
/// are two words, before their children: the kind of node, and the number of words of all its children.
struct ConditionProgram: Hashable, Sendable {
  private static let not = UInt16.max
  private static let all = UInt16.max - 1
  private static let any = UInt16.max - 2

  private let words: [UInt16]

  /// The memory that the words take, in bytes.
  var byteCount: Int { words.count * MemoryLayout<UInt16>.stride }

  /// - Parameter number: Returns the index of an atom.
  init(_ root: ConditionExpression.Node, number: (ConditionLeaf) -> Int) {
    var words: [UInt16] = []
    Self.write(root, number, to: &words)
    // An array that grew word by word has capacity for as many words again.
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
      precondition(number < AtomAnswers.limit, "an expression with \(number) leaves")
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

  /// Returns the tree that the program was made of, or the node of it at this index.
  func node(_ leaves: [ConditionLeaf], at place: Int = 0) -> ConditionExpression.Node {
    var place = place
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

  /// Returns whether the node at this index holds, or does not hold where that is wanted. `not` asks its
  /// child for the other value instead of turning the result, so that an unknown atom can count either way.
  func holds(_ answers: AtomAnswers, at place: Int = 0, wanted: Bool = true) -> Bool {
    var place = place
    return holds(&place, wanted: wanted, answers)
  }

  private func holds(_ place: inout Int, wanted: Bool, _ answers: AtomAnswers) -> Bool {
    let word = words[place]
    place += 1
    switch word {
    case Self.not: return holds(&place, wanted: !wanted, answers)
    case Self.all, Self.any:
      let end = place + 1 + Int(words[place])
      place += 1
      defer { place = end }
      // One child that does not hold decides `all`, and one that holds `any`; below `not` it is the reverse.
      let decisive = (word == Self.all) != wanted
      while place < end { if holds(&place, wanted: wanted, answers) == decisive { return decisive } }
      return !decisive
    default: return answers.counts(Int(word), as: wanted)
    }
  }

  /// A node, by the index of its first word, for a walk through the nodes.
  enum Part {
    case leaf(Int)
    case not(Int)
    /// The indices of several nodes, and whether all of them have to hold or one.
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
}
