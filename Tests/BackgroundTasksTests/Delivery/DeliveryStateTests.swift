import SchedulerAPI
import Testing
import Varlink

@testable import BackgroundTasks

/// Where the connection is, what happens, what is to be done about it, and where it is then.
struct DeliveryRow: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let reached: [DeliveryState.Input]
  let input: DeliveryState.Input
  let actions: [String]
  let state: String

  init(
    _ name: String, after reached: [DeliveryState.Input], _ input: DeliveryState.Input,
    does actions: [String] = [], _ state: String
  ) {
    testDescription = name
    self.reached = reached
    self.input = input
    self.actions = actions
    self.state = state
  }
}

@Suite("Decisions about deliveries")
struct DeliveryStateTests {
  @Test("An input in a state: what is to be done, and the state then", arguments: rows)
  func row(_ row: DeliveryRow) {
    var state = DeliveryState(after: row.reached)
    #expect(state.handle(row.input).map(\.text) == row.actions)
    #expect(state.text == row.state)
  }

  @Test("What makes no sense in a state changes nothing", arguments: senseless)
  func ignored(_ reached: [DeliveryState.Input], _ inputs: [DeliveryState.Input]) {
    let state = DeliveryState(after: reached)
    for input in inputs {
      var after = state
      #expect(after.handle(input) == [], "\(input.name)")
      #expect(after == state, "\(input.name)")
    }
  }

  @Test("Every input was tried in every state")
  func everyPair() {
    var tried: Set<String> = []
    let pairs = Self.rows.map { ($0.reached, [$0.input]) } + Self.senseless
    for (reached, inputs) in pairs {
      let phase = DeliveryState(after: reached).phase.name
      for input in inputs { tried.insert("\(input.name) while \(phase)") }
    }
    let all = DeliveryState.Phase.names.flatMap { phase in
      DeliveryState.Input.names.map { "\($0) while \(phase)" }
    }
    #expect(Set(all).subtracting(tried).sorted() == [])
  }

  static let rows =
    idle + attempts(connecting, "connecting") + attempts(registering, "registering") + confirmations
    + refusals + additions + deliveries + ends + pauses + closed

  // MARK: The states that rows begin in

  private static let connecting: [DeliveryState.Input] = [.register("a", caller: 1)]
  private static let registering = connecting + [.connected]
  private static let registered = registering + [.confirmed()]
  private static let working = registered + [.launched("run1")]
  private static let ending = working + [.completed("run1")]
  /// A caller has its identifier added to the registration.
  private static let adding = registered + [.register("b", caller: 2)]
  private static let pausing = connecting + [.lost]
  private static let away = registered + [.lost]
  /// Two are registered by the second attempt.
  private static let two = pausing + [.register("b", caller: 2), .connected]

  /// Two runs ended while the daemon was away, and the first end is being told.
  private static let batch: [DeliveryState.Input] =
    working + [
      .launched("run2"), .lost, .completed("run1"), .completed("run2", false), .connected, .confirmed(),
      .resumed,
    ]

  private static let senseless: [([DeliveryState.Input], [DeliveryState.Input])] = [
    (
      [],
      [
        .gaveUp(caller: 1), .unregister("a"), .added("a", to: "r1"), .notAdded("a", nil), .connected,
        .launched("run1"), .expired("run1"), .refused(.unavailable(message: "")), .garbled("x"), .lost,
        .pauseOver(attempt: 0), .addAgain, .resumed, .tellAgain, .told("run1"), .notTold("run1"),
      ]
    ),
    (
      connecting, [.launched("run1"), .pauseOver(attempt: 1), .addAgain, .resumed, .tellAgain, .told("run1")]
    ),
    (
      registering,
      [.connected, .pauseOver(attempt: 1), .addAgain, .resumed, .tellAgain, .told("run1"), .unregister("z")]
    ),
    (
      registered,
      [
        .gaveUp(caller: 1), .unregister("z"), .connected, .pauseOver(attempt: 1), .addAgain, .resumed,
        .tellAgain, .told("run1"),
      ]
    ),
    (
      pausing,
      [
        .gaveUp(caller: 1), .connected, .launched("run1"), .refused(.unavailable(message: "")), .garbled("x"),
        .lost, .pauseOver(attempt: 0), .addAgain, .resumed, .tellAgain, .added("a", to: "r1"),
      ]
    ),
    (
      registering + [.close],
      [
        .gaveUp(caller: 1), .launched("run1"), .refused(.unavailable(message: "")), .garbled("x"), .lost,
        .pauseOver(attempt: 1), .addAgain, .resumed, .tellAgain, .close, .told("run1"), .notTold("run1"),
      ]
    ),
  ]

