import Foundation
import TestSupport
import Testing

@testable import Control

/// The rules of Writing.md that a program can see.
struct WritingTests {
  /// Words that point at a thing without naming it, and questions that a comment leaves to its reader.
  private static let pointers: Set<String> = [
    "How", "It", "Its", "Of", "So", "Somebody", "Something", "They", "Those", "What", "Where", "Which", "Who",
    "Whose", "Why",
  ]
  /// Words behind which "One" points at a thing instead of counting it.
  private static let pointedOn: Set<String> = [
    "at", "for", "more", "of", "that", "which", "who", "with", "without",
  ]

  @Test("A comment names its subject: it does not begin with a word that only points at something")
  func subjects() throws {
    for file in try Self.sources() {
      for block in CommentBlock.all(in: try Repository.text(file)) {
        let words = block.words
        guard let first = words.first?.trimmingCharacters(in: .punctuationCharacters) else { continue }
        let second = words.dropFirst().first?.trimmingCharacters(in: .punctuationCharacters) ?? ""
        let points =
          Self.pointers.contains(first) || (first == "One" && Self.pointedOn.contains(second))
          || (first == "The" && ["one", "ones"].contains(second))
        #expect(!points, "\(file):\(block.line) begins with \(first) \(second)")
      }
    }
  }

  @Test("A doc comment says more than two words")
  func length() throws {
    for file in try Self.sources() {
      // Generated comments name a field or a method that has no comment in the protocol's text.
      for block in CommentBlock.all(in: try Repository.text(file))
      where block.isDocumentation && !file.contains("/Generated/") {
        #expect(block.words.count > 2, "\(file):\(block.line) is \"\(block.words.joined(separator: " "))\"")
      }
    }
  }

  @Test("Documents are at most 100 columns wide, except for tables and links")
  func documentWidth() throws {
    for file in try Repository.files(below: "Sources", suffix: ".md") {
      var isCode = false
      for (number, line) in try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        if line.hasPrefix("```") { isCode.toggle() }
        if line.hasPrefix("|") || isCode { continue }
        let width = TextWidth.of(String(line))
        #expect(width <= 100, "\(file):\(number + 1) is \(width) columns wide")
      }
    }
  }

  @Test("README fits a window of 100 columns, and what it links to is there")
  func readme() throws {
    let text = try Repository.text("README.md")
    for line in text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    let links = text.matches(of: /\]\(([^)]+)\)/).map { String($0.1) }
    #expect(links.count > 10)
    for link in links {
      #expect(
        FileManager.default.fileExists(atPath: Repository.root.appending(path: link).path()),
        "\(link)")
    }
  }

  private static func sources() throws -> [String] {
    try Repository.files(below: "Sources", suffix: ".swift")
  }
}

/// Comment lines that follow one another.
private struct CommentBlock {
  /// The number of the first line, from 1.
  let line: Int
  /// Whether it is a doc comment (`///`).
  let isDocumentation: Bool
  private(set) var words: [Substring] = []

  static func all(in text: String) -> [CommentBlock] {
    var blocks: [CommentBlock] = []
    var isOpen = false
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let code = line.drop { $0 == " " }
      guard code.hasPrefix("//") else {
        isOpen = false
        continue
      }
      let isDocumentation = code.hasPrefix("///")
      if !isOpen || blocks[blocks.count - 1].isDocumentation != isDocumentation {
        blocks.append(CommentBlock(line: number + 1, isDocumentation: isDocumentation))
      }
      isOpen = true
      blocks[blocks.count - 1].words += code.dropFirst(isDocumentation ? 3 : 2).split(separator: " ")
    }
    return blocks
  }
}
