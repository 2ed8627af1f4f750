import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import Control

@Suite("Arguments and paths that are no text")
struct RawArgumentTests {
  /// `ké` in Latin-1.
  private static let latin = RawText([0x6b, 0xe9])
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func run(_ words: [String], _ last: RawText..., directory: RawText? = RawText("/usr"))
    -> ControlRun
  {
    ControlRun.run(words.map { RawText($0) } + last, currentDirectory: directory)
  }

  @Test("What only becomes the program goes on as it came, byte for byte")
  func passedOn() throws {
    let waiting = ["wait-for", "--idle", "--timeout", "0", "--on-timeout", "run"]
    let waited = Self.run(waiting + ["--", "sh", "-f"], Self.latin)
    #expect(waited.program?.dropFirst() == [RawText("sh"), RawText("-f"), Self.latin], "\(waited.errors)")
    for words in [waiting, ["hold", "--if-unavailable", "run"]] {
      let script = #"b=$1; shift; exec "$b" --socket /none "$@" -- printf %s "$(printf 'k\351')" 2>/dev/null"#
      let result = try BuiltProgram.run(
        ["/bin/sh", "-c", "{ \(script); } | od -An -tx1", "sh", BuiltProgram.path] + words)
      #expect(result.output == " 6b e9\n", "\(words)")
    }
  }

  @Test("A program in a directory whose name is no text is found, and becomes the same")
  func searchPath() throws {
    let directory = RawText(folder.path("").utf8 + Self.latin.bytes)
    #expect(mkdir(directory.cString, 0o755) == 0)
    let program = RawText(directory.bytes + Array("/prog".utf8))
    #expect(symlink("/bin/true", program.cString) == 0)
    let words = ["wait-for", "--idle", "--timeout", "0", "--on-timeout", "run", "--", "prog"].map {
      RawText($0)
    }
    #expect(ControlRun.run(words, rawVariables: ["PATH": directory]).program?.first == program)
    let here = ["wait-for", "--idle", "--timeout", "0", "--on-timeout", "run", "--", "./prog"].map {
      RawText($0)
    }
    #expect(ControlRun.run(here, currentDirectory: directory).program?.first == program)
    // What is stored cannot say where that is.
    let stored = ControlRun.run(
      ["submit", "-i", "a", "--", "./prog"].map { RawText($0) }, currentDirectory: directory)
    #expect(stored.status == .data && stored.errors.contains(#"k\xe9"#), "\(stored.errors)")
  }

  @Test(
    "What is sent or stored as text is refused with the argument's place and its bytes",
    arguments: [
      (["submit", "--", "/bin/rm", "-f"], 5), (["submit", "-i", "a", "-E"], 5),
      (["submit", "--on-path-changed"], 3), (["fetch", "https://example.org/a"], 3), (["cancel"], 2),
      (["check"], 2), (["--socket"], 2), ([], 1), (["--json", "show"], 3),
    ])
  func refused(words: [String], place: Int) {
    let run = Self.run(words, Self.latin)
    #expect(run.status == .usage)
    #expect(
      run.unwrappedErrors.contains(#"argument \#(place), $'k\xe9', is not UTF-8"#)
        || run.errors.contains(#"argument \#(place), $'k\\xe9', is not UTF-8"#), "\(run.errors)")
    #expect(run.output.isEmpty && run.program == nil)
  }

  @Test(
    "A value that is joined with its option, and what a terminal obeys, are shown as shells write them"
  )
  func shown() {
    let joined = RawText(Array("--title=".utf8) + [0xe9, 0x1b, 0x27, 0x5c])
    let run = Self.run(["submit"], joined)
    #expect(
      run.unwrappedErrors.contains(#"argument 2, $'--title=\xe9\x1b\'\\', is not UTF-8"#), "\(run.errors)")
  }

  @Test("A variable that names a daemon and is no text does not lead to another daemon")
  func socket() {
    for name in ["BGTASKD_SOCKET", "XDG_RUNTIME_DIR"] {
      for words in [["cancel", "--all"], ["list"], ["--user", "list"]] {
        let run = ControlRun.run(words.map { RawText($0) }, rawVariables: [name: Self.latin])
        #expect(run.status == .usage)
        #expect(
          run.unwrappedErrors.contains(#"the variable \#(name), $'k\xe9', is not UTF-8"#), "\(run.errors)")
      }
      let named = ["--socket", "/none", "list"].map { RawText($0) }
      #expect(ControlRun.run(named, rawVariables: [name: Self.latin]).status == .unavailable)
    }
  }

  @Test("A change of a file whose name is no text is seen")
  func changes() throws {
    let path = RawText(Array((folder.path("") + "/d/").utf8) + Self.latin.bytes)
    try folder.write("d/a", "1")
    func number() -> String { ControlRun.helper(["look", folder.path("d")]).output }
    func write(_ text: String) {
      let file = fopen(path.cString, "w")
      fputs(text, file)
      fclose(file)
    }
    write("1")
    let first = number()
    #expect(number() == first)
    write("22")
    #expect(number() != first)
  }
}