  // MARK: Connecting

  private static let idle: [DeliveryRow] = [
    DeliveryRow(
      "The first registration connects", after: [], .register("a", caller: 1), does: ["connect"],
      "connecting a #1, wants a, caller 1 of a awaits #1"),
    DeliveryRow(
      "An end without a connection is kept", after: [], .completed("run1"), "idle #0, run1=true is untold"),
    DeliveryRow("What was never open can be closed", after: [], .close, "closed #0"),
  ]

  /// While a connection is being made, and while its confirmation is awaited.
  private static func attempts(_ reached: [DeliveryState.Input], _ phase: String) -> [DeliveryRow] {
    let isSent = phase == "registering"
    let again: [DeliveryState.Input] = [.lost, .pauseOver(attempt: 1)] + (isSent ? [.connected] : [])
    let failed = ["answer 1 true", "later pauseOver 10000"]
    return [
      DeliveryRow(
        "Another identifier is for the next attempt, which follows at once (\(phase))", after: reached,
        .register("b", caller: 2),
        "\(phase) a hurried #1, wants a b, caller 1 of a awaits #1, caller 2 of b awaits #2"),
      DeliveryRow(
        "A hurried attempt fails, the next one begins, and pauses go on growing (\(phase))",
        after: reached + [.register("b", caller: 2)], .lost, does: ["answer 1 true", "connect"],
        "connecting a b after 10000 #2, wants a b, caller 2 of b awaits #2"),
      DeliveryRow(
        "A caller gives up (\(phase))", after: reached, .gaveUp(caller: 1), "\(phase) a #1, wants a"),
      DeliveryRow(
        "Who takes a registration back does not wait for it (\(phase))", after: reached, .unregister("a"),
        does: ["answer 1 true"], "\(phase) a #1"),
      DeliveryRow(
        "There is no daemon (\(phase))", after: reached, .lost, does: failed, "pausing 10000 #1, wants a"),
      DeliveryRow(
        "A daemon that is not ready is as good as none (\(phase))", after: reached,
        .refused(.unavailable(message: "starting")), does: failed, "pausing 10000 #1, wants a"),
      DeliveryRow(
        "What makes no sense is said (\(phase))", after: reached, .garbled("x"),
        does: ["warn garbled x"] + failed, "pausing 10000 #1, wants a, complained: garbled x"),
      DeliveryRow(
        "Nothing is left to register when it fails (\(phase))", after: reached + [.unregister("a")], .lost,
        "idle #1"),
      DeliveryRow(
        "An end that was told meanwhile is forgotten (\(phase))", after: ending + again, .told("run1"),
        "\(phase) a after 10000 #2, wants a, is app"),
      DeliveryRow(
        "An end that could not be told makes the connection hurry (\(phase))", after: ending + again,
        .notTold("run1"), "\(phase) a after 10000 hurried #2, wants a, run1=true is untold, is app"),
      DeliveryRow(
        "An end is not told before the registration is confirmed (\(phase))", after: working + again,
        .completed("run1", false),
        "\(phase) a after 10000 hurried #2, wants a, run1=false is untold, is app"),
      DeliveryRow(
        "What was added to the connection before waits for an answer of the next (\(phase))",
        after: adding + again, .added("b", to: "r1"),
        "\(phase) a b after 10000 hurried #2, wants a b, caller 2 of b awaits #3, is app"),
      DeliveryRow(
        "So does what was not added (\(phase))", after: adding + again, .notAdded("b", nil),
        "\(phase) a b after 10000 hurried #2, wants a b, caller 2 of b awaits #3, is app"),
      DeliveryRow(
        "It is closed (\(phase))", after: reached, .close, does: ["answer 1 true", "disconnect"],
        "closed #1, wants a"),
    ]
  }

