import SchedulerAPI

/// Gives tasks names that they may have, each only once.
struct TaskNames {
  /// Numbers are added to it, and a unit's name is made of it.
  private static let mostCharacters = 100

  private var taken: Set<String> = []

  /// The name, made of some words, of which one is what somebody has called it.
  /// - Parameter scheduler: What stands before it: where it comes from.
  mutating func make(_ scheduler: String, _ words: String...) -> String {
    let parts = [scheduler] + words.map(Self.cleaned).filter { !$0.isEmpty }
    let base = String(parts.joined(separator: ".").prefix(Self.mostCharacters)).trimmed
    var name = base
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(base)-\(number)"
      number += 1
    }
    return name
  }

  /// What may not stand in a name is a hyphen there.
  private static func cleaned(_ word: String) -> String {
    var result = ""
    for character in word {
      let isAllowed =
        character.isASCII && (character.isLetter || character.isNumber) || "_.-".contains(character)
      let next: Character = isAllowed ? character : "-"
      if "-.".contains(next), result.last.map({ "-.".contains($0) }) ?? true { continue }
      result.append(next)
    }
    return result.trimmed
  }
}

extension String {
  /// Without what a name's part may not end in.
  fileprivate var trimmed: String {
    var result = self
    while let last = result.last, "-.".contains(last) { result.removeLast() }
    return result
  }
}
