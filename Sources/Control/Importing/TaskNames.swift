import SchedulerAPI

/// Gives tasks valid names, each only once.
struct TaskNames {
  /// The most characters, which leaves room for a number, and for the unit's name that is made of it.
  private static let mostCharacters = 100

  private var taken: Set<String> = []

  /// Returns a name made of the scheduler's and of words of the origin.
  /// - Parameter scheduler: The first part of the name.
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

  /// Returns the word with hyphens in the place of characters that names may not have.
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
  /// The text without the characters that a part of a name may not end in.
  fileprivate var trimmed: String {
    var result = self
    while let last = result.last, "-.".contains(last) { result.removeLast() }
    return result
  }
}