  private static let confirmations: [DeliveryRow] = [
    DeliveryRow(
      "The connection is there", after: connecting, .connected, does: ["register a"],
      "registering a #1, wants a, caller 1 of a awaits #1"),
    DeliveryRow(
      "The daemon restarted while runs were under way: the registration names them, told or not",
      after: working + [
        .launched("run3"), .launched("run2"), .completed("run2"), .expired("run3"), .lost,
        .pauseOver(attempt: 1),
      ], .connected, does: ["register a with run1 run2 run3"],
      "registering a after 10000 #2, wants a, run1 is working, run2 is ending, run3 is expired, is app"),
    DeliveryRow(
      "It is confirmed", after: registering, .confirmed(), does: ["answer 1 true", "resume"],
      "registered r1 knows a #1, wants a, is app"),
    DeliveryRow(
      "Identifiers that came while it was registering are added",
      after: registering + [.register("b", caller: 2)],
      .confirmed(), does: ["answer 1 true", "add b to r1", "resume"],
      "registered r1 knows a #1, wants a b, caller 2 of b awaits #2, is app"),
    DeliveryRow(
      "A registration without a name cannot be added to", after: registering + [.register("b", caller: 2)],
      .confirmed(nil), does: ["answer 1 true", "resume"],
      "registered unnamed knows a #1, wants a b, caller 2 of b awaits #2, is app"),
    DeliveryRow(
      "What is registered once more is known with the others",
      after: away + [.pauseOver(attempt: 1), .connected, .register("a", caller: 2)], .confirmed("r2"),
      does: ["answer 2 true", "resume"], "registered r2 knows a #2, wants a, is app"),
    DeliveryRow(
      "A confirmation may bring a run, which begins after the callers went on", after: registering,
      .launched("run1"), does: ["answer 1 true", "resume", "launch run1"],
      "registered unnamed knows a #1, wants a, run1 is working"),
    DeliveryRow(
      "A confirmation without the application's name leaves the one that was found",
      after: away + [.pauseOver(attempt: 1), .connected], .launched("run1"), does: ["resume", "launch run1"],
      "registered unnamed knows a #2, wants a, run1 is working, is app"),
    DeliveryRow(
      "With a confirmation pauses begin anew",
      after: two + [.lost, .pauseOver(attempt: 2), .connected, .confirmed()], .lost,
      does: ["later pauseOver 10000"], "pausing 10000 #3, wants a b, is app"),
    DeliveryRow(
      "With a confirmation complaints begin anew",
      after: registering + [.garbled("x"), .pauseOver(attempt: 1), .connected, .confirmed()], .garbled("x"),
      does: ["warn garbled x", "later pauseOver 10000"],
      "pausing 10000 #2, wants a, is app, complained: garbled x"),
  ]

