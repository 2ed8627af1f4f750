import Foundation
import Testing
import Varlink

@Suite("JSON, as it is written")
struct JSONEncodingTests {
  private struct Everything: Codable, Equatable {
    enum Word: String, Codable { case one }

    struct Inner: Codable, Equatable {
      var text: String
      var none: Int?
    }

    var flag = true
    var word = Word.one
    var least = Int64.min
    var most = UInt64.max
    var small: UInt8 = 0
    var inner: Inner? = Inner(text: "")
    var list = [Inner(text: "a"), Inner(text: "b", none: 3)]
    var lists: [[Int]] = [[], [1, 2]]
    var optional: Inner?
    var variables = ["b": "2", "a": "1"]
    var counts = ["z": -1, "y": 0]
  }

  private func text(_ value: some Encodable) -> String {
    String(decoding: MessageCoding.encode(value), as: UTF8.self)
  }

  @Test(
    "Members come in the order of their declaration, those of dictionaries sorted, absent ones not at all")
  func order() {
    let expected = """
      {"flag":true,"word":"one","least":-9223372036854775808,"most":18446744073709551615,"small":0,\
      "inner":{"text":""},"list":[{"text":"a"},{"text":"b","none":3}],"lists":[[],[1,2]],\
      "variables":{"a":"1","b":"2"},"counts":{"y":0,"z":-1}}
      """
    #expect(text(Everything()) == expected)
    #expect(text(Empty()) == "{}")
    #expect(text("word") == "\"word\"")
  }

  @Test("A decoder that this project did not write reads back what was written")
  func roundTrip() throws {
    let value = Everything()
    #expect(try JSONDecoder().decode(Everything.self, from: Data(MessageCoding.encode(value))) == value)
  }

  @Test("Every character comes back, in values and in names")
  func strings() throws {
    let scalars =
      (0...0x2FF).compactMap(Unicode.Scalar.init).map(Character.init) + ["€", "𝄞", "\u{2028}", "👩‍👩‍👧"]
    let value = [String(scalars): String(scalars.reversed()), "": "/", "\"": "\\"]
    let bytes = MessageCoding.encode(value)
    #expect(try JSONDecoder().decode([String: String].self, from: Data(bytes)) == value)
    // A frame ends with NUL, so none may be in it; nor is there any other control character.
    #expect(bytes.allSatisfy { $0 >= 0x20 })
    #expect(text("a\u{1}\u{1F}\n/") == #""a\u0001\u001f\n/""#)
  }
}
