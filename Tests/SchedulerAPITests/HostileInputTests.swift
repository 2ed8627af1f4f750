import SchedulerAPI
import Testing
import Varlink

/// Whatever a client sends, it gets an error that names the field, and the connection lives on.
struct HostileInputTests {
  private let answerer = Answerer()

  @Test(
    "A message that is no call is refused, with the field where there is one",
    arguments: HostileMessages.envelopes)
  func envelopes(_ message: HostileMessage) throws { try check(message) }

  @Test(
    "Parameters that are not what the protocol file says are refused by name",
    arguments: HostileMessages.types)
  func types(_ message: HostileMessage) throws { try check(message) }

  @Test("Values out of their bounds are refused by name", arguments: HostileMessages.requests)
  func requests(_ message: HostileMessage) throws { try check(message) }

  @Test("Registrations out of their bounds are refused by name", arguments: HostileMessages.registrations)
  func registrations(_ message: HostileMessage) throws { try check(message) }

  private func check(_ message: HostileMessage) throws {
    let answer = try answerer.answer(message.bytes)
    let name = try #require(answer.error)
    #expect(name.split(separator: ".").last.map(String.init) == message.error)
    #expect((answer.parameters.parameter ?? answer.parameters.field ?? "") == message.field)
    if message.error.hasPrefix("Invalid") {
      let text = try #require(answer.parameters.message)
      #expect(!text.isEmpty && text.utf8.count < 600, "\(text)")
    }
  }

  @Test("The right request that the bad ones are made of is accepted")
  func control() throws {
    #expect(try answerer.answer(HostileMessage.submit("", "").bytes).error == nil)
    #expect(
      try answerer.answer(
        HostileMessage.submit(#""deadlineUSec":-0,"requiresIdle":null,"retry":{"backoff":"none"}"#, "").bytes
      ).error == nil)
  }

  @Test("Of a batch, each bad request gets its own error")
  func batch() throws {
    let message = #"""
      {"method":"io.bgtaskd.Scheduler.SubmitBatch","parameters":{"requests":[
        {"identifier":"a b","kind":"refresh"},{"identifier":"a","kind":"refresh"},
        {"identifier":"a","kind":"refresh","repeatDurationUSec":1}]}}
      """#
    var bytes = answerer.bytes(Array(message.utf8))
    bytes.removeLast()
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(#""error":"io.bgtaskd.Scheduler.InvalidRequest","field":"identifier""#))
    #expect(text.contains(#"{},{"error":"io.bgtaskd.Scheduler.InvalidRequest","field":"repeatDurationUSec""#))
  }

  /// Calls with lists that are far longer than their bounds, and the numbers of elements that are made.
  private static let longLists: [(call: HostileMessage, elements: @Sendable (SchedulerCall) -> Int?)] = [
    (
      .call(
        "SubmitBatch", #"{"requests":"# + list(#"{"identifier":"a","kind":"refresh"}"#) + "}", "requests"),
      { if case .submitBatch(let parameters) = $0 { parameters.requests.count } else { nil } }
    ),
    (
      .register(#""application":"","identifiers":"# + list(#""a""#), "identifiers"),
      { if case .register(let parameters) = $0 { parameters.identifiers.count } else { nil } }
    ),
    (
      .register(#""application":"","identifiers":["a"],"runs":"# + list(#""a""#), "runs"),
      { if case .register(let parameters) = $0 { parameters.runs?.count } else { nil } }
    ),
    (
      .call("AddIdentifiers", #"{"registration":"r","identifiers":"# + list(#""a""#) + "}", "identifiers"),
      { if case .addIdentifiers(let parameters) = $0 { parameters.identifiers.count } else { nil } }
    ),
    (.submit(#""calendar":"# + list(#""a""#), "calendar"), submitted { $0.calendar?.count }),
    (
      .submit(#""order":{"after":"# + list(#""a""#) + "}", "order.after"),
      submitted { $0.order?.after?.count }
    ),
    (
      .submit(#""order":{"afterAny":"# + list(#""a""#) + "}", "order.afterAny"),
      submitted { $0.order?.afterAny?.count }
    ),
    (
      .submit(#""pathChange":{"paths":"# + list(#""a""#) + "}", "pathChange.paths"),
      submitted { $0.pathChange?.paths.count }
    ),
    (
      .submit("", "command.argv", command: #"{"argv":"# + list(#""a""#) + "}"),
      submitted { $0.command?.argv.count }
    ),
    (
      .submit("", "command.environment", command: #"{"argv":["/a"],"environment":"# + table + "}"),
      submitted { $0.command?.environment?.count }
    ),
    (
      .submit(
        "", "command.environmentFiles",
        command: #"{"argv":["/a"],"environmentFiles":"# + list(#""a""#) + "}"),
      submitted { $0.command?.environmentFiles?.count }
    ),
    (
      .submit("", "command.credentials", command: #"{"argv":["/a"],"credentials":"# + table + "}"),
      submitted { $0.command?.credentials?.count }
    ),
    (
      .submit(
        "", "command.encryptedCredentials",
        command: #"{"argv":["/a"],"encryptedCredentials":"# + table + "}"),
      submitted { $0.command?.encryptedCredentials?.count }
    ),
  ]

  private static let long = 20_000

  private static func list(_ element: String) -> String {
    "[" + Array(repeating: element, count: long).joined(separator: ",") + "]"
  }

  private static let table = "{" + (0..<long).map { #""A\#($0)":"""# }.joined(separator: ",") + "}"

  private static func submitted(
    _ count: @escaping @Sendable (Wire.TaskRequest) -> Int?
  ) -> @Sendable (SchedulerCall) -> Int? {
    { if case .submit(let parameters) = $0 { count(parameters.request) } else { nil } }
  }

  @Test(
    "Of a list longer than its bound no more is made, and its length is told", arguments: longLists.indices)
  func longList(index: Int) throws {
    let (message, elements) = Self.longLists[index]
    guard case .call(let call, _, _) = answerer.service.receive(message.bytes) else {
      Issue.record("\(message.field) is no call")
      return
    }
    let made = try #require(elements(call))
    let answer = try answerer.answer(message.bytes)
    #expect(answer.parameters.field == message.field)
    let text = try #require(answer.parameters.message)
    #expect(text.hasPrefix("found \(Self.long) elements, allowed are "), "\(text)")
    let most = text.split(separator: " ").last.flatMap { Int($0) }
    #expect(made == most)
  }

  @Test("Messages that were damaged at random always get a proper answer", arguments: 0..<4)
  func fuzz(seed: UInt64) throws {
    var fuzzer = MessageFuzzer(seed: seed)
    var errors = 0
    for round in 0..<1500 {
      let message = fuzzer.next()
      let answer = try? answerer.answer(message)
      if answer == nil {
        Issue.record("seed \(seed), round \(round): \(String(decoding: message, as: UTF8.self))")
        return
      }
      if answer?.error != nil { errors += 1 }
    }
    // Most damage shows; some does not (a letter of an identifier).
    #expect(errors > 750 && errors < 1500)
  }
}