  private static let refusals: [DeliveryRow] = [
    DeliveryRow(
      "The only identifier is refused", after: registering,
      .refused(.notPermitted(identifier: "a", message: "")), does: ["warn a NotPermitted", "answer 1 false"],
      "idle #1"),
    DeliveryRow(
      "One of two is refused: the other one is registered at once, and gets its own answer",
      after: two, .refused(.notPermitted(identifier: "a", message: "")),
      does: ["warn a NotPermitted", "connect"], "connecting b #3, wants b, caller 2 of b awaits #3"),
    DeliveryRow(
      "One that nobody asked for is refused, so all of them are", after: two,
      .refused(.notPermitted(identifier: "z", message: "")),
      does: ["warn a NotPermitted", "warn b NotPermitted", "answer 2 false"], "idle #2"),
    DeliveryRow(
      "All of them are refused", after: two, .refused(.permissionDenied(message: "")),
      does: ["warn a PermissionDenied", "warn b PermissionDenied", "answer 2 false"], "idle #2"),
    DeliveryRow(
      "A refusal that is no identifier's fault is said, and tried again", after: registering,
      .refused(.invalidRequest(field: "registration", message: "")),
      does: [
        "warn a io.bgtaskd.Scheduler.InvalidRequest", "answer 1 true", "later pauseOver 10000",
      ], "pausing 10000 #1, wants a, complained: a io.bgtaskd.Scheduler.InvalidRequest"),
    DeliveryRow(
      "So is an error that nobody knows", after: registering, .refused(VarlinkError(name: "org.example.Odd")),
      does: ["warn a org.example.Odd", "answer 1 true", "later pauseOver 10000"],
      "pausing 10000 #1, wants a, complained: a org.example.Odd"),
    DeliveryRow(
      "It is not said twice",
      after: registering + [
        .refused(VarlinkError(name: "org.example.Odd")), .pauseOver(attempt: 1), .connected,
      ], .refused(VarlinkError(name: "org.example.Odd")), does: ["later pauseOver 20000"],
      "pausing 20000 #2, wants a, complained: a org.example.Odd"),
  ]

  // MARK: A registration and its identifiers

  private static let additions: [DeliveryRow] = [
    DeliveryRow(
      "A later identifier is added by a call", after: registered, .register("b", caller: 2),
      does: ["add b to r1"], "registered r1 knows a #1, wants a b, caller 2 of b awaits its call, is app"),
    DeliveryRow(
      "One that is known already is asked about again", after: registered, .register("a", caller: 2),
      does: ["add a to r1"], "registered r1 knows a #1, wants a, caller 2 of a awaits its call, is app"),
    DeliveryRow(
      "Nobody waits for what cannot be added", after: registering + [.confirmed(nil)],
      .register("b", caller: 2), does: ["answer 2 true"], "registered unnamed knows a #1, wants a b, is app"),
    DeliveryRow(
      "It was added", after: adding, .added("b", to: "r1"), does: ["answer 2 true"],
      "registered r1 knows a b #1, wants a b, is app"),
    DeliveryRow(
      "It was added by the thread that reads, for a caller who came before the confirmation",
      after: registering + [.register("b", caller: 2), .confirmed()], .added("b", to: "r1"),
      does: ["answer 2 true"], "registered r1 knows a b #1, wants a b, is app"),
    DeliveryRow(
      "It was added to the connection before: this one is not taken to know it",
      after: registered + [
        .lost, .pauseOver(attempt: 1), .connected, .register("b", caller: 2), .confirmed("r2"),
      ], .added("b", to: "r1"), "registered r2 knows a #2, wants a b, caller 2 of b awaits #3, is app"),
    DeliveryRow(
      "It was added to the connection before, and this one registered it",
      after: adding + [.lost, .pauseOver(attempt: 1), .connected, .confirmed("r2")], .added("b", to: "r1"),
      does: ["answer 2 true"], "registered r2 knows a b #2, wants a b, is app"),
    DeliveryRow(
      "It is refused", after: adding, .notAdded("b", .notPermitted(identifier: "b", message: "")),
      does: ["warn b NotPermitted", "answer 2 false"], "registered r1 knows a #1, wants a, is app"),
    DeliveryRow(
      "It is refused when nobody waits any more",
      after: registering + [.register("b", caller: 2), .confirmed(), .gaveUp(caller: 2)],
      .notAdded("b", .permissionDenied(message: "")), does: ["warn b PermissionDenied"],
      "registered r1 knows a #1, wants a, is app"),
    DeliveryRow(
      "A registration that is over refuses nothing: it is tried again", after: adding,
      .notAdded("b", .invalidRequest(field: "registration", message: "")),
      does: ["answer 2 true", "later addAgain 5000000"],
      "registered r1 knows a #1, wants a b, is app, adds later"),
    DeliveryRow(
      "Without an answer it is tried again, once for all of them",
      after: adding + [.notAdded("b", nil), .register("c", caller: 3)], .notAdded("c", nil),
      does: ["answer 3 true"], "registered r1 knows a #1, wants a b c, is app, adds later"),
    DeliveryRow(
      "Who came before the confirmation waits on",
      after: registering + [.register("b", caller: 2), .confirmed()], .notAdded("b", nil),
      does: ["later addAgain 5000000"],
      "registered r1 knows a #1, wants a b, caller 2 of b awaits #2, is app, adds later"),
    DeliveryRow(
      "What is missing is added again", after: adding + [.notAdded("b", nil), .unregister("a")], .addAgain,
      does: ["add b to r1"], "registered r1 knows a #1, wants b, is app"),
    DeliveryRow(
      "A caller gives up when it could not be added",
      after: registering + [.register("b", caller: 2), .confirmed(nil)], .gaveUp(caller: 2),
      "registered unnamed knows a #1, wants a b, is app"),
    DeliveryRow(
      "A registration that is taken back stays with the daemon, and its connection as well",
      after: registered, .unregister("a"), "registered r1 knows a #1, is app"),
    DeliveryRow(
      "The connection ends when nothing is registered any more", after: registered + [.unregister("a")],
      .lost, "idle #1, is app"),
  ]

