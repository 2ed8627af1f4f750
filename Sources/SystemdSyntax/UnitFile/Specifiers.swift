/// The values of specifiers, `%` and a letter, in a template: systemd.unit(5), "Specifiers". `%%` is a
/// percent sign, and an unknown letter is an error.
package struct Specifiers: Sendable {
  private let values: [(letter: Character, value: String)]

  /// Creates the specifiers of one instance.
  package init(_ values: [(letter: Character, value: String)]) { self.values = values }

  /// Returns whether the text uses one of these specifiers.
  package func areUsed(_ letters: Set<Character>, in text: String) -> Bool {
    var isAfterPercent = false
    for character in text {
      if isAfterPercent, letters.contains(character) { return true }
      isAfterPercent = !isAfterPercent && character == "%"
    }
    return false
  }

  /// Returns the text with its specifiers replaced by their values.
  /// - Throws: An error about what was found and what is allowed, also for a result that is longer than a
  ///   line may be.
  package func expand(_ text: String) throws(SyntaxError) -> String {
    var result = ""
    var rest = text[...]
    while let percent = rest.firstIndex(of: "%") {
      result += rest[..<percent]
      rest = rest[percent...].dropFirst()
      let letter = rest.popFirst()
      if letter == "%" {
        result.append("%")
      } else if let letter, let known = values.first(where: { $0.letter == letter }) {
        result += known.value
      } else {
        let names = values.map { "%\($0.letter)" }.joined(separator: ", ")
        throw SyntaxError(
          found: letter.map { "%\($0)" } ?? "%", problem: "is no specifier",
          allowed: "\(names), and %% for a percent sign", example: "100%%")
      }
      guard result.utf8.count <= UnitFile.maximumLineBytes else {
        throw SyntaxError(
          found: text, problem: "becomes too long when its specifiers are replaced",
          allowed: "\(UnitFile.maximumLineBytes) bytes in all", example: "%i once")
      }
    }
    return result + rest
  }
}

extension UnitFile {
  /// Returns the file with the specifiers replaced in the values of one section. Errors are added to the
  /// problems, and a value with an error stays as it was.
  package func expanding(_ specifiers: Specifiers, in name: String) -> UnitFile {
    var file = self
    guard let index = file.sections.firstIndex(where: { $0.name == name }) else { return file }
    var bytes = 0
    for (place, line) in file.sections[index].assignments.enumerated() where line.value.contains("%") {
      do throws(SyntaxError) {
        let value = try specifiers.expand(line.value)
        bytes += value.utf8.count
        file.sections[index].assignments[place].value = value
      } catch {
        file.problems.append(line.problem(.error, error.description))
      }
      guard bytes <= Self.maximumBytes else {
        file.problems.append(
          SyntaxProblem(
            .error, file: self.name,
            text: "becomes longer than the limit when its specifiers are replaced: "
              + "\(Self.maximumBytes) bytes"))
        return file
      }
    }
    return file
  }
}
