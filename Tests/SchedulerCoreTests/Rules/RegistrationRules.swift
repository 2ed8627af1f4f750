import Testing

@testable import SchedulerCore

@Suite("Registration")
struct RegistrationRules {
  static let mail = TaskRequest.handled("mail.sync")

  @Test(
    "R1: what waits for a program is delivered whenever one registers it, after the confirmation"
  )
  func r1() {
    var core = CoreHarness(configuration: .served)
    core.at(
      0, .submit(Self.mail),
      gives: [
        "put 1 mail.sync with payload", "report submitted 1 mail.sync waiting", "put 1 mail.sync in #1",
        "put #1 mail.sync", "start p1 mail", "report launching #1", "arm point 20s",
        "reply submitted 1 mail.sync launching",
      ])
    core.at(
      7, .register("mail.sync", "mail.index", on: 1),
      gives: ["reply registered r1 mail", "deliver #1 mail.sync for 30s and 5s to c1", "arm point 37s"])
    core.at(7, .runStarted(core.run(1)), gives: ["report running #1"])
  }

  @Test("R1: a registration lasts as long as its connection; then programs that can be started are")
  func r1Connection() {
    var core = CoreHarness.connected("mail.sync")
    core.at(1, .disconnected(1), gives: [])
    core.at(
      2, .submit(Self.mail),
      gives: [
        "put 1 mail.sync with payload", "report submitted 1 mail.sync waiting", "put 1 mail.sync in #1",
        "put #1 mail.sync", "start p1 mail", "report launching #1", "arm point 22s",
        "reply submitted 1 mail.sync launching",
      ])
  }

  @Test("R2: a connection registers once, and an identifier that it has already is had once")
  func r2() {
    var core = CoreHarness.connected("mail.sync")
    core.at(0, .register("mail.sync", on: 1), gives: ["reply invalid identifiers"])
    core.at(0, .register("mail.index", on: 1), gives: ["reply invalid identifiers"])
    core.at(
      1, .addIdentifiers(["mail.sync", "mail.sync"], to: core.registration(1)), gives: ["reply done"])
    core.at(2, .register("mail.a", "mail.a", on: 2), gives: ["reply registered r2 mail"])
    core.at(
      3, .submit(.handled("mail.a")),
      gives: [
        "put 1 mail.a with payload", "report submitted 1 mail.a waiting", "put 1 mail.a in #1",
        "put #1 mail.a", "deliver #1 mail.a for 30s and 5s to c2", "report launching #1",
        "reply submitted 1 mail.a launching",
      ])
    core.at(
      4, .disconnected(2),
      gives: [
        "put #1 mail.a interrupted because vanished 3s…4s", "put 1 mail.a attempt 2 not before 34s",
        "report ended #1 interrupted next 34s", "arm point 34s",
      ])
    #expect(core.scheduler.tables.registrations.count == 1)
    #expect(core.scheduler.tables.indexes.handlers.count == 1)
  }

  @Test("R3: what no manifest permits cannot be registered, nor anything without identifiers")
  func r3() {
    var core = CoreHarness(configuration: .served)
    core.at(0, .register("other", on: 1), gives: ["reply notPermitted other"])
    core.at(0, .register("mail.sync", "other", on: 1), gives: ["reply notPermitted other"])
    core.at(0, .register(on: 1), gives: ["reply invalid identifiers"])
    core.at(0, .register("mail.sync", on: 1, of: "photos"), gives: ["reply notPermitted mail.sync"])
    core.at(0, .register("mail.sync", on: 1, of: "nobody"), gives: ["reply notPermitted mail.sync"])
    // Nothing of it is left behind.
    #expect(core.scheduler.tables.registrations.isEmpty && core.scheduler.tables.indexes.handlers.isEmpty)
    core.at(1, .register("mail.sync", on: 1, of: "mail"), gives: ["reply registered r1 mail"])
  }

