/// What a terminal shows of what was written to it, as far as bgtaskctl uses one: lines, styles, moving the
/// cursor up, erasing. Lines that scroll away stay at the top of it.
struct TerminalScreen {
  /// From the top; without spaces at their ends.
  private(set) var lines: [String] = [""]
  /// Commands that it does not know.
  private(set) var unknown: [String] = []
  /// How many times something was drawn in place.
  private(set) var redraws = 0
  private var row = 0
  private var column = 0
  private var command: String?

  /// Whether the cursor stands below all lines, at the beginning of one.
  var cursorIsBelow: Bool { column == 0 && row == lines.count - 1 && lines[row].isEmpty }

  /// The lines that are not empty.
  var text: [String] { lines.filter { !$0.isEmpty } }

  mutating func show(_ text: String) {
    for scalar in text.unicodeScalars {
      if command != nil {
        take(scalar)
      } else if scalar == "\u{1B}" {
        command = ""
      } else if scalar == "\r" {
        column = 0
      } else if scalar == "\n" {
        row += 1
        if row == lines.count { lines.append("") }
      } else {
        put(scalar)
      }
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    var characters = Array(lines[row])
    while characters.count <= column { characters.append(" ") }
    characters[column] = Character(scalar)
    lines[row] = String(characters)
    column += 1
  }

  private mutating func take(_ scalar: Unicode.Scalar) {
    let text = (command ?? "") + String(scalar)
    command = text
    guard text != "[", !("0"..."9").contains(String(scalar)) else { return }
    command = nil
    switch text.last {
    case "m" where text.hasPrefix("["): break
    case "A" where text.hasPrefix("["):
      row = max(row - (Int(text.dropFirst().dropLast()) ?? 1), 0)
      redraws += 1
    case "K" where text == "[2K": lines[row] = ""
    case "J" where text == "[J":
      lines[row] = String(lines[row].prefix(column))
      lines.removeSubrange((row + 1)...)
    default: unknown.append(text)
    }
  }
}