  // MARK: Runs

  private static let deliveries: [DeliveryRow] = [
    DeliveryRow(
      "A run begins", after: registered, .launched("run1"), does: ["launch run1"],
      "registered r1 knows a #1, wants a, run1 is working, is app"),
    DeliveryRow(
      "A run for a handler that was registered later begins before the answer is there", after: adding,
      .launched("run1", "b"), does: ["launch run1"],
      "registered r1 knows a #1, wants a b, caller 2 of b awaits its call, run1 is working, is app"),
    DeliveryRow(
      "A run that is delivered twice begins once", after: working, .launched("run1"),
      "registered r1 knows a #1, wants a, run1 is working, is app"),
    DeliveryRow(
      "A run whose end is being told does not begin again", after: ending, .launched("run1"),
      "registered r1 knows a #1, wants a, run1 is ending, is app"),
    DeliveryRow(
      "Nor does one whose end is to be told later", after: ending + [.notTold("run1")], .launched("run1"),
      "registered r1 knows a #1, wants a, run1=true is untold, tells later, is app"),
    DeliveryRow(
      "Its time is up", after: working, .expired("run1"), does: ["expire run1"],
      "registered r1 knows a #1, wants a, run1 is expired, is app"),
    DeliveryRow(
      "It is told so once, also by the daemon that comes back",
      after: working + [.expired("run1"), .lost, .pauseOver(attempt: 1), .connected, .confirmed()],
      .expired("run1"), "registered r1 knows a #2, wants a, run1 is expired, is app"),
    DeliveryRow(
      "The expiration of a run that completed comes too late", after: ending, .expired("run1"),
      "registered r1 knows a #1, wants a, run1 is ending, is app"),
    DeliveryRow(
      "The expiration of a run whose end is known to the daemon comes too late",
      after: ending + [.told("run1")], .expired("run1"), "registered r1 knows a #1, wants a, is app"),
    DeliveryRow(
      "The expiration of a run that nobody knows is ignored", after: registered, .expired("run9"),
      "registered r1 knows a #1, wants a, is app"),
    DeliveryRow(
      "Runs go on without the connection", after: working, .lost, does: ["later pauseOver 10000"],
      "pausing 10000 #1, wants a, run1 is working, is app"),
    DeliveryRow(
      "An error in the midst of deliveries is the end of the connection", after: working,
      .refused(.permissionDenied(message: "")), does: ["later pauseOver 10000"],
      "pausing 10000 #1, wants a, run1 is working, is app"),
    DeliveryRow(
      "Nonsense in the midst of deliveries is said", after: working, .garbled("x"),
      does: ["warn garbled x", "later pauseOver 10000"],
      "pausing 10000 #1, wants a, run1 is working, is app, complained: garbled x"),
  ]