  @Test("R3: a registration is of one application: another's identifiers are refused, first or later")
  func twoApplications() {
    var core = CoreHarness(configuration: .served)
    core.at(0, .register("mail.sync", "photos.scan", on: 1), gives: ["reply notPermitted photos.scan"])
    core.at(0, .register("mail.sync", on: 1), gives: ["reply registered r1 mail"])
    core.at(
      1, .addIdentifiers(["mail.a", "photos.scan"], to: core.registration(1)),
      gives: ["reply notPermitted photos.scan"])
    // Refused as a whole.
    core.at(
      2, .submit(.handled("mail.a")),
      gives: [
        "put 1 mail.a with payload", "report submitted 1 mail.a waiting", "put 1 mail.a in #1",
        "put #1 mail.a", "start p1 mail", "report launching #1", "arm point 22s",
        "reply submitted 1 mail.a launching",
      ])
  }

  @Test("R5: a pattern permits each identifier below it, and each is registered by itself")
  func r5() {
    let configuration = SchedulerConfiguration.served.with {
      $0.applications = [
        Application(name: "wide", permittedIdentifiers: [IdentifierPattern("org.*")], isStartable: false),
        Application(
          name: "narrow", permittedIdentifiers: [IdentifierPattern("org.mail.*")], isStartable: false),
        Application(
          name: "exact", permittedIdentifiers: [IdentifierPattern("org.mail.x")], isStartable: false),
      ]
    }
    var core = CoreHarness(configuration: configuration)
    for (connection, identifier) in ["org.a", "org.mail.a", "org.mail.x", "org.mail"].enumerated() {
      core.take(.register(identifier, on: UInt64(connection)), at: 0)
    }
    #expect(
      core.scheduler.tables.registrations.values.sorted { $0.connection < $1.connection }
        .map(\.application.name) == ["wide", "narrow", "exact", "wide"])
    core.at(1, .register("org", on: 9), gives: ["reply notPermitted org"])
    core.at(1, .submit(.handled("org.mail.b")), gives: ["reply notPermitted org.mail.b"])
  }

  @Test("R5: the catalog of manifests permits what their patterns permit, one by one")
  func catalog() {
    var random = SeededGenerator(seed: 3)
    let parts = ["a", "b", "", ".", "..", "a.b"]
    func text() -> String {
      (0..<Int.random(in: 1...4, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
        .joined(separator: ".")
    }
    var permitted = 0
    for _ in 0..<2000 {
      let patterns = (0..<3).map { _ in IdentifierPattern(text() + (Bool.random(using: &random) ? ".*" : ""))
      }
      let catalog = ApplicationCatalog([Application(name: "a", permittedIdentifiers: patterns)])
      let identifier = text()
      let isPermitted = patterns.contains { $0.permits(identifier) }
      #expect(
        (catalog.application(permitting: identifier) != nil) == isPermitted, "\(patterns) \(identifier)")
      if isPermitted { permitted += 1 }
    }
    #expect(permitted > 100)
  }

  private static let covered = SchedulerConfiguration.served.with {
    $0.applications = [
      Application(
        name: "photos", permittedIdentifiers: [IdentifierPattern("org.photos.*")], isStartable: false),
      Application(
        name: "faces", permittedIdentifiers: [IdentifierPattern("org.photos.faces.*")], isStartable: false),
    ]
  }

  private static func continued(_ identifier: String) -> TaskRequest {
    .handled(identifier) { $0.kind = .continued }
  }

  @Test(
    "R5: a pattern that is registered handles what it covers: a name counts before it, a longer one first"
  )
  func registeredPatterns() {
    var core = CoreHarness(configuration: Self.covered)
    core.at(0, .register("org.photos.*", on: 1), gives: ["reply registered r1 photos"])
    core.at(0, .register("org.photos.export.*", on: 2), gives: ["reply registered r2 photos"])
    core.at(0, .register("org.photos.export.one", on: 3), gives: ["reply registered r3 photos"])
    let tasks = [
      ("org.photos.a", "c1"), ("org.photos.export.two", "c2"), ("org.photos.export.one", "c3"),
      ("org.photos.export.one.part", "c2"), ("org.photos.export", "c1"),
    ]
    for (identifier, connection) in tasks {
      let lines = core.take(.submit(Self.continued(identifier)), at: 1)
      #expect(
        lines.contains {
          $0.hasPrefix("deliver ") && $0.contains(" \(identifier) ") && $0.hasSuffix(connection)
        })
    }
    // Another user's task, and another application's, are none of theirs.
    core.at(2, .submit(Self.continued("org.photos.b"), uid: 1001), gives: ["reply notPermitted org.photos.b"])
    core.at(
      2, .submit(Self.continued("org.photos.faces.a")), gives: ["reply notPermitted org.photos.faces.a"])
    // What a name handled is handled by the pattern when the program of that name is gone.
    core.take(.disconnected(3), at: 3)
    let lines = core.take(.submit(Self.continued("org.photos.export.one")), at: 4)
    #expect(lines.contains { $0.hasPrefix("deliver ") && $0.hasSuffix("c2") }, "\(lines)")
  }

  @Test("R3, R5: only a pattern that a manifest permits as a whole can be registered")
  func refusedPatterns() {
    var core = CoreHarness(configuration: Self.covered)
    for pattern in ["org.*", "org.mail.*", "*", ".*", "org.photos*"] {
      core.at(0, .register(pattern, on: 1), gives: ["reply notPermitted \(pattern)"])
    }
    core.at(
      0, .register("org.photos.*", "org.photos.faces.*", on: 1),
      gives: ["reply notPermitted org.photos.faces.*"])
    core.at(0, .register("org.photos.deep.down.*", on: 1), gives: ["reply registered r1 photos"])
  }

  @Test(
    "R1, R5: what waits for a program, and what a program still works on, goes to a pattern that covers it")
  func waitingForPattern() {
    let configuration = SchedulerConfiguration.served.with {
      $0.applications = [
        Application(name: "photos", permittedIdentifiers: [IdentifierPattern("org.photos.*")])
      ]
    }
    var core = CoreHarness(configuration: configuration)
    core.take(.submit(Self.continued("org.photos.a")), at: 0)
    core.take(.runStarted(core.process(1)), at: 0)
    core.take(.submit(Self.continued("org.photos.b")), at: 0)
    let lines = core.take(.register("org.photos.*", on: 1, process: core.process(1)), at: 1)
    #expect(lines.filter { $0.hasPrefix("deliver ") }.count == 2, "\(lines)")
    core.take(.runStarted(core.run(1)), at: 1)
    // It connects anew before its old connection is gone.
    core.take(
      .register("org.photos.*", on: 2, runs: [core.run(1), core.run(2)], process: core.process(1)), at: 2)
    #expect(core.take(.disconnected(1), at: 3).isEmpty)
    core.at(
      4, .call(.complete(core.run(1), success: true)),
      gives: [
        "put #1 org.photos.a completed success 0s…4s", "delete 1", "report ended #1 completed",
        "reply done", "arm never",
      ])
  }

  @Test("R12: an identifier without a command is refused where nobody handles it and nobody can be started")
  func r12() {
    var core = CoreHarness(configuration: .served)
    core.at(0, .submit(.handled("remote.a")), gives: ["reply notPermitted remote.a"])
    core.at(0, .submit(.handled("other.a")), gives: ["reply notPermitted other.a"])
    core.take(.register("remote.b", on: 1), at: 0)
    core.at(1, .submit(.handled("remote.a")), gives: ["reply notPermitted remote.a"])
    core.at(1, .submit(.handled("remote.b"), uid: 1001), gives: ["reply notPermitted remote.b"])
    core.at(
      1, .submit(.handled("remote.b")),
      gives: [
        "put 1 remote.b with payload", "report submitted 1 remote.b waiting", "put 1 remote.b in #1",
        "put #1 remote.b", "deliver #1 remote.b for 30s and 5s to c1", "report launching #1",
        "reply submitted 1 remote.b launching",
      ])
  }

  @Test("R15: what is accepted for a program that then goes away waits for it to come back, and says so")
  func r15() {
    var core = CoreHarness.connected("remote.a")
    core.take(.submit(.handled("remote.a") { $0.earliestBegin = .at(60) }), at: 0)
    core.take(.disconnected(1), at: 1)
    core.at(60, .timer, gives: ["report held 1 remote.a waits for noHandler", "arm never"])
    #expect(core.reasons("remote.a", at: 60) == ["noHandler"])
    // Another identifier of it is another handler.
    core.at(61, .register("remote.b", on: 2), gives: ["reply registered r2 remote"])
    core.at(
      62, .addIdentifiers(["remote.a"], to: core.registration(2)),
      gives: [
        "reply done", "put 1 remote.a from 60s in #1", "put #1 remote.a",
        "deliver #1 remote.a for 30s and 5s to c2", "report launching #1",
      ])
  }

  @Test("AddIdentifiers: delivers what waits for them; only to its own user's registration that lives")
  func addIdentifiers() {
    var core = CoreHarness.connected("mail.sync")
    core.take(.submit(.handled("mail.index")), at: 0)
    core.at(
      1, .addIdentifiers(["mail.index"], to: core.registration(1), uid: 1001),
      gives: ["reply invalid registration"])
    core.at(1, .addIdentifiers(["mail.index"], to: "nobody"), gives: ["reply invalid registration"])
    core.at(1, .addIdentifiers([], to: core.registration(1)), gives: ["reply invalid identifiers"])
    core.at(1, .addIdentifiers(["other"], to: core.registration(1)), gives: ["reply notPermitted other"])
    core.at(
      2, .addIdentifiers(["mail.index"], to: core.registration(1)),
      gives: ["deliver #1 mail.index for 30s and 5s to c1", "reply done", "arm point 32s"])
    core.take(.disconnected(1), at: 3)
    core.at(4, .addIdentifiers(["mail.a"], to: core.registration(1)), gives: ["reply invalid registration"])
  }

  @Test("A registration has 10,000 identifiers at most, however it comes by them")
  func bounds() {
    func names(_ range: Range<Int>) -> [String] { range.map { "mail.\($0)" } }
    var core = CoreHarness(configuration: .served)
    let most = Registration.mostIdentifiers
    let request = RegistrationRequest(
      connection: ConnectionID(1), application: "", identifiers: names(0..<most + 1))
    core.at(0, .call(.register(request)), gives: ["reply invalid identifiers"])
    core.take(.register("mail.0", on: 2), at: 0)
    core.at(1, .addIdentifiers(names(0..<most), to: core.registration(1)), gives: ["reply done"])
    core.at(1, .addIdentifiers(names(0..<most), to: core.registration(1)), gives: ["reply done"])
    core.at(1, .addIdentifiers(["mail.more"], to: core.registration(1)), gives: ["reply invalid identifiers"])
    #expect(core.scheduler.tables.indexes.handlers.count == most)
  }

  @Test("All registrations of a user have 20,000 identifiers at most, and another user as many")
  func boundOfUser() {
    func register(_ connection: UInt64, of uid: UInt32 = 1000) -> Event {
      let names = (0..<Registration.mostIdentifiers).map { "mail.\(connection).\($0)" }
      let request = RegistrationRequest(
        connection: ConnectionID(connection), application: "", identifiers: names)
      return .call(.register(request), uid: uid)
    }
    var core = CoreHarness(configuration: .served)
    for connection: UInt64 in [1, 2] { core.take(register(connection), at: 0) }
    core.at(1, register(3), gives: ["reply invalid identifiers"])
    #expect(core.take(register(4, of: 1001), at: 2).contains { $0.hasPrefix("reply registered") })
    core.take(.disconnected(1), at: 3)
    #expect(core.take(register(5), at: 4).contains { $0.hasPrefix("reply registered") })
  }

  @Test("An error repeats no more of what was sent than somebody reads")
  func longNames() {
    var core = CoreHarness.connected("mail.sync")
    let long = String(repeating: "x", count: 100_000)
    for call in [
      Call.addIdentifiers(["mail.a"], registration: long),
      .setApplicationState(.active, application: long, connection: ConnectionID(1)),
      .register(
        RegistrationRequest(connection: ConnectionID(2), application: long, identifiers: ["mail.a"])),
    ] {
      let directives = core.directives(.call(call), at: 1)
      let text = directives.map { "\($0)" }.joined()
      #expect(text.contains("xxx") && text.utf8.count < 1000)
    }
  }
}
