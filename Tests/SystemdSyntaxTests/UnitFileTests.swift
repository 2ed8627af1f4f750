import SystemdSyntax
import Testing

@Suite("Unit files")
struct UnitFileTests {
  @Test("Sections, assignments, comments, continuations and line numbers")
  func wholeFile() throws {
    let file = UnitFile.parse(
      text: """
        # comment
        ; comment
        [Task]
        Identifier = org.example.backup
        Exec=/usr/bin/tar \\
        # not part of it
          -cf a.tar \\
          .
        Description=a\\\\
        [Other]
        Key=with = signs
        [Task]
        Kind=processing
        """, name: "backup.task")
    #expect(file.problems.isEmpty)
    #expect(file.sections.map(\.name) == ["Task", "Other"])
    let expected = [
      Assignment(key: "Identifier", value: "org.example.backup", file: "backup.task", line: 4),
      Assignment(key: "Exec", value: "/usr/bin/tar  -cf a.tar  .", file: "backup.task", line: 5),
      Assignment(key: "Description", value: "a\\\\", file: "backup.task", line: 9),
      Assignment(key: "Kind", value: "processing", file: "backup.task", line: 13),
    ]
    #expect(file.section("Task")?.assignments == expected)
    #expect(file.assignment("Other", "Key")?.value == "with = signs")
    #expect(try file.assignment("Task", "Exec")?.words() == ["/usr/bin/tar", "-cf", "a.tar", "."])
  }

  @Test("An empty assignment resets a list, and a single value to its default")
  func reset() {
    let file = UnitFile.parse(text: "[A]\nL=1\nL=2\nL=\nL=3\nS=1\nS=\nT=1\nT=2\n", name: "f")
    #expect(file.assignments("A", "L").map(\.value) == ["3"])
    #expect(file.assignment("A", "S") == nil)
    #expect(file.assignment("A", "T")?.value == "2")
    #expect(file.assignments("A", "S").isEmpty && file.assignments("B", "L").isEmpty)
  }

  @Test("A drop-in adds to lists, overrides single values, and its lines keep its name")
  func merging() {
    let main = UnitFile.parse(text: "[A]\nL=1\nS=1\n", name: "main.conf")
    let dropIn = UnitFile.parse(text: "[A]\nL=2\nS=2\n[B]\nX=1\nbad\n", name: "10-x.conf")
    let merged = UnitFile.merging(main, [dropIn])
    #expect(merged.assignments("A", "L").map(\.value) == ["1", "2"])
    #expect(merged.assignment("A", "S") == Assignment(key: "S", value: "2", file: "10-x.conf", line: 3))
    #expect(merged.section("B")?.assignments.count == 1)
    #expect(merged.problems.map(\.file) == ["10-x.conf"])
  }

