import Testing

@testable import SchedulerCore

@Suite("What a program may take and touch")
struct LimitTests {
  private static func limits(_ change: (inout ProgramLimits) -> Void) -> ProgramLimits {
    var limits = ProgramLimits()
    change(&limits)
    return limits
  }

  private static func submission(_ limits: ProgramLimits) -> Event {
    .call(
      .submit(Submission(request: .command("a"), payload: [1], limits: limits)),
      caller: Caller(uid: 1000, isPrivileged: false), token: ReplyToken(1))
  }

  @Test("What only a service manager can keep is refused where programs are children, by its field")
  func refused() {
    let cases: [(ProgramLimits, String?)] = [
      (Self.limits { $0.memoryMaxBytes = 1 << 20 }, "memoryMaxBytes"),
      (Self.limits { $0.cpuQuotaPercent = 50 }, "cpuQuotaPercent"),
      (Self.limits { $0.ioWeight = 9 }, "ioWeight"),
      (Self.limits { $0.sandbox = .basic }, "sandbox"), (Self.limits { $0.sandbox = Sandbox.none }, nil),
      (Self.limits { ($0.nice, $0.ioClass) = (19, .idle) }, nil),
    ]
    for (limits, field) in cases {
      var children = CoreHarness()
      let lines = children.take(Self.submission(limits), at: 0)
      #expect(lines.contains("reply invalid limits.\(field ?? "")") == (field != nil), "\(limits)")
      var units = CoreHarness(configuration: .plain.with { $0.programsAreUnits = true })
      #expect(units.take(Self.submission(limits), at: 0).contains { $0.hasPrefix("launch") })
    }
  }

  @Test("What a file asks for is held to the same")
  func declared() {
    var core = CoreHarness()
    var file = Declaration.file("a.task", .command("a"))
    file.limits.memoryMaxBytes = 1 << 20
    #expect(
      core.take(.declare(file), at: 0)
        .contains("report refused declaration a of a.task invalid limits.memoryMaxBytes"))
  }

  @Test("A user's own systemd cannot keep files from a program, so it is not asked to")
  func ofUsers() {
    for sandbox in Sandbox.allCases {
      var core = CoreHarness(
        configuration: .plain.with { ($0.programsAreUnits, $0.unitStarters) = (true, .owner) })
      let lines = core.take(Self.submission(Self.limits { $0.sandbox = sandbox }), at: 0)
      #expect(lines.contains("reply invalid limits.sandbox") == (sandbox > .basic), "\(sandbox)")
    }
  }

  @Test("Work that can wait gives way where programs are children, unless it says otherwise")
  func ofChildren() {
    for kind in [Kind.refresh, .processing] {
      let limits = ProgramLimits.ofChild(.init(), kind)
      #expect(limits.nice == 10 && limits.ioClass == .idle)
    }
    #expect(ProgramLimits.ofChild(.init(), .continued) == .init())
    let asked = Self.limits { ($0.nice, $0.ioClass) = (0, .bestEffort) }
    #expect(ProgramLimits.ofChild(asked, .processing) == asked)
  }
}
