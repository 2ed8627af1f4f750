import LinuxSystem
import TestSupport
import Testing

@Suite("Messages carry what is written into them, and hostile ones are errors")
struct BusMessageTests {
  @Test("Basic types, arrays, structures, variants and dictionaries come back as they were")
  func types() throws {
    struct Values: Hashable {
      var texts: [String] = []
      var numbers: [Int64] = []
      var bytes: [UInt8] = []
      var properties: [String: UInt32] = [:]
      var isAtEnd = false
    }
    let found = try BusBench().echo { (writer) throws(BusError) in
      try writer.string("é\n🐟")
      try writer.objectPath("/a/b")
      try writer.byte(200)
      try writer.bool(true)
      try writer.int32(.min)
      try writer.uint32(.max)
      try writer.int64(.min)
      try writer.uint64(UInt64(Int64.max))
      try writer.double(0.5)
      try writer.bytes([0, 1, 255])
      try writer.strings(["x", ""])
      try writer.structure("su") { (writer) throws(BusError) in
        try writer.string("in")
        try writer.uint32(7)
      }
      try writer.array(of: "{sv}") { (writer) throws(BusError) in
        for (name, value) in [("a", UInt32(1)), ("b", 2), ("skipped", 3)] {
          try writer.entry("sv") { (writer) throws(BusError) in
            try writer.string(name)
            try writer.variant("u") { (writer) throws(BusError) in try writer.uint32(value) }
          }
        }
      }
    } _: { (reader) throws(BusError) in
      var values = Values()
      values.texts = [try reader.string(), try reader.objectPath()]
      values.numbers = [Int64(try reader.byte()), try reader.bool() ? 1 : 0, Int64(try reader.int32())]
      values.numbers += [
        Int64(try reader.uint32()), try reader.int64(), Int64(clamping: try reader.uint64()),
        Int64(try reader.double() * 2),
      ]
      values.bytes = try reader.bytes()
      values.texts += try reader.array(of: "s") { (reader) throws(BusError) in try reader.string() }
      let inner = try reader.structure("su") { (reader) throws(BusError) in
        (try reader.string(), try reader.uint32())
      }
      values.texts.append(inner.0)
      values.numbers.append(Int64(inner.1))
      var properties: [String: UInt32] = [:]
      try reader.properties { (name, reader) throws(BusError) in
        guard name != "skipped" else { return false }
        properties[name] = try reader.variant("u") { (reader) throws(BusError) in try reader.uint32() }
        return true
      }
      values.properties = properties
      values.isAtEnd = try reader.isAtEnd
      return values
    }
    let expected = Values(
      texts: ["é\n🐟", "/a/b", "x", "", "in"],
      numbers: [200, 1, Int64(Int32.min), Int64(UInt32.max), .min, .max, 1, 7], bytes: [0, 1, 255],
      properties: ["a": 1, "b": 2], isAtEnd: true)
    #expect(try #require(found).get() == expected)
  }

  @Test("What is of another type, too long, too many or missing says so")
  func hostile() throws {
    let bench = try BusBench()
    func message(
      _ write: (BusWriter) throws(BusError) -> Void, _ read: @escaping (BusReader) throws(BusError) -> Void
    ) throws -> String? {
      guard case .failure(.format(let what))? = try bench.echo(write, read) else { return nil }
      return what
    }
    #expect(
      try message { (writer) throws(BusError) in
        try writer.string("text")
      } _: { (reader) throws(BusError) in
        _ = try reader.uint32()
      }?.hasPrefix("expected u, found s") == true)
    #expect(
      try message { (writer) throws(BusError) in
        try writer.string("four")
      } _: { (reader) throws(BusError) in
        _ = try reader.string(limit: 3)
      } == "a string of 4 bytes; at most 3 are allowed")
    #expect(
      try message { (writer) throws(BusError) in
        try writer.bytes([1, 2])
      } _: { (reader) throws(BusError) in
        _ = try reader.bytes(limit: 1)
      } == "ay of 2 bytes; at most 1 are allowed")
    #expect(
      try message { (writer) throws(BusError) in
        try writer.strings(["1", "2", "3"])
      } _: { (reader) throws(BusError) in
        _ = try reader.array(of: "s", limit: 2) { (reader) throws(BusError) in try reader.string() }
      } == "as has more than 2 elements")
    #expect(
      try message { (writer) throws(BusError) in
        try writer.strings(["1"])
      } _: { (reader) throws(BusError) in
        _ = try reader.array(of: "u") { (reader) throws(BusError) in try reader.uint32() }
      }?.hasPrefix("expected a(u), found a(s)") == true)
    #expect(
      try message { (_) throws(BusError) in
      } _: { (reader) throws(BusError) in
        _ = try reader.string()
      }?.hasPrefix("expected s, found the end") == true)
    #expect(
      try message { (writer) throws(BusError) in
        try writer.structure("uu") { (writer) throws(BusError) in
          try writer.uint32(1)
          try writer.uint32(2)
        }
      } _: { (reader) throws(BusError) in
        _ = try reader.structure("uu") { (reader) throws(BusError) in try reader.uint32() }
      }?.hasPrefix("expected the end of r(uu)") == true)
    #expect(
      try message { (writer) throws(BusError) in
        try writer.variant("s") { (writer) throws(BusError) in try writer.string("x") }
      } _: { (reader) throws(BusError) in
        _ = try reader.variant("u") { (reader) throws(BusError) in try reader.uint32() }
      }?.hasPrefix("expected v(u), found v(s)") == true)
  }

  @Test("A message can be read again from its beginning")
  func again() throws {
    let bench = try BusBench()
    let bus = try bench.connect()
    let inbox = Mailbox<[String]>()
    try bench.onQueue {
      _ = try bus.call(BusBench.driver("GetId")) { answer in
        let texts = (0..<2).compactMap { _ in
          try? answer.get().read { (reader) throws(BusError) in try reader.string() }
        }
        inbox.append(texts)
      }
    }
    let texts = try #require(inbox.next())
    #expect(texts.count == 2 && texts[0] == texts[1] && texts[0].count == 32)
  }

  @Test("What a message cannot carry is refused before it is sent")
  func unsendable() throws {
    let bench = try BusBench()
    let bus = try bench.connect()
    for number in 0..<4 {
      #expect(throws: BusError.self) {
        try bench.onQueue {
          _ = try bus.call(BusBench.driver("GetId")) { (writer) throws(BusError) in
            switch number {
            case 0: try writer.string("a\0b")
            case 1: try writer.objectPath("no/path")
            case 2: try writer.array(of: "nonsense") { _ in }
            default: try writer.variant("u") { (writer) throws(BusError) in try writer.string("x") }
            }
          } handler: { _ in
          }
        }
      }
    }
    #expect(bench.onQueue { bus.waitingCalls } == 0)
    #expect(throws: BusError.self) {
      try bench.onQueue { _ = try bus.match(BusRule(member: "a'b")) { _ in } }
    }
    #expect(try BusPath.encode("/a", "b-1.service") == "/a/b_2d1_2eservice")
    #expect(throws: BusError.self) { try BusPath.encode("a", "b") }
    #expect(throws: BusError.self) { try BusPath.encode("/a", "b\0") }
  }
}
