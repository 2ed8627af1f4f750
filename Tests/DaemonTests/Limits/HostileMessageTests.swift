import TestSupport
import Testing

@Suite("Messages that are wrong")
struct HostileMessageTests {
  /// A call of Submit whose request has these members besides the necessary ones.
  private static func submit(_ members: String) -> String {
    call("Submit", #"{"request":{"identifier":"a","kind":"refresh",\#(members)}}"#)
  }

  private static func call(_ method: String, _ parameters: String) -> String {
    #"{"method":"io.bgtaskd.Scheduler.\#(method)","parameters":\#(parameters)}"#
  }

  private static let command = #""command":{"argv":["/bin/true"]}"#

  /// What is sent, and the field that the answer has to name: of the protocol's types, which the standard's
  /// error is for, and of what requests mean.
  private static let wrongTypes: [(message: String, field: String)] = [
    ("", ""),
    ("nonsense", ""),
    ("[]", ""),
    ("{", ""),
    (#"{"method":"org.varlink.service.GetInfo"} x"#, ""),
    (#"{"method":1}"#, "method"),
    (#"{"parameters":{}}"#, "method"),
    (#"{"method":"org.varlink.service.GetInfo","more":1}"#, "more"),
    (#"{"method":"org.varlink.service.GetInfo","colour":1}"#, "colour"),
    (call("Submit", "[]"), "parameters"),
    (call("Submit", "{}"), "request"),
    (call("Submit", #"{"request":7}"#), "request"),
    (call("Submit", #"{"request":{"identifier":"a"}}"#), "request.kind"),
    (call("Submit", #"{"request":{"identifier":7,"kind":"refresh"}}"#), "request.identifier"),
    (call("Submit", #"{"request":{"identifier":"a","kind":"weekly"}}"#), "request.kind"),
    (submit(#""colour":"red""#), "request.colour"),
    (submit(#""title":"a","title":"b""#), "request.title"),
    (submit(#""earliestBeginUSec":"soon""#), "request.earliestBeginUSec"),
    (submit(#""earliestBeginUSec":1.5"#), "request.earliestBeginUSec"),
    (submit(#""earliestBeginUSec":9223372036854775808"#), "request.earliestBeginUSec"),
    (submit(#""earliestBeginUSec":-9223372036854775809"#), "request.earliestBeginUSec"),
    (submit(#""requiresIdle":"yes""#), "request.requiresIdle"),
    (submit(#""command":{"argv":"/bin/true"}"#), "request.command.argv"),
    (submit(#""command":{"argv":["/bin/true",1]}"#), "request.command.argv[1]"),
    (submit(#""command":{"argv":["/bin/true","\u0000"]}"#), "request.command.argv[1]"),
    (submit(#""command":{"argv":["/bin/true","\ud800"]}"#), "request.command.argv[1]"),
    (
      submit(#""command":{"argv":["/bin/true"],"environment":{"A":1}}"#), "request.command.environment.A"
    ),
    (submit(#""retry":{"backoff":"none","maximumAttempts":"many"}"#), "request.retry.maximumAttempts"),
    (call("SubmitBatch", #"{"requests":[{"identifier":"a","kind":"x"}]}"#), "requests[0].kind"),
    (call("History", #"{"limit":true}"#), "limit"),
    (call("SimulateConditions", #"{"conditions":{"idle":true}}"#), "conditions.idle"),
  ]

  private static let wrongValues: [(message: String, field: String)] = [
    (submit(#""earliestBeginUSec":-1,\#(command)"#), "earliestBeginUSec"),
    (submit(#""earliestBeginUSec":2,"deadlineUSec":1,\#(command)"#), "deadlineUSec"),
    (submit(#""runtimeLimitDurationUSec":0,\#(command)"#), "runtimeLimitDurationUSec"),
    (submit(#""runtimeLimitDurationUSec":9223372036854775807,\#(command)"#), "runtimeLimitDurationUSec"),
    (submit(#""repeatDurationUSec":1,\#(command)"#), "repeatDurationUSec"),
    (submit(#""retry":{"backoff":"none","maximumAttempts":0},\#(command)"#), "retry.maximumAttempts"),
    (submit(#""strategy":"fail",\#(command)"#), "strategy"),
    (submit(#""title":"a\u001bb",\#(command)"#), "title"),
    (submit(#""title":"a\u202eb",\#(command)"#), "title"),
    (submit(#""label":"a\u2067b",\#(command)"#), "label"),
    (submit(#""command":{"argv":[]}"#), "command.argv"),
    (submit(#""command":{"argv":["true"]}"#), "command.argv[0]"),
    (submit(#""command":{"argv":["/bin/true"],"workingDirectory":"tmp"}"#), "command.workingDirectory"),
    (
      submit(#""command":{"argv":["/bin/true"],"environment":{"BGTASK_RUN_ID":"x"}}"#),
      "command.environment.BGTASK_RUN_ID"
    ),
    (call("History", #"{"limit":0}"#), "limit"),
    (call("SimulateConditions", #"{"conditions":{"network":"fast"}}"#), "conditions.network"),
    (call("SimulateConditions", #"{"conditions":{"weather":"fine"}}"#), "conditions"),
  ]

  @Test("Wrong JSON and wrong types get InvalidParameter with the field's name, and the connection lives on")
  func types() throws {
    try expectRefusals(of: Self.wrongTypes, "org.varlink.service.InvalidParameter", naming: "parameter")
  }

  @Test(
    "Values that cannot be accepted get InvalidRequest with the field's name, and the connection lives on")
  func values() throws {
    try expectRefusals(of: Self.wrongValues, "io.bgtaskd.Scheduler.InvalidRequest", naming: "field")
  }

  private func expectRefusals(
    of cases: [(message: String, field: String)], _ error: String, naming member: String
  ) throws {
    let connection = try RawConnection(to: DaemonProcess())
    for (message, field) in cases {
      let reply = try #require(try connection.call(message), "\(message)")
      #expect(reply.error == error, "\(message): \(reply)")
      #expect(reply.string(member) == field, "\(message): \(reply)")
      #expect((reply.string("message") ?? "").isEmpty == false, "\(message): \(reply)")
    }
    #expect(try connection.call(Self.call("Status", "{}"))?.int("pending") == 0)
  }

  @Test("Bytes that are no UTF-8 are refused with the field's name")
  func encoding() throws {
    let connection = try RawConnection(to: DaemonProcess())
    let parts = Self.submit(#""title":"|""#).split(separator: "|").map { Array($0.utf8) }
    // A lone continuation byte, a cut character, an overlong '/', half of a surrogate pair.
    for wrong in [[0x80], [0xE2, 0x82], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xFF]] as [[UInt8]] {
      try connection.send(parts[0] + wrong + parts[1] + [0])
      let reply = try #require(try connection.receive())
      #expect(reply.error == "org.varlink.service.InvalidParameter")
      #expect(reply.string("parameter") == "request.title")
      #expect(reply.string("message")?.contains("UTF-8") == true)
    }
    // The byte NUL ends a message wherever it stands, so this is two that are wrong.
    try connection.send(parts[0] + [0] + parts[1] + [0])
    #expect(try connection.receive()?.error == "org.varlink.service.InvalidParameter")
    #expect(try connection.receive()?.error == "org.varlink.service.InvalidParameter")
    #expect(try connection.call(Self.call("Status", "{}"))?.int("pending") == 0)
  }
}
