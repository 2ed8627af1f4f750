import Testing
import Varlink

struct JSONReplacementTests {
  @Test(
    "Members get other values, come or go, and the rest stays byte by byte in its order",
    arguments: [
      (#"{}"#, #"{"b":2,"d":true}"#),
      (#"{"a":1}"#, #"{"a":1,"b":2,"d":true}"#),
      (#"{"b":[{"b":7}],"c":3,"d":1}"#, #"{"b":2,"d":true}"#),
      (
        #"{"a":{"b":1,"c":[2, 3]},"c":3,"e":"\u00e9\"}{"}"#,
        #"{"a":{"b":1,"c":[2, 3]},"b":2,"d":true,"e":"\u00e9\"}{"}"#
      ),
      (#" { "e" : 5 } "#, #"{"b":2,"d":true,"e":5}"#),
      (#"{"bb":1,"dd":2}"#, #"{"b":2,"bb":1,"d":true,"dd":2}"#),
    ])
  func replaced(object: String, result: String) throws {
    let replacement = JSONReplacement(["b": .integer(2), "c": nil, "d": .flag(true)])
    #expect(try String(decoding: replacement.applied(to: Array(object.utf8)), as: UTF8.self) == result)
  }

  @Test(
    "What is not one object is refused",
    arguments: [
      "", "[]", "7", "{", #"{"a":}"#, #"{"a":1,}"#, #"{"a":1}}"#, #"{"a":1} x"#, #"{a:1}"#,
      "{\"a\":\"\u{1}\"}",
    ])
  func refused(text: String) {
    #expect(throws: InvalidValue.self) { try JSONReplacement(["b": nil]).applied(to: Array(text.utf8)) }
  }
}