  private static let ends: [DeliveryRow] = [
    DeliveryRow(
      "An end is told", after: working, .completed("run1"), does: ["tell run1=true"],
      "registered r1 knows a #1, wants a, run1 is ending, is app"),
    DeliveryRow(
      "R45: The first word counts", after: ending, .completed("run1", false),
      "registered r1 knows a #1, wants a, run1 is ending, is app"),
    DeliveryRow(
      "R45: Also when it was not heard yet", after: ending + [.notTold("run1")], .completed("run1", false),
      "registered r1 knows a #1, wants a, run1=true is untold, tells later, is app"),
    DeliveryRow(
      "It was heard", after: ending, .told("run1"), "registered r1 knows a #1, wants a, is app"),
    DeliveryRow(
      "A daemon that cannot record it now is told later", after: ending, .notTold("run1"),
      does: ["later tellAgain 1000000"],
      "registered r1 knows a #1, wants a, run1=true is untold, tells later, is app"),
    DeliveryRow(
      "Another one waits with it",
      after: working + [.launched("run2"), .completed("run2"), .completed("run1"), .notTold("run2")],
      .notTold("run1"),
      "registered r1 knows a #1, wants a, run2=true is untold, run1=true is untold, tells later, is app"
    ),
    DeliveryRow(
      "It is told again", after: ending + [.notTold("run1")], .tellAgain, does: ["tell run1=true"],
      "registered r1 knows a #1, wants a, run1=true is untold, telling run1, is app"),
    DeliveryRow(
      "A completion while the daemon was away is named in the registration",
      after: away + [.completed("run1", false)], .connected, does: ["register a with run1"],
      "registering a after 10000 #2, wants a, run1=false is untold, is app"),
    DeliveryRow(
      "And it is told behind what belongs to the connection",
      after: away + [.completed("run1", false), .connected, .confirmed()], .resumed,
      does: ["tell run1=false"],
      "registered r1 knows a #2, wants a, run1=false is untold, telling run1, is app"),
    DeliveryRow(
      "Ends are told one after the other, in their order", after: batch, .told("run1"),
      does: ["tell run2=false"],
      "registered r1 knows a #2, wants a, run2=false is untold, telling run2, is app"),
    DeliveryRow(
      "All of them were heard", after: batch + [.told("run1")], .told("run2", false),
      "registered r1 knows a #2, wants a, is app"),
    DeliveryRow(
      "What is told already is not told twice", after: batch, .resumed,
      "registered r1 knows a #2, wants a, run1=true is untold, run2=false is untold, telling run1, is app"),
    DeliveryRow(
      "One that is told by its caller does not hurry the others",
      after: batch + [.launched("run3"), .completed("run3")], .told("run3"),
      "registered r1 knows a #2, wants a, run1=true is untold, run2=false is untold, telling run1, is app"),
    DeliveryRow(
      "One that its caller could not tell waits for its turn",
      after: batch + [.launched("run3"), .completed("run3")], .notTold("run3"),
      "registered r1 knows a #2, wants a, run1=true is untold, run2=false is untold, run3=true is untold, "
        + "telling run1, is app"),
    DeliveryRow(
      "One that cannot be recorded stops those behind it", after: batch, .notTold("run1"),
      does: ["later tellAgain 1000000"],
      "registered r1 knows a #2, wants a, run1=true is untold, run2=false is untold, tells later, is app"),
    DeliveryRow(
      "The connection is lost in the midst of them: the rest waits for the next registration",
      after: batch + [.lost], .told("run1"),
      "pausing 10000 #2, wants a, run2=false is untold, is app"),
    DeliveryRow(
      "The connection is lost with the one that is being told", after: batch + [.lost], .notTold("run1"),
      does: ["connect"],
      "connecting a after 10000 #3, wants a, run1=true is untold, run2=false is untold, is app"),
    DeliveryRow(
      "The connection is lost before the disk took it", after: ending + [.notTold("run1"), .lost], .tellAgain,
      "pausing 10000 #1, wants a, run1=true is untold, is app"),
  ]

  // MARK: Between connections, and after the last

