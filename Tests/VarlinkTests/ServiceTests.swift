import Testing

@testable import Varlink

struct ServiceTests {
  private let service = Service<TestCall>(
    ServiceInformation(vendor: "Example", product: "Test", version: "1", url: "https://example.org"))

  /// The answer that is known at once, without its NUL.
  private func answer(_ message: String) -> String? {
    guard case .answer(var bytes, _) = service.receive(Array(message.utf8)) else { return nil }
    #expect(bytes.removeLast() == 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  private struct Taken {
    var call: TestCall
    var wantsMore: Bool
    var isOneway: Bool

    var echo: Echo.Parameters? { if case .echo(let parameters) = call { parameters } else { nil } }
  }

  private func call(_ message: String) throws -> Taken {
    guard case .call(let call, let wantsMore, let isOneway) = service.receive(Array(message.utf8)) else {
      throw Unexpected(text: answer(message) ?? "")
    }
    return Taken(call: call, wantsMore: wantsMore, isOneway: isOneway)
  }

  private struct Unexpected: Error { let text: String }

  @Test("oneway and many replies contradict each other, and the caller is told")
  func onewayStreams() throws {
    for message in [
      #"{"method":"org.example.test.Listen","more":true,"oneway":true}"#,
      #"{"method":"org.example.test.Listen","oneway":true}"#,
      #"{"method":"org.example.test.Echo","more":true,"oneway":true}"#,
    ] {
      guard case .answer(let bytes, let isOneway) = service.receive(Array(message.utf8)) else {
        Issue.record("\(message) was taken")
        continue
      }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(
        !isOneway && text.contains("InvalidParameter") && text.contains(#""parameter":"oneway""#), "\(text)")
    }
    #expect(try call(#"{"method":"org.example.test.Echo","oneway":true}"#).isOneway)
  }

  @Test("GetInfo names the service and its interfaces, its own first")
  func getInfo() {
    #expect(
      answer(#"{"method":"org.varlink.service.GetInfo"}"#) == """
        {"parameters":{"interfaces":["org.varlink.service","org.example.test"],"product":"Test",\
        "url":"https://example.org","vendor":"Example","version":"1"}}
        """)
  }

  @Test("GetInterfaceDescription gives the text, also that of org.varlink.service, which can be read back")
  func description() throws {
    func description(_ interface: String) -> String? {
      answer(
        #"{"method":"org.varlink.service.GetInterfaceDescription","#
          + #""parameters":{"interface":"\#(interface)"}}"#)
    }
    let own = try #require(description("org.varlink.service"))
    #expect(own.contains(#"interface org.varlink.service\n"#))
    #expect(
      description("org.example.no")
        == #"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"org.example.no"}}"#)
  }

  @Test(
    "The protocol's own errors",
    arguments: [
      (#"{"method":"org.example.no.Echo"}"#, "InterfaceNotFound", #"{"interface":"org.example.no"}"#),
      (#"{"method":"org.example.test.No"}"#, "MethodNotFound", #"{"method":"org.example.test.No"}"#),
      (
        #"{"method":"org.example.test.Echo","upgrade":true}"#, "MethodNotImplemented",
        #"{"method":"org.example.test.Echo"}"#
      ),
      (#"{"method":"org.example.test.Listen"}"#, "ExpectedMore", "{}"),
    ])
  func errors(message: String, name: String, parameters: String) {
    #expect(answer(message) == #"{"error":"org.varlink.service.\#(name)","parameters":\#(parameters)}"#)
  }

  @Test("The members of a call may come in any order, and absent or null parameters are none")
  func orders() throws {
    let call = try call(
      #" { "oneway" : true, "parameters" : { "text" : "a\/\u00e9\ud83d\ude00" }, "#
        + #""method" : "org.example.test.Echo" } "#
    )
    #expect(call.isOneway)
    #expect(!call.wantsMore)
    #expect(call.echo?.text == "a/é😀")
    for parameters in ["", #","parameters":null"#, #","parameters":{}"#, #","parameters":{"text":null}"#] {
      let call = try self.call(#"{"method":"org.example.test.Echo"\#(parameters)}"#)
      #expect(call.echo == Echo.Parameters())
    }
    #expect(try self.call(#"{"method":"org.example.test.Listen","more":true}"#).wantsMore)
  }

  @Test("Escapes in the names of fields and in enumerations are understood")
  func escapes() throws {
    let call = try call(
      #"{"m\u0065thod":"org.example.test\u002eEcho","parameters":{"col\u006fur":"r\u0065d"}}"#)
    #expect(call.echo?.colour == .red)
  }

  @Test(
    "Whole numbers of 64 bits are taken, others are refused where they stand",
    arguments: [
      ("0", 0), ("-0", 0), ("7", 7), ("-9223372036854775808", Int.min), ("9223372036854775807", Int.max),
      ("9223372036854775808", nil), ("-9223372036854775809", nil), ("1.0", nil), ("1e3", nil), ("01", nil),
      ("-", nil), ("+1", nil), ("1x", nil), ("", nil), ("\"1\"", nil), ("99999999999999999999999", nil),
    ] as [(String, Int?)])
  func numbers(text: String, number: Int?) throws {
    let message = #"{"method":"org.example.test.Echo","parameters":{"number":\#(text)}}"#
    if let number {
      #expect(try call(message).echo?.number == number)
    } else {
      #expect(answer(message)?.contains("InvalidParameter") == true)
    }
  }

  @Test("Nesting is bounded, also in what has no place there; the message's form is complained of first")
  func nesting() {
    func message(levels: Int) -> String {
      #"{"method":"org.example.test.Echo","parameters":{"any":{"a":"#
        + String(repeating: "[", count: levels - 3) + String(repeating: "]", count: levels - 3) + "}}}"
    }
    #expect(answer(message(levels: 32))?.contains("unknown field") == true)
    #expect(answer(message(levels: 33))?.contains("nested deeper than 32 levels") == true)
    // A million levels must not overflow the stack.
    #expect(answer(message(levels: 500_000))?.contains("nested deeper than 32 levels") == true)
  }

  @Test(
    "The path of an error leads to the value, whatever stands before it",
    arguments: [
      (#"{"list":["a",1]}"#, "list[1]"), (#"{"list":["a",]}"#, "list[1]"), (#"{"list":["a" "b"]}"#, "list"),
      (#"{"text":"a","list":[[]]}"#, "list[0]"), (#"{"table":{"a":1,"b":"c"}}"#, "table.b"),
      (#"{"table":{"a":1,"a":2}}"#, "table.a"), (#"{"text":"a","text":"b"}"#, "text"),
      (#"{"table":{"a":1},"colour":"blue"}"#, "colour"), (#"{"number":1 "text":"a"}"#, ""),
      (#"{"number":1x}"#, "number"), (#"{"te\u0078t":1}"#, "text"), (#"{"list":["}",{}]}"#, "list[1]"),
      (#"{"list":["\"]",2]}"#, "list[1]"), (#"{"text":"\ud800"}"#, "text"), (#"{"text"}"#, "text"),
    ])
  func paths(parameters: String, path: String) throws {
    let message = #"{"method":"org.example.test.Echo","parameters":\#(parameters)}"#
    let text = try #require(self.answer(message))
    #expect(text.contains(#""parameter":"\#(path)"}"#), "\(text)")
  }

  @Test("The error to a one-way call is known to go nowhere")
  func onewayError() {
    let incoming = service.receive(Array(#"{"method":"org.example.test.No","oneway":true}"#.utf8))
    #expect(incoming.isOneway)
  }

  @Test(
    "Fields that are times say how times are written",
    arguments: [
      (#"{"atUSec":"2026-11-22T08:00:00Z"}"#, "atUSec", #"found "2026-11-22T08:00:00Z", expected a date"#),
      (
        #"{"atUSec":1.5}"#, "atUSec",
        "found 1.5, expected a date: a whole number of microseconds since 1970"
      ),
      (#"{"forDurationUSec":"15min"}"#, "forDurationUSec", #"found "15min", expected a length of time"#),
      (#"{"forDurationUSec":[1]}"#, "forDurationUSec", "found an array, expected a length of time"),
      (#"{"count":"3"}"#, "count", #"found "3", expected a whole number from -9223372036854775808"#),
    ])
  func times(json: String, field: String, message: String) throws {
    let error = #expect(throws: InvalidValue.self) { try When(json: Array(json.utf8), refusesUnknown: true) }
    #expect(error?.path == field)
    #expect(error?.message.hasPrefix(message) == true, "\(String(describing: error))")
    _ = try When(json: Array(#" {"atUSec":1, "count":2, "kind":"red"} "#.utf8))
  }

  @Test(
    "What is no value of a type says what it is instead",
    arguments: [
      ("", "the message ends where"), ("nonsense", "found nonsense, expected an object"),
      ("[{}]", "found an array, expected an object"),
      (#"{"kind":"red"} {}"#, "found '{' at byte 15, expected the end"),
      (#"{"kind":"later"}"#, #"kind: found "later", expected one of "red", "green""#),
      (#"{"other":1}"#, "other: unknown field; the fields are atUSec, count, forDurationUSec, kind"),
      ("{}", "kind: missing; expected a colour"),
      (#"{"kind":"red""#, "the message ends where"),
    ])
  func values(json: String, message: String) {
    let error = #expect(throws: InvalidValue.self) { try When(json: Array(json.utf8), refusesUnknown: true) }
    #expect(error?.description.hasPrefix(message) == true, "\(String(describing: error))")
  }

  @Test(
    "A character with thousands of combining marks is refused before anything compares it",
    arguments: [("\u{301}\u{323}", 15, 20_000), (#"\u0301\u0323"#, 15, 20_000)])
  func marks(pair: String, allowed: Int, attack: Int) throws {
    func object(name: Int, value: Int) -> [UInt8] {
      let texts = [name, value].map { "a" + String(repeating: pair, count: $0) }
      return Array(#"{"\#(texts[0])":"\#(texts[1])"}"#.utf8)
    }
    func read(_ json: [UInt8], isCall: Bool = true) throws(InvalidValue) -> Int {
      var reader = JSONReader(json, nestingLimit: 8, refusesUnknown: isCall)
      return try reader.namedTexts().count
    }
    #expect(try read(object(name: allowed, value: allowed)) == 1)
    for json in [
      object(name: attack, value: 0), object(name: 0, value: attack), object(name: 0, value: allowed + 1),
    ] {
      let error = #expect(throws: InvalidValue.self) { try read(json) }
      #expect(error?.message == "found a character with more than 30 combining marks, allowed are 30")
    }
    // What is on disk already is read.
    #expect(try read(object(name: 0, value: allowed + 1), isCall: false) == 1)
  }

  @Test("What is repeated of a message in an error is short")
  func shortErrors() throws {
    let long = String(repeating: "x", count: 100_000)
    for message in [
      #"{"\#(long)":1}"#, #"{"method":"\#(long)"}"#, #"{"method":"a.\#(long)"}"#,
      #"{"method":"org.example.test.Echo","parameters":{"\#(long)":1}}"#,
      #"{"method":"org.example.test.Echo","parameters":{"colour":"\#(long)"}}"#,
      #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"\#(long)"}}"#,
    ] {
      #expect(try #require(answer(message)).utf8.count < 1000)
    }
  }

  @Test("A message that is too long is answered before the connection is closed")
  func tooLong() {
    let answer = String(
      decoding: Message.error(ServiceError(FrameError.messageTooLong(limit: 10))), as: UTF8.self)
    #expect(
      answer
        == #"{"error":"org.varlink.service.InvalidParameter","parameters":{"message":"the message is longer "#
        + #"than the 10 bytes that are allowed","parameter":""}}"# + "\0")
  }

  @Test("Replies leave out what is nil, do not escape slashes, and say whether they continue")
  func replies() {
    let reply = Echo.Parameters(text: "/usr/bin")
    #expect(
      String(decoding: Message.reply(reply), as: UTF8.self) == #"{"parameters":{"text":"/usr/bin"}}"# + "\0")
    #expect(
      String(decoding: Message.reply(Empty(), continues: true), as: UTF8.self)
        == #"{"parameters":{},"continues":true}"# + "\0")
    #expect(
      String(decoding: Message.call(Echo.self, reply, more: true, oneway: true), as: UTF8.self)
        == #"{"method":"org.example.test.Echo","parameters":{"text":"/usr/bin"},"more":true,"oneway":true}"#
        + "\0")
  }
}
