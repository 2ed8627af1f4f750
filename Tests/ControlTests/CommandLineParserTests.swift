import LinuxSystem
import SystemdSyntax
import Testing

@testable import Control

@Suite("The command line")
struct CommandLineParserTests {
  private func parse(_ arguments: String...) throws -> ParsedCommandLine {
    try CommandLineParser.parse(
      arguments.flatMap { $0.split(separator: " ").map { RawText(String($0)) } }, by: .control)
  }

  private func failure(_ arguments: String) throws -> Failure {
    let failure = try #require(throws: Failure.self) { try parse(arguments) }
    #expect(failure.status == .usage)
    #expect(failure.next?.isEmpty == false)
    return failure
  }

  @Test("Options of all verbs stand before the verb, after it, and after its operands")
  func globals() throws {
    for text in ["--json --socket /s show ID", "show --json --socket=/s ID", "show ID --socket /s --json"] {
      let line = try parse(text)
      #expect(line.verb?.name == "show")
      #expect(line.flag("json") && line.value("socket") == "/s")
      #expect(line.operands == ["ID"])
    }
  }

  @Test("What verbs are called elsewhere leads to one that there is")
  func otherNames() throws {
    for (other, name) in CommandLineParser.otherNames {
      let verb = try #require(name.split(separator: " ").first)
      #expect(CommandTable.verbs.contains { $0.name == verb }, "\(other)")
      #expect(!CommandTable.verbs.contains { $0.name == other }, "\(other) is one itself")
      #expect(try failure(other).message.hasSuffix("; did you mean \(name)?"))
    }
  }

  @Test("Values are written in every form")
  func values() throws {
    for text in ["-i a.b", "-ia.b", "--identifier a.b", "--identifier=a.b"] {
      #expect(try parse("submit \(text)").value("identifier") == "a.b")
    }
    let line = try parse("submit -E A=1 --environment=B=2 -EC=3 --title= --title last")
    #expect(line.values("environment") == ["A=1", "B=2", "C=3"])
    #expect(line.value("title") == "last")
    // A value may look like an option.
    #expect(try parse("submit --title --json").value("title") == "--json")
  }

  @Test("Yes-or-no options have a form for no, aliases, and =BOOLEAN")
  func yesOrNo() throws {
    #expect(try parse("submit --requires-network").yesOrNo("requires-network-connectivity") == true)
    #expect(try parse("submit --no-requires-unmetered").yesOrNo("requires-unmetered-network") == false)
    #expect(try parse("submit --no-requires-idle").yesOrNo("requires-idle") == false)
    #expect(try parse("submit --requires-idle=off").yesOrNo("requires-idle") == false)
    #expect(try parse("submit --requires-idle --no-requires-idle").yesOrNo("requires-idle") == false)
    #expect(try parse("submit").yesOrNo("requires-idle") == nil)
  }

  @Test("A program begins at -- or at the first word that is no option, and keeps its own options")
  func program() throws {
    for text in ["submit -i a -- tar --json -cf x", "submit -i a tar --json -cf x"] {
      let line = try parse(text)
      #expect(line.operands == ["tar", "--json", "-cf", "x"])
      #expect(!line.flag("json"))
    }
    #expect(try parse("submit -- -- x").operands == ["--", "x"])
    for text in ["wait-for --idle -- make -j2", "wait-for --idle make -j2"] {
      #expect(try parse(text).program == [RawText("make"), RawText("-j2")])
    }
  }

  @Test("-- ends options for other verbs too")
  func endOfOptions() throws {
    #expect(try parse("show -- --json").operands == ["--json"])
    #expect(try parse("cancel a -- -b").operands == ["a", "-b"])
    #expect(try parse("show -").operands == ["-"])
  }

  @Test("Help is never wrong, whatever else is missing")
  func help() throws {
    for verb in CommandTable.verbs {
      for text in ["\(verb.name) --help", "\(verb.name) -h", "-h \(verb.name)"] {
        #expect(try parse(text).flag("help"))
      }
    }
  }

  @Test("The table has no option, letter or verb twice, and every example in it can be parsed")
  func table() throws {
    #expect(Set(CommandTable.verbs.map(\.name)).count == CommandTable.verbs.count)
    for verb in CommandTable.verbs {
      let options = CommandTable.globals + verb.options
      let names = options.flatMap(\.longForms)
      #expect(Set(names).count == names.count, "\(verb.name)")
      let letters = options.compactMap(\.short)
      #expect(Set(letters).count == letters.count, "\(verb.name)")
      #expect(!verb.examples.isEmpty, "\(verb.name)")
      for example in verb.examples {
        let words = example.prefix { $0 != ">" && $0 != "&" }
        let line = try CommandLineParser.parse(
          try Words.split(String(words)).map { RawText($0) }, by: .control)
        #expect(line.verb?.name == verb.name, "\(example)")
      }
    }
  }
}
