import Foundation
import TestSupport

/// The source of a manual page, taken apart as far as the tests need it.
struct ManualPage {
  /// What is explained in one paragraph: an option, a key, a variable.
  struct Entry {
    /// The heading that it stands under.
    var section: String
    /// The heading below that.
    var subsection: String?
    /// What is explained, as a reader sees it.
    var term: String
    /// The explanation, as a reader sees it.
    var text: String
  }

  let name: String
  /// Its place in the tree.
  let file: URL
  private(set) var entries: [Entry] = []
  /// The second headings, by the heading that they stand under.
  private(set) var subsections: [(section: String, title: String)] = []
  /// All of it, as a reader sees it.
  private(set) var text = ""

  init(_ name: String) throws {
    self.name = name
    file = Repository.root.appending(path: "config/man/\(name)")
    var section = ""
    var subsection: String?
    var isTerm = false
    var isEntry = false
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let shown = Self.shown(line)
      text += shown + "\n"
      switch line.prefix(3) {
      case ".SH": (section, subsection, isEntry) = (shown, nil, false)
      case ".SS":
        subsections.append((section, shown))
        (subsection, isEntry) = (shown, false)
      case ".TP": (isTerm, isEntry) = (true, true)
      case ".PP", ".IP": isEntry = false
      default:
        if isTerm {
          entries.append(Entry(section: section, subsection: subsection, term: shown, text: ""))
          isTerm = false
        } else if isEntry, !shown.isEmpty {
          entries[entries.count - 1].text += shown + " "
        }
      }
    }
  }

  /// The explained things under a heading. One paragraph may explain several, with commas between them.
  func terms(in section: String) -> [String] {
    entries.filter { $0.section == section }.flatMap { entry in
      entry.term.components(separatedBy: ", ")
    }
  }

  /// A line without its macro and its escapes.
  private static func shown(_ line: Substring) -> String {
    guard line.first == "." else { return plain(String(line)) }
    var words = arguments(line.dropFirst())
    guard !words.isEmpty else { return "" }
    let macro = words.removeFirst()
    switch macro {
    // Words in turn in one font and another, with nothing between them.
    case "BR", "BI", "RB", "RI", "IR", "IB": return plain(words.joined())
    case "B", "I", "SH", "SS": return plain(words.joined(separator: " "))
    default: return ""
    }
  }

  /// Words, of which quotes keep spaces.
  private static func arguments(_ line: Substring) -> [String] {
    line.matches(of: /"([^"]*)"|\S+/).map { match in match.1.map(String.init) ?? String(match.0) }
  }

  private static func plain(_ text: String) -> String {
    text.replacing(/\\f[BIRP]/, with: "").replacing(/\\&/, with: "").replacing("\\-", with: "-")
      .replacing("\\e", with: "\\")
  }
}