  @Test("What is wrong is said with file and line, and the rest of the file counts")
  func problems() {
    let file = UnitFile.parse(
      text: "Early=1\n[A\nLost=1\nLost=2\n[B]\nnonsense\u{1B}[31m\n=x\nKey=ok\n[]\n[a]b]\n", name: "f.conf")
    #expect(
      file.problems.map(\.description) == [
        "f.conf:1: Early= stands outside of a section and is ignored",
        "f.conf:2: bad section header '[A'; it is written [Name]",
        #"f.conf:6: 'nonsense\x1b[31m' has no =; the line is ignored"#,
        "f.conf:7: the = has no key before it; the line is ignored",
        "f.conf:9: bad section header '[]'; it is written [Name]",
        "f.conf:10: bad section header '[a]b]'; it is written [Name]",
      ])
    #expect(file.problems.map(\.severity) == [.warning, .error, .warning, .warning, .error, .error])
    #expect(file.assignment("B", "Key")?.value == "ok")
  }

  @Test("Typed values say the place and the key when they are wrong")
  func typed() throws {
    let file = UnitFile.parse(
      text: "[S]\nA=yes\nB=maybe\nC=20\nD=200\nE=1d 2h\nF=1 parsec\nG='x\n", name: "f")
    #expect(try file.assignment("S", "A")?.boolean() == true)
    #expect(try file.assignment("S", "C")?.integer(in: 0...100) == 20)
    #expect(try file.assignment("S", "E")?.timeSpan() == 93_600_000_000)
    let wrong: [(String, (Assignment) throws -> Void, String)] = [
      ("B", { _ = try $0.boolean() }, "f:3: B=: 'maybe' is neither yes nor no; allowed is"),
      ("D", { _ = try $0.integer(in: 0...100) }, "f:5: D=: '200' is out of range; allowed is 0 to 100"),
      ("F", { _ = try $0.timeSpan() }, "f:7: F=: '1 parsec' is not a length of time; allowed is"),
      ("G", { _ = try $0.words() }, "f:8: G=: ''x' has a quote that does not end; allowed is"),
    ]
    for (key, read, text) in wrong {
      let assignment = try #require(file.assignment("S", key))
      let problem = try #require(throws: SyntaxProblem.self) { try read(assignment) }
      #expect(problem.description.hasPrefix(text))
      #expect(problem.severity == .error)
    }
  }

  @Test("NUL, wrong UTF-8 and lines without end are errors of their line only")
  func hostileBytes() {
    var bytes = Array("[A]\nX=1\n".utf8)
    bytes += [0x59, 0x3D, 0x00, 0x0A, 0x5A, 0x3D, 0xFF, 0x0A]
    bytes += Array("L=".utf8) + [UInt8](repeating: 0x61, count: UnitFile.maximumLineBytes) + [0x0A]
    bytes += Array(String(repeating: "x\\\n", count: UnitFile.maximumLineBytes).utf8) + [0x0A]
    bytes += Array("W=1\r\n".utf8)
    let file = UnitFile.parse(bytes: bytes, name: "f")
    #expect(
      file.problems.map(\.description) == [
        "f:3: the line contains a NUL", "f:4: the line is not UTF-8",
        "f:5: the line is 65538 bytes long; the most that is read is 65536",
        "f:6: the line is 131072 bytes long; the most that is read is 65536",
      ])
    #expect(file.section("A")?.assignments.map(\.value) == ["1", "1"])
  }

  @Test("A line of exactly 64 KiB is read")
  func longestLine() {
    let value = String(repeating: "a", count: UnitFile.maximumLineBytes - 2)
    let file = UnitFile.parse(text: "[A]\nX=\(value)\n", name: "f")
    #expect(file.assignment("A", "X")?.value == value)
    #expect(file.problems.isEmpty)
  }

  @Test("A file over 1 MiB is refused as a whole, and floods of problems and sections are cut")
  func floods() {
    let large = UnitFile.parse(bytes: [UInt8](repeating: 0x0A, count: UnitFile.maximumBytes + 1), name: "f")
    #expect(
      large.problems.map(\.description) == ["f: is 1048577 bytes long; the most that is read is 1048576"])
    let noise = UnitFile.parse(text: String(repeating: "x\n", count: 5000), name: "f")
    #expect(noise.problems.count == UnitFile.maximumProblems + 1)
    #expect(noise.problems.last?.description == "f: 4900 more problems are not listed")
    let sections = UnitFile.parse(
      text: (0..<2000).map { "[\($0)]\n" }.joined(), name: "f")
    #expect(sections.sections.count == UnitFile.maximumSections)
    let keys = UnitFile.parse(text: "[A]\n" + String(repeating: "Kez=\n", count: 2000), name: "f")
    #expect(keys.unknownNames(allowed: [("A", ["Key"])]).count == UnitFile.maximumProblems)
  }

  @Test("Random bytes never trap")
  func randomBytes() {
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("[]=\\\n\r #;ab\"'".utf8) + [0, 0xFF, 0xC3, 0xA4]
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
      }
      let file = UnitFile.parse(bytes: bytes, name: "f")
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).count
      #expect(file.problems.allSatisfy { ($0.line ?? 0) <= lines })
      for section in file.sections { for value in section.assignments { _ = try? value.words() } }
    }
  }

  @Test("Unknown sections and keys are warnings that name the nearest one; X- is for others")
  func unknownNames() {
    let file = UnitFile.parse(
      text: "[Scheduler]\nLowBatteryPercnt=3\nX-Mine=1\nKnown=1\n[Schedular]\nK=1\n[X-Mine]\nK=1\n", name: "f"
    )
    let problems = file.unknownNames(allowed: [("Scheduler", ["LowBatteryPercent", "Known"])])
    #expect(
      problems.map(\.description) == [
        "f:2: unknown key LowBatteryPercnt= in [Scheduler]; did you mean LowBatteryPercent=?",
        "f:5: unknown section [Schedular]; did you mean [Scheduler]?",
      ])
    #expect(problems.allSatisfy { $0.severity == .warning })
  }

  @Test("Drop-ins: a name in a higher directory hides lower ones, and names alone give the order")
  func dropIns() {
    let paths = DropIns.select(
      [
        .init(path: "/home/u/.config/x.conf.d/", names: ["50-b.conf", ".hidden.conf", ".conf", "readme"]),
        .init(path: "/etc/x.conf.d", names: ["90-z.conf", "50-b.conf", "10-a.conf~", "../x.conf"]),
        .init(path: "/usr/lib/x.conf.d", names: ["10-a.conf", "90-z.conf", "Z.conf"]),
      ], suffix: ".conf")
    #expect(
      paths == [
        "/usr/lib/x.conf.d/10-a.conf", "/home/u/.config/x.conf.d/50-b.conf", "/etc/x.conf.d/90-z.conf",
        "/usr/lib/x.conf.d/Z.conf",
      ])
  }
}
