import Glibc
import LinuxSystem
import Testing

@Suite("The log")
struct LogTests {
  private func lines(_ entries: [LogEntry], leastPriority: LogPriority = .debug) throws -> String {
    let pipe = try OutputPipe()
    let log = SystemLog(
      .auto, identifier: "bgtaskd", leastPriority: leastPriority, output: pipe.writing.number)
    #expect(log.target == .stderr)
    for entry in entries { log.write(entry) }
    guard case .bytes(let bytes) = try pipe.reading.read(atMost: 65536) else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("Without a journal an entry is one line with its priority")
  func prefixes() throws {
    let entries = LogPriority.allCases.map { LogEntry($0, "m", fields: [LogField("BGTASK_KIND", "x")]) }
    #expect(try lines(entries) == "<0>m\n<1>m\n<2>m\n<3>m\n<4>m\n<5>m\n<6>m\n<7>m\n")
    #expect(try lines(entries, leastPriority: .error) == "<0>m\n<1>m\n<2>m\n<3>m\n")
  }

  @Test("A message can neither begin a line of its own nor speak to the terminal")
  func forged() throws {
    #expect(
      try lines([LogEntry(.info, "a\n<0>b\r\u{1B}]0;t\u{7}\u{9B}31m\u{2028}c\\d")])
        == "<6>a\\n<0>b\\r\\x1b]0;t\\x07\\u009b31m\\u2028c\\\\d\n")
    // Nor be read as another message: these are a next line, and marks that turn the text around.
    #expect(
      try lines([LogEntry(.info, "a\u{85}b \u{202E}txt.exe\u{2066}")])
        == "<6>a\\u0085b \\u202etxt.exe\\u2066\n")
    #expect(try lines([LogEntry(.info, #"C:\x and ü 🚲"#)]) == "<6>" + #"C:\x and ü 🚲"# + "\n")
  }

  @Test("A flood of one kind by one user is cut off and said, and nothing else is lost with it")
  func flood() throws {
    let pipe = try OutputPipe()
    let log = SystemLog(
      .stderr, identifier: "bgtaskd", leastPriority: .debug,
      suppression: LogSuppression(originField: "BGTASK_UID", outputField: "BGTASK_RUN_ID", messageID: "0f"),
      output: pipe.writing.number)
    let user = { (uid: Int) in [LogField("BGTASK_UID", String(uid))] }
    for number in 0..<2000 { log.write(LogEntry(.info, "\(number)", messageID: "aa", fields: user(1))) }
    log.write(LogEntry(.info, "another's", messageID: "aa", fields: user(2)))
    log.write(LogEntry(.info, "another kind", messageID: "bb", fields: user(1)))
    var lines = try Self.lines(of: pipe)
    #expect(lines.prefix(500).elementsEqual((0..<500).map { "<6>\($0)" }))
    #expect(
      lines[500]
        == "<4>500 messages like the last one in less than 30s; no more of them are written down until then.")
    #expect(lines[501...502] == ["<6>another's", "<6>another kind"])
    #expect(lines.count == 503)

    // What has no kind is a kind of its own, for each user as well.
    for number in 0..<600 { log.write(LogEntry(.info, "of no kind \(number)")) }
    for _ in 0..<600 { log.write(LogEntry(.info, "another's", fields: user(2))) }
    lines = try Self.lines(of: pipe)
    #expect(lines.prefix(500).elementsEqual((0..<500).map { "<6>of no kind \($0)" }))
    #expect(lines[500].hasPrefix("<4>500 messages like the last one"))
    #expect(lines[501..<1001].allSatisfy { $0 == "<6>another's" })
    #expect(lines.count == 1002)

    // So is what a program writes, which may be more.
    for number in 0..<2100 {
      log.write(LogEntry(.info, "\(number)", fields: [LogField("BGTASK_RUN_ID", "run")]))
    }
    lines = try Self.lines(of: pipe)
    #expect(lines.prefix(2000).elementsEqual((0..<2000).map { "<6>\($0)" }))
    #expect(lines[2000].hasPrefix("<4>2000 messages like the last one"))
    #expect(lines.count == 2001)
  }

  /// What was written to a pipe so far.
  private static func lines(of pipe: OutputPipe) throws -> [Substring] {
    guard case .bytes(let bytes) = try pipe.reading.read(atMost: 65536) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  @Test("On a terminal there are words instead of numbers")
  func terminal() throws {
    let master = SharedDescriptor(owning: open("/dev/ptmx", O_RDWR | O_NOCTTY))
    // TIOCSPTLCK and TIOCGPTN, ioctl_tty(2): what unlockpt(3) and ptsname(3) do, which Swift does not import.
    var (lock, number): (CInt, CInt) = (0, -1)
    try #require(
      ioctl(master.number, 0x4004_5431, &lock) == 0 && ioctl(master.number, 0x8004_5430, &number) == 0)
    let name = "/dev/pts/\(number)"
    let slave = open(name, O_RDWR | O_NOCTTY)
    defer { close(slave) }
    let log = SystemLog(.stderr, identifier: "bgtaskd", leastPriority: .debug, output: slave)
    for priority in [LogPriority.error, .warning, .notice, .info, .debug] {
      log.write(LogEntry(priority, "m"))
    }
    // A terminal hands out what there is, a line at a time.
    let expected = "error: m\r\nwarning: m\r\nm\r\nm\r\ndebug: m\r\n"
    var text = ""
    while text.utf8.count < expected.utf8.count, case .bytes(let bytes) = try master.read(atMost: 1000) {
      text += String(decoding: bytes, as: UTF8.self)
    }
    #expect(text == expected)
  }

  @Test("auto is the journal only when JOURNAL_STREAM is this very stream")
  func auto() async {
    await #expect(processExitsWith: .success) {
      var status = stat()
      guard let pipe = try? OutputPipe(), fstat(pipe.writing.number, &status) == 0 else { exit(1) }
      let target = {
        SystemLog(.auto, identifier: "x", leastPriority: .info, output: pipe.writing.number).target
      }
      precondition(target() == .stderr)
      setenv("JOURNAL_STREAM", "\(status.st_dev):\(status.st_ino + 1)", 1)
      precondition(target() == .stderr)
      setenv("JOURNAL_STREAM", "\(status.st_dev):\(status.st_ino)", 1)
      precondition(target() == .journal)
    }
  }

  @Test("A closed standard error is no reason to fail")
  func closed() async {
    await #expect(processExitsWith: .success) {
      SystemLog(.stderr, identifier: "x", leastPriority: .info, output: 999).write(LogEntry(.error, "lost"))
    }
  }

  @Test(
    "Names of fields are checked",
    arguments: ["", "_PID", "1A", "a", "A B", "A=B", "Ä", String(repeating: "A", count: 65)])
  func badNames(name: String) {
    #expect(LogField.Name(name) == nil)
  }

  @Test("Good names are kept", arguments: ["A", "BGTASK_RUN_ID", "A1_", String(repeating: "A", count: 64)])
  func goodNames(name: String) {
    #expect(LogField.Name(name)?.text == name)
  }
}
