import FoundationEssentials
import Testing
import Varlink

struct EncodingTests {
  private enum Colour: String, Codable { case red }

  private struct Sample: Codable, Equatable {
    var zebra = 1
    var apple: String? = nil
    var list: [Colour] = [.red, .red]
    var nested: [Inner] = [Inner(), Inner()]
    var map = ["b": [1, 2], "a": []]
    var truth = true
    var small: UInt8 = 200
    var big = Int64.min
    var large = UInt64.max
    var fraction = 0.1
    var maybe: [Int?] = [1, nil]
    var inner: Inner? = Inner()
  }

  private struct Inner: Codable, Equatable {
    var text = "a/b"
    var empty = Empty()
  }

  private func text(_ value: some Encodable) -> String {
    String(decoding: MessageCoding.encode(value), as: UTF8.self)
  }

  @Test("Members come in the order of the declaration, those of a dictionary in the order of their names")
  func order() throws {
    #expect(
      text(Sample()) == """
        {"zebra":1,"list":["red","red"],"nested":[{"text":"a/b","empty":{}},{"text":"a/b","empty":{}}],\
        "map":{"a":[],"b":[1,2]},"truth":true,"small":200,"big":-9223372036854775808,\
        "large":18446744073709551615,"fraction":0.1,"maybe":[1,null],"inner":{"text":"a/b","empty":{}}}
        """)
    #expect(try MessageCoding.decode(Sample.self, from: MessageCoding.encode(Sample())[...]) == Sample())
  }

  @Test("Values by themselves, empty ones included")
  func scalars() {
    #expect(text([String]()) == "[]")
    #expect(text([String: String]()) == "{}")
    #expect(text("x") == "\"x\"")
    #expect(text(-0.0) == "-0.0")
    #expect(text(1e300) == "1e+300")
    #expect(text(Colour.red) == "\"red\"")
  }

  @Test("Every character comes back from Foundation's decoder as it went in")
  func strings() throws {
    let scalars = (0..<0x300).compactMap(UnicodeScalar.init) + ["\u{2028}", "\u{FFFF}", "😀", "\u{10FFFF}"]
    for scalar in scalars {
      let string = "a\(Character(scalar))b"
      #expect(try JSONDecoder().decode([String].self, from: Data(MessageCoding.encode([string]))) == [string])
    }
    #expect(text("\u{1}\u{1F}\n\r\t\"\\/é\u{7F}") == #""\u0001\u001f\n\r\t\"\\/é\#u{7F}""#)
  }

  @Test("What is encoded passes the checks for what comes in")
  func accepted() throws {
    let service = Service(
      ServiceInformation(vendor: "\u{1}\"\\", product: "é", version: "", url: "/"), interfaces: [])
    guard
      case .answer(let bytes, _) = service.receive(
        Array(#"{"method":"org.varlink.service.GetInfo"}"#.utf8))
    else {
      Issue.record("no answer")
      return
    }
    var frames = FrameDecoder()
    frames.append(bytes)
    let message = try #require(try frames.next())
    #expect(String(decoding: message, as: UTF8.self).contains(#""vendor":"\u0001\"\\","product":"é""#))
  }
}