  private static let pauses: [DeliveryRow] = [
    DeliveryRow(
      "The pause is over", after: pausing, .pauseOver(attempt: 1), does: ["connect"],
      "connecting a after 10000 #2, wants a"),
    DeliveryRow(
      "The next pause is twice as long", after: pausing + [.pauseOver(attempt: 1)], .lost,
      does: ["later pauseOver 20000"], "pausing 20000 #2, wants a"),
    DeliveryRow(
      "A pause that was cut short does not end another one",
      after: pausing + [.register("b", caller: 2), .lost], .pauseOver(attempt: 1),
      "pausing 20000 #2, wants a b"),
    DeliveryRow(
      "Who registers cuts it short", after: pausing, .register("b", caller: 2), does: ["connect"],
      "connecting a b after 10000 #2, wants a b, caller 2 of b awaits #2"),
    DeliveryRow(
      "Who completes cuts it short", after: working + [.lost], .completed("run1"), does: ["connect"],
      "connecting a after 10000 #2, wants a, run1=true is untold, is app"),
    DeliveryRow(
      "An end that could not be told cuts it short", after: ending + [.lost], .notTold("run1"),
      does: ["connect"], "connecting a after 10000 #2, wants a, run1=true is untold, is app"),
    DeliveryRow(
      "An end that was told does not", after: ending + [.lost], .told("run1"),
      "pausing 10000 #1, wants a, is app"),
    DeliveryRow(
      "Nobody looks for a daemon for nothing", after: pausing, .unregister("a"), "idle #1"),
    DeliveryRow(
      "A call was answered when its connection had ended", after: adding + [.lost], .added("b", to: "r1"),
      does: ["connect"], "connecting a b after 10000 #2, wants a b, caller 2 of b awaits #2, is app"),
    DeliveryRow(
      "A call was not answered because its connection ended", after: adding + [.lost], .notAdded("b", nil),
      does: ["connect"], "connecting a b after 10000 #2, wants a b, caller 2 of b awaits #2, is app"),
    DeliveryRow(
      "A call was not answered, and its identifier was taken back meanwhile",
      after: adding + [.unregister("b"), .lost], .notAdded("b", nil), does: ["answer 2 true"],
      "pausing 10000 #1, wants a, is app"),
    DeliveryRow(
      "A call was refused when its connection had ended", after: adding + [.lost],
      .notAdded("b", .permissionDenied(message: "")), does: ["warn b PermissionDenied", "answer 2 false"],
      "pausing 10000 #1, wants a, is app"),
    DeliveryRow(
      "What was to be added is for the next registration", after: adding + [.notAdded("b", nil), .lost],
      .addAgain, "pausing 10000 #1, wants a b, is app"),
    DeliveryRow("A pause is closed", after: pausing, .close, "closed #1, wants a"),
  ]

  private static let closed: [DeliveryRow] = [
    DeliveryRow(
      "It is closed", after: working, .close, does: ["disconnect"],
      "closed #1, wants a, run1 is working, is app"),
    DeliveryRow(
      "Nobody waits for what is closed", after: [.close], .register("a", caller: 1), does: ["answer 1 true"],
      "closed #0, wants a"),
    DeliveryRow(
      "A registration is taken back", after: connecting + [.close], .unregister("a"), "closed #1"),
    DeliveryRow(
      "A connection that comes when it was closed is ended", after: connecting + [.close], .connected,
      does: ["disconnect"], "closed #1, wants a"),
    DeliveryRow(
      "A call is answered", after: adding + [.close], .added("b", to: "r1"), does: ["answer 2 true"],
      "closed #1, wants a b, is app"),
    DeliveryRow(
      "A call is not answered", after: adding + [.close], .notAdded("b", nil), does: ["answer 2 true"],
      "closed #1, wants a b, is app"),
    DeliveryRow(
      "An end is kept for nobody", after: working + [.close], .completed("run1"),
      "closed #1, wants a, run1=true is untold, is app"),
    DeliveryRow(
      "An end was told", after: ending + [.close], .told("run1"), "closed #1, wants a, is app"),
    DeliveryRow(
      "An end was not told", after: ending + [.close], .notTold("run1"),
      "closed #1, wants a, run1=true is untold, is app"),
  ]
}
