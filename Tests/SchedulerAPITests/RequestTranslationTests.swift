import SchedulerAPI
import SchedulerCore
import Testing
import Varlink

struct RequestTranslationTests {
  @Test("What a handler is told is one line, for an application only")
  func content() throws {
    let told = Wire.TaskRequest(identifier: "a", kind: .refresh, content: "{\"page\":1}")
    #expect(try Wire.TaskRequest(payload: told.submission().payload).content == "{\"page\":1}")
    var other = told
    other.command = Wire.Command(argv: ["/bin/true"])
    #expect(throws: SchedulerInterfaceError.self) { try other.submission() }
    other = told
    other.unit = "a.service"
    #expect(throws: SchedulerInterfaceError.self) { try other.submission() }
    for content in ["a\nb", String(repeating: "a", count: 16_385)] {
      other = told
      other.content = content
      #expect(throws: SchedulerInterfaceError.self) { try other.submission() }
    }
  }

  @Test("A request with nothing but its program gets the core's defaults")
  func defaults() throws {
    let submission = try Samples.request.submission()
    #expect(
      submission.request
        == TaskRequest(identifier: "org.example.a", kind: .processing, target: .command))
    #expect(try Wire.TaskRequest(payload: submission.payload) == Samples.request)
  }

  @Test("A request without a program is for an application")
  func target() throws {
    let request = Wire.TaskRequest(identifier: "a", kind: .refresh)
    #expect(try request.submission().request.target == .application)
  }

  @Test("Every field reaches the core, and the whole request is in the payload")
  func everything() throws {
    let submission = try Samples.fullRequest.submission()
    var actions = TaskActions()
    actions[.failure] = .program("/usr/bin/mail 'the admin'")
    actions[.success] = .task("org.example.prune")
    actions[.overdue] = .program("/bin/true")
    let wish = ConditionWish(
      when: ConditionExpression(
        .all([
          .leaf(ConditionLeaf(.battery(.atLeast, 60))), .leaf(ConditionLeaf(.named(.network, "Zuhause"))),
          .leaf(ConditionLeaf(.plain(.idle), for: .minutes(10))),
        ])),
      whileRunning: ConditionExpression(.not(.leaf(ConditionLeaf(.plain(.hot))))),
      relaxations: [
        Relaxation(after: .days(1), without: ["idle"]),
        Relaxation(after: .days(7), without: ["battery", "network"]),
      ])
    #expect(
      submission.request
        == TaskRequest(
          identifier: "org.example.full", kind: .continued, target: .command,
          earliestBegin: WallTime(uSec: 1_700_000_000_000_000),
          deadline: WallTime(uSec: 1_800_000_000_000_000), onDeadline: .run,
          requirements: [
            .network, .unmeteredNetwork, .externalPower, .batteryNotLow, .storageNotLow, .vpn,
          ],
          requiresIdle: false, runtimeLimit: .minutes(1), repeatEvery: .hours(1), tolerance: .zero,
          retry: Retry(backoff: .linear, initial: .seconds(1), maximum: .seconds(9), maximumAttempts: 3),
          onConflict: .keep, strategy: .fail, freezeLimit: .minutes(5), preventsSleep: true,
          sleepsThrough: false, wish: wish, unknownConditions: .wait, overdueAfter: .days(8),
          actions: actions,
          order: TaskOrder(
            group: "restic",
            predecessors: [Predecessor("org.example.prune"), Predecessor("b", mustSucceed: false)],
            repeats: true)))
    #expect(submission.limits == ProgramLimits(Samples.fullRequest.limits))
    #expect(submission.limits.memoryMaxBytes == 1 << 30 && submission.limits.sandbox == .strict)
    #expect(submission.credentials == .encrypted)
    #expect(try Wire.TaskRequest(payload: submission.payload) == Samples.fullRequest)
    let text = String(decoding: submission.payload, as: UTF8.self)
    #expect(text.contains(#""argv":["/bin/sh","-c","echo /a/b"]"#))
  }

  @Test("Each requirement by itself is the core's of that name; false is none")
  func requirements() throws {
    var seen: Requirements = []
    for case .requirement(let place, let requirement) in RequestField.all.map(\.value)
    where requirement != .idle {
      seen.formUnion(requirement)
      var request = Samples.request
      request[keyPath: place] = true
      #expect(try request.submission().request.requirements == requirement)
      request[keyPath: place] = false
      #expect(try request.submission().request.requirements == [])
    }
    #expect(
      seen == [.network, .unmeteredNetwork, .externalPower, .batteryNotLow, .storageNotLow, .vpn])
    var request = Samples.request
    request.requiresIdle = true
    #expect(try request.submission().request.requiresIdle == true)
    #expect(try request.submission().request.requirements == [])
  }

  @Test("Each field that people read is held to one line, and the error names it")
  func lines() throws {
    var names: [String] = []
    for field in RequestField.all {
      guard case .line(let place) = field.value else { continue }
      names.append(field.name)
      var request = field.name.hasPrefix("transfer.") ? TransferRequestTests.request() : Samples.request
      request[keyPath: place] = "/as long as an address\u{1b}"
      let error = #expect(throws: SchedulerInterfaceError.self) { try request.submission() }
      guard case .invalidRequest(field.name, let message)? = error else {
        Issue.record("\(field.name): \(String(describing: error))")
        continue
      }
      #expect(message.hasPrefix("found the control character U+001B"))
    }
    #expect(names.count == 9)
  }

  @Test("A checkpoint file is a command's, by an absolute path that a check can ask for")
  func checkpointFile() throws {
    var request = Samples.request
    request.checkpointFile = "/srv/größer \"state\""
    #expect(try request.submission().request.checkpointFile == request.checkpointFile)
    #expect(Wire.TaskRequest.Bounds.checkpointFile == 1...ConditionCheck.textLimit)
    var others: [(Wire.TaskRequest, String)] = [
      "state", "/a\u{1b}", "", "/" + String(repeating: "a", count: 1024),
    ]
    .map { path in
      var other = request
      other.checkpointFile = path
      return (other, "allowed")
    }
    request.command = nil
    others.append((request, "found without command, allowed only with a command"))
    for (other, words) in others {
      let error = #expect(throws: SchedulerInterfaceError.self) { try other.submission() }
      guard case .invalidRequest("checkpointFile", let message)? = error, message.contains(words) else {
        Issue.record("\(other.checkpointFile ?? ""): \(String(describing: error))")
        continue
      }
    }
  }

  @Test("Each action reaches the core as what it follows from")
  func actions() throws {
    var seen: Set<ActionTrigger> = []
    for case .action(let place, let trigger) in RequestField.all.map(\.value) {
      seen.insert(trigger)
      var request = Samples.request
      request[keyPath: place] = "/bin/true"
      #expect(try request.submission().request.actions == [trigger: .program("/bin/true")])
    }
    #expect(seen == Set(ActionTrigger.allCases))
  }

  @Test("A calendar reaches the core as what it says, whatever its form")
  func calendar() throws {
    var request = Samples.request
    request.calendar = ["daily", "mon 3:0 utc"]
    request.randomizedDelayDurationUSec = 5
    let calendar = try #require(try request.submission().request.calendar)
    #expect(calendar.texts == ["*-*-* 00:00:00", "Mon *-*-* 03:00:00 UTC"])
    #expect(calendar.randomizedDelay == TimeSpan(uSec: 5) && calendar.clockChange == nil)
    for change in ClockChange.allCases {
      request.clockChange = change
      #expect(try request.submission().request.calendar?.clockChange == change)
      #expect(try request.submission().request.calendar != calendar)
    }
    request.kind = .continued
    #expect(throws: SchedulerInterfaceError.self) { try request.submission() }
  }

  @Test("What has to change reaches the core, with the lengths that are meant when none are given")
  func pathChange() throws {
    var request = Samples.request
    request.pathChange = .init(paths: ["/a", "/b c"])
    #expect(
      try request.submission().request.pathTrigger
        == PathTrigger(["/a", "/b c"], quiet: .seconds(5), atLatest: .minutes(1)))
    request.pathChange?.ownChanges = .ignore
    #expect(try request.submission().request.pathTrigger?.ownChanges == .ignore)
    request.pathChange?.ownChanges = nil
    request.pathChange?.quietDurationUSec = 120_000_000
    #expect(try request.submission().request.pathTrigger?.atLatest == .minutes(2))
    func problem(_ change: (inout Wire.TaskRequest) -> Void) -> String? {
      var wrong = request
      change(&wrong)
      do throws(SchedulerInterfaceError) {
        _ = try wrong.submission()
        return nil
      } catch {
        guard case .invalidRequest(let field, let message) = error else { return "\(error)" }
        return "\(field): \(message)"
      }
    }
    #expect(
      problem { $0.pathChange?.paths = ["a"] }?.hasPrefix("pathChange.paths[0]: found \"a\", allowed") == true
    )
    #expect(
      problem { $0.pathChange?.paths = ["/a", "/a"] }
        == "pathChange.paths[1]: found \"/a\" twice, allowed is once")
    #expect(
      problem { $0.pathChange?.atLatestDurationUSec = 1 }
        == "pathChange.atLatestDurationUSec: found 1us, allowed is no less than quietDurationUSec, 2min")
    let exclusive: [(inout Wire.TaskRequest) -> Void] = [
      { $0.repeatDurationUSec = 1_000_000 }, { $0.calendar = ["daily"] }, { $0.deadlineUSec = 1 },
      { $0.order = .init(after: ["b"], repeats: true) }, { $0.kind = .continued },
    ]
    for change in exclusive {
      #expect(problem(change)?.hasPrefix("pathChange.paths: found ") == true)
    }
  }

  @Test("Values at their bounds are accepted")
  func bounds() throws {
    var request = Samples.request
    request.identifier = String(repeating: "a", count: 252) + ".-_"
    request.earliestBeginUSec = 0
    request.deadlineUSec = WallTime.maximum.uSec
    request.runtimeLimitDurationUSec = TimeSpan.maximum.uSec
    request.repeatDurationUSec = 1_000_000
    request.toleranceDurationUSec = TimeSpan.maximum.uSec
    request.retry = Wire.Retry(
      backoff: .none, initialDurationUSec: 1, maximumDurationUSec: 1, maximumAttempts: 1000)
    request.title = String(repeating: "é", count: 127)
    request.subtitle = ""
    request.command = Wire.Command(
      argv: ["/a"] + [String](repeating: "", count: 1022) + [
        String(repeating: "x", count: 128 * 1024 - 1026)
      ],
      workingDirectory: "/",
      environment: Dictionary(uniqueKeysWithValues: (0..<256).map { ("_a\($0)", "Ä=1\n") }))
    let core = try request.submission().request
    #expect(core.deadline == .maximum)
    #expect(core.runtimeLimit == .maximum)
    request.earliestBeginUSec = request.deadlineUSec
    #expect(try request.submission().request.earliestBegin == .maximum)
  }

  @Test(
    "A new task has a name that is no option, no directory above and no empty part",
    arguments: ["-x", ".", "..", "a..b", ".a", "a.", "-", "-a.b", "..a", "a:b"])
  func identifiers(identifier: String) throws {
    var request = Samples.request
    request.identifier = identifier
    let error = #expect(throws: SchedulerInterfaceError.self) { try request.submission() }
    guard case .invalidRequest("identifier", let message)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.hasPrefix("found \"\(identifier)\", allowed are parts of ASCII letters"))
    // What an earlier version accepted can be asked about, cancelled and handled, and is read from the store.
    #expect(try Wire.checked(identifier: identifier) == identifier)
    #expect(try Wire.checked(handled: identifier) == identifier)
    #expect(try Wire.TaskRequest(payload: request.payload) == request)
    for good in ["a-x", "_", "a._b", "a.-b", "0", "A.b-c_d.9"] {
      request.identifier = good
      #expect(try request.submission().request.identifier == good)
    }
  }

  @Test(
    "What no task can have is refused with what a new one may be called, or with what there may be",
    arguments: ["a b", "é", "a/b"])
  func characters(identifier: String) throws {
    func message(_ body: () throws -> Void) -> String {
      guard
        case .invalidRequest("identifier", let message)? = #expect(
          throws: SchedulerInterfaceError.self, performing: body)
      else { return "" }
      return message
    }
    var request = Samples.request
    request.identifier = identifier
    let found = "found \"\(identifier)\", allowed are "
    #expect(message { _ = try request.submission() } == found + IdentifierRule.text)
    let known = found + "ASCII letters, digits, '.', '-', '_', ':' and '@'"
    #expect(message { _ = try Wire.checked(identifier: identifier) } == known)
    #expect(message { _ = try Wire.checked(handled: identifier) } == known + ", and .* at the end")
  }

  @Test("A default of the back-off gives way to the bound that was given")
  func retryDefaults() throws {
    var request = Samples.request
    request.retry = Wire.Retry(backoff: .exponential)
    #expect(try request.submission().request.retry == Retry())
    request.retry = Wire.Retry(backoff: .exponential, initialDurationUSec: TimeSpan.hours(6).uSec)
    #expect(try request.submission().request.retry?.maximum == .hours(6))
    request.retry = Wire.Retry(backoff: .exponential, maximumDurationUSec: 5_000_000)
    #expect(try request.submission().request.retry?.initial == .seconds(5))
    request.retry = Wire.Retry(backoff: .exponential, initialDurationUSec: 0)
    #expect(try request.submission().request.retry?.initial == .zero)
  }

  @Test("A NUL that did not come over the wire is refused as well")
  func noNUL() {
    for (command, field) in [
      (Wire.Command(argv: ["/a\0"]), "command.argv[0]"),
      (Wire.Command(argv: ["/a", "b\0c"]), "command.argv[1]"),
      (Wire.Command(argv: ["/a"], workingDirectory: "/\0"), "command.workingDirectory"),
      (Wire.Command(argv: ["/a"], environment: ["A": "\0"]), "command.environment.A"),
    ] {
      var request = Samples.request
      request.command = command
      #expect(
        throws: SchedulerInterfaceError.invalidRequest(
          field: field, message: "found the character NUL, which cannot be passed on")
      ) { try request.submission() }
    }
  }

  @Test(
    "Each kind of time says how it is written: dates, lengths, and readings of the clock since boot",
    arguments: [
      ("trustedUntilUSec", "a reading of CLOCK_BOOTTIME: a whole number of microseconds since the boot"),
      ("deadlineUSec", "a date: a whole number of microseconds since 1970 began in UTC"),
      ("runtimeLimitDurationUSec", "a length of time: a whole number of microseconds"),
    ])
  func times(field: String, expected: String) {
    for found in ["1.5", "1e3", "9223372036854775808", "\"1\""] {
      let json = #"{"identifier":"a","kind":"processing","\#(field)":\#(found)}"#
      let error = #expect(throws: InvalidValue.self) {
        try Wire.TaskRequest(json: Array(json.utf8), refusesUnknown: true)
      }
      #expect(error?.path == field)
      #expect(error?.message.hasPrefix("found \(found), expected \(expected)") == true, "\(error as Any)")
    }
    for name in ["limitUSec", "usualUSec", "startedAfterUSec"] { #expect(TimeMember(name) == .length) }
    #expect(TimeMember("untilUSec") == .date && TimeMember("seed") == nil)
  }

  @Test("A working directory with '..' is refused, and one that was stored before is still read")
  func parentDirectory() throws {
    var request = Samples.request
    for path in ["/home/a/../b", "/..", "/a/.."] {
      request.command?.workingDirectory = path
      #expect(
        throws: SchedulerInterfaceError.invalidRequest(
          field: "command.workingDirectory",
          message: "found \"\(path)\", allowed is a path without '..', which systemd does not take; write "
            + "the directory that is meant")
      ) { try request.submission() }
      #expect(try Wire.TaskRequest(payload: request.payload) == request)
    }
    for path in ["/home/./b", "/home//b", "/home/b/", "/home/..b/c..", "/..."] {
      request.command?.workingDirectory = path
      #expect(throws: Never.self) { try request.submission() }
    }
  }

  @Test("The message says what was found and what is allowed")
  func messages() {
    var request = Samples.request
    request.repeatDurationUSec = 7
    #expect(
      throws: SchedulerInterfaceError.invalidRequest(
        field: "repeatDurationUSec", message: "found 7us, allowed are 1s to 36600d")
    ) { try request.submission() }
    request = Samples.request
    request.command?.argv = ["tar", "-c"]
    #expect(
      throws: SchedulerInterfaceError.invalidRequest(
        field: "command.argv[0]",
        message: "found \"tar\", allowed is an absolute path (it begins with '/')")
    ) { try request.submission() }
  }

  @Test("A payload that is no request is an error, and one of a newer version is read")
  func payloads() throws {
    #expect(throws: InvalidValue.self) { try Wire.TaskRequest(payload: Array("nonsense".utf8)) }
    #expect(throws: InvalidValue.self) { try Wire.TaskRequest(payload: []) }
    let newer = #"{"identifier":"a","kind":"refresh","invented":{"later":[1]}}"#
    #expect(
      try Wire.TaskRequest(payload: Array(newer.utf8)) == Wire.TaskRequest(identifier: "a", kind: .refresh))
  }
}
