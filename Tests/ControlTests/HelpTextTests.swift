import Foundation
import Testing

@testable import Control

@Suite("Help")
struct HelpTextTests {
  private static let widths = [40, 60, 80, 100, 140]

  /// All that help says.
  private static func texts(_ width: Int?) -> [String] {
    [HelpText(width: width).general()] + CommandTable.verbs.map { HelpText(width: width).verb($0) }
  }

  @Test("Every line has room on the terminal, or is a single word or quotation", arguments: widths)
  func fitting(width: Int) {
    for text in Self.texts(width) {
      for line in text.split(separator: "\n") where TextWidth.of(String(line)) > width {
        let word = line.trimmed.dropLast(line.hasSuffix("\\") ? 2 : 0)
        #expect(word.hasPrefix("'") || !word.contains(" "), "\(line)")
      }
    }
  }

  @Test("No terminal is too narrow, and on a wide one lines stay short enough to read")
  func extremes() {
    for width in [1, 10] { for text in Self.texts(width) { #expect(!text.isEmpty) } }
    #expect(Self.texts(1000) == Self.texts(100) && Self.texts(nil) == Self.texts(100))
  }

  @Test("However wide it is, the words are the same", arguments: widths)
  func whole(width: Int) {
    func words(_ text: String) -> String { text.filter { !$0.isWhitespace && $0 != "\\" } }
    #expect(Self.texts(width).map(words) == Self.texts(100).map(words))
  }

  @Test("Explanations stand beside what they explain where there is room, else below")
  func layout() {
    let wide = HelpText(width: 80).general()
    #expect(
      wide.contains(
        """
          list                            List pending and running tasks, the most
                                          important first

        """))
    let narrow = HelpText(width: 60).general()
    #expect(
      narrow.contains(
        """
          list
                  List pending and running tasks, the most important
                  first

        """), "\(narrow)")
    #expect(narrow.contains("\n  64  The command line is wrong, or a verb for programs of\n      tasks is"))
  }

  @Test("Options keep their place below those with a letter, and the values that they take")
  func options() {
    let text = HelpText(width: 60).verb(SubmitVerb.specification)
    #expect(text.contains("\n  -i, --identifier ID\n          The task's identifier;"))
    #expect(
      text.contains("\n      --kind refresh|processing|continued|transfer\n          The kind of work;"))
  }

  @Test("Verbs and options stand in groups by what somebody wants, the ten most common verbs first")
  func groups() throws {
    let parts = HelpText(width: 100).general().split(separator: "\n\n").map(String.init)
    let titles = VerbGroup.allCases.map { "\($0.rawValue):" }
    #expect(
      parts.dropFirst(2).prefix(titles.count).map { $0.prefix { $0 != "\n" } } == titles.map { $0[...] })
    #expect(CommandTable.verbs.count { $0.group == .common } == 10)
    #expect(
      CommandTable.verbs.map(\.group.rawValue)
        == VerbGroup.allCases.flatMap { group in
          CommandTable.verbs.filter { $0.group == group }.map(\.group.rawValue)
        })
    let submit = HelpText(width: 100).verb(SubmitVerb.specification)
    let places = try OptionGroup.allCases.map { group in
      try #require(submit.range(of: "\n\n\(group.rawValue):\n"), "\(group)").lowerBound
    }
    #expect(places == places.sorted())
    // A group that has most of them is none.
    for group in OptionGroup.allCases {
      #expect((1...16).contains(SubmitVerb.specification.options.count { $0.group == group }), "\(group)")
    }
  }

  @Test("An example on several lines is one command for a shell", arguments: [40, 60, 80])
  func examples(width: Int) throws {
    for verb in CommandTable.verbs {
      let text = HelpText(width: width).verb(verb)
      let examples = try #require(text.split(separator: "\nExamples:\n").last)
      let joined = examples.replacing(#/ \\\n +/#, with: " ").split(separator: "\n").map { $0.trimmed }
      #expect(joined == verb.examples.map { "bgtaskctl \($0)" })
    }
  }

  @Test("help and --help are as wide as the terminal")
  func terminal() {
    for arguments in [["help"], ["--help"], ["help", "submit"], ["submit", "--help"]] {
      let run = ControlRun.run(arguments, width: 60)
      #expect(run.status == .success && run.lines.allSatisfy { TextWidth.of($0) <= 60 }, "\(run.output)")
    }
  }
}

extension Substring {
  fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
