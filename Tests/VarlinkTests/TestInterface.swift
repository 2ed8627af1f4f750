import Varlink

/// An interface as the generator would make it, small enough to read.
enum TestCall: InterfaceCall, Hashable {
  case echo(Echo.Parameters)
  case listen

  static let interface = Interface(
    name: "org.example.test",
    text: """
      interface org.example.test
      type Colour (red, green)
      method Echo(text: ?string, number: ?int, colour: ?Colour, list: ?[]string, table: ?[string]int) -> ()
      method Listen() -> ()

      """)

  init?(method: Substring, from reader: inout JSONReader) throws(InvalidValue) {
    switch method {
    case "Echo": self = .echo(try Echo.Parameters(from: &reader))
    case "Listen":
      _ = try Empty(from: &reader)
      self = .listen
    default: return nil
    }
  }

  var needsMore: Bool { self == .listen }
}

enum Echo: VarlinkMethod {
  static let name = "org.example.test.Echo"
  typealias Reply = Parameters

  struct Parameters: MessageValue {
    var text: String?
    var number: Int?
    var colour: Colour?
    var list: [String]?
    var table: [String: Int]?

    init(
      text: String? = nil, number: Int? = nil, colour: Colour? = nil, list: [String]? = nil,
      table: [String: Int]? = nil
    ) {
      self.text = text
      self.number = number
      self.colour = colour
      self.list = list
      self.table = table
    }

    init(from reader: inout JSONReader) throws(InvalidValue) {
      var members = try reader.object()
      while let member = try reader.member(&members, of: ["colour", "list", "number", "table", "text"]) {
        if try reader.null() { continue }
        switch member {
        case 0: colour = try Colour(from: &reader)
        case 1: list = try reader.texts()
        case 2: number = Int(try reader.integer())
        case 3: table = try reader.namedCounts()
        default: text = try reader.text()
        }
      }
    }

    func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.member("colour", colour)
      if let list {
        writer.name("list")
        writer.array(list) { writer, element in writer.text(element) }
      }
      writer.member("number", number)
      if let table {
        writer.name("table")
        writer.map(table) { writer, element in writer.integer(element) }
      }
      writer.member("text", text)
      writer.endObject()
    }
  }
}

enum Colour: String, MessageValue {
  case red
  case green

  init(from reader: inout JSONReader) throws(InvalidValue) {
    let start = reader.mark
    guard let name = try reader.possibleWord(),
      let colour = [Self.red, .green].first(where: {
        reader.equals(name, $0.rawValue)
      })
    else {
      reader.rewind(to: start)
      throw reader.mismatch(#"one of "red", "green""#)
    }
    self = colour
  }

  func write(to writer: inout JSONWriter) { writer.word(rawValue) }
}

/// Times and a number that has to be there.
struct When: MessageValue {
  var count: Int?
  var atUSec: Int64?
  var forDurationUSec: Int64?
  var kind: Colour

  init(from reader: inout JSONReader) throws(InvalidValue) {
    var kind: Colour?
    var members = try reader.object()
    while let member = try reader.member(&members, of: ["atUSec", "count", "forDurationUSec", "kind"]) {
      switch member {
      case 0: if try !reader.null() { atUSec = try reader.integer() }
      case 1: if try !reader.null() { count = Int(try reader.integer()) }
      case 2: if try !reader.null() { forDurationUSec = try reader.integer() }
      default: kind = try Colour(from: &reader)
      }
    }
    guard let kind else { throw reader.missing("kind", in: members, expected: "a colour") }
    self.kind = kind
  }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.endObject()
  }
}
