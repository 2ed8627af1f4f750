import LinuxSystem
import TestSupport
import Testing

@Suite("Netlink messages")
struct NetlinkMessageTests {
  private typealias Bytes = NetlinkBytes

  @Test("A datagram of several messages is taken apart, padding and all")
  func several() throws {
    let datagram = Bytes.message(16, flags: 2, sequence: 7, [1, 2, 3]) + Bytes.message(3, sequence: 8)
    let messages = try NetlinkMessage.parse(datagram[...])
    #expect(
      messages == [
        NetlinkMessage(type: 16, flags: 2, sequence: 7, payload: [1, 2, 3]),
        NetlinkMessage(type: 3, flags: 0, sequence: 8, payload: []),
      ])
    #expect(messages[0].encoded == Bytes.message(16, flags: 2, sequence: 7, [1, 2, 3]).dropLast())
    #expect(try NetlinkMessage.parse([]).isEmpty)
  }

  static let hostile: [(String, [UInt8])] = [
    ("a length of 0", Bytes.message(3, length: 0)),
    ("a length below the header", Bytes.message(3, length: 15)),
    ("a length past the end", Bytes.message(3, length: 17)),
    ("the largest length", Bytes.message(3, length: .max)),
    ("half a header", Array(Bytes.message(3).prefix(8))),
    ("one byte", [16]),
    ("rubbish behind a message", Bytes.message(3) + [0, 0, 0]),
  ]

  @Test("A length that does not fit is an error that names it", arguments: hostile)
  func hostileLength(name: String, datagram: [UInt8]) throws {
    let error = try #require(throws: NetlinkFormatError.self, "\(name)") {
      try NetlinkMessage.parse(datagram[...])
    }
    #expect(error.field == "nlmsg_len")
    #expect(!error.allowed.contains(error.found))
  }

  @Test("A link's name, kind and state are read")
  func link() throws {
    let kind = Bytes.attribute(18 | 0x8000, Bytes.attribute(1, Array("wwan\0".utf8)))
    let attributes = Bytes.attribute(3, Array("wwan0\0".utf8)) + Bytes.attribute(16, [6]) + kind
    let payload = Bytes.link(index: 9, flags: 0x1 | 0x40, attributes)
    let message = NetlinkMessage(type: Bytes.newLink, flags: 0, sequence: 0, payload: payload[...])
    #expect(try LinkMessage(message) == LinkMessage(index: 9, name: "wwan0", kind: "wwan", isRunning: true))
  }

  @Test("A name and a kind have as many bytes as the kernel's, however few characters those make")
  func longName() throws {
    let text = Array(("e" + String(repeating: "\u{301}", count: 200)).utf8)
    let kind = Bytes.attribute(18 | 0x8000, Bytes.attribute(1, text))
    let payload = Bytes.link(index: 9, flags: 1, Bytes.attribute(3, text) + kind)
    let message = NetlinkMessage(type: Bytes.newLink, flags: 0, sequence: 0, payload: payload[...])
    let link = try #require(try LinkMessage(message))
    // The first letter and seven marks.
    #expect(link.name.utf8.elementsEqual(text.prefix(15)))
    #expect(link.kind.utf8.elementsEqual(text.prefix(15)))
  }

  @Test(
    "A link runs when it is switched on and its state is up or unknown",
    arguments: [
      (0x1, 6, true), (0x1, 0, true), (0x1, 2, false), (0x1, 3, false), (0x1, 5, false), (0x0, 6, false),
      (0x41, nil, true), (0x1, nil, false), (0x40, nil, false),
    ] as [(UInt32, UInt8?, Bool)])
  func running(flags: UInt32, state: UInt8?, isRunning: Bool) throws {
    let attributes = state.map { Bytes.attribute(16, [$0]) } ?? []
    let payload = Bytes.link(index: 2, flags: flags, attributes)
    let message = NetlinkMessage(type: Bytes.newLink, flags: 0, sequence: 0, payload: payload[...])
    #expect(try LinkMessage(message)?.isRunning == isRunning)
  }

  @Test("A bridge's word about its port is not about the link")
  func bridgePort() throws {
    let payload = Bytes.link(family: 7, index: 2, flags: 1, [])
    #expect(
      try LinkMessage(NetlinkMessage(type: Bytes.deleteLink, flags: 0, sequence: 0, payload: payload[...]))
        == nil)
  }

  private static func route(_ payload: [UInt8]) throws -> DefaultRouteMessage? {
    try DefaultRouteMessage(
      NetlinkMessage(type: NetlinkBytes.newRoute, flags: 0, sequence: 0, payload: payload[...]))
  }

  @Test("A default route's link, metric and table are read")
  func route() throws {
    let out = Bytes.attribute(4, Bytes.number(Int32(3)))
    let metric = Bytes.attribute(6, Bytes.number(UInt32(600)))
    #expect(
      try Self.route(Bytes.route(out + metric))
        == DefaultRouteMessage(family: .ip4, metric: 600, hops: [.init(link: 3)]))
    #expect(
      try Self.route(Bytes.route(family: 10, type: 7, flags: 16, out))
        == DefaultRouteMessage(family: .ip6, isUnicast: false, hops: [.init(link: 3, isDead: true)]))
    #expect(try Self.route(Bytes.route([]))?.hops == [.init(link: nil)])
    #expect(try Self.route(Bytes.route(prefix: 24, out)) == nil)
    #expect(try Self.route(Bytes.route(table: 100, out)) == nil)
    #expect(try Self.route(Bytes.route(family: 28, out)) == nil)
    let elsewhere = Bytes.attribute(15, Bytes.number(UInt32(51820)))
    #expect(try Self.route(Bytes.route(table: 254, out + elsewhere)) == nil)
    let main = Bytes.attribute(15, Bytes.number(UInt32(254)))
    #expect(try Self.route(Bytes.route(table: 0, out + main)) != nil)
  }

  private static func hop(_ link: Int32, flags: UInt8, length: UInt16 = 8) -> [UInt8] {
    Bytes().adding(length).adding([flags, 0]).adding(link).bytes
  }

  @Test("A route of several hops has all of them")
  func multipath() throws {
    let hops = Bytes.attribute(9, Self.hop(3, flags: 16) + Self.hop(4, flags: 0))
    #expect(try Self.route(Bytes.route(hops))?.hops == [.init(link: 3, isDead: true), .init(link: 4)])
  }

  @Test("Lengths inside a message that do not fit are errors that name them")
  func hostileInside() throws {
    let cases: [(String, [UInt8])] = [
      ("nla_len", Bytes.route(Bytes.attribute(4, length: 3, [0, 0, 0, 0]))),
      ("nla_len", Bytes.route(Bytes.attribute(4, length: 9, [0, 0, 0, 0]))),
      ("nla_len", Bytes.route([1])),
      ("rtnh_len", Bytes.route(Bytes.attribute(9, Self.hop(1, flags: 0, length: 7)))),
      ("rtnh_len", Bytes.route(Bytes.attribute(9, Self.hop(1, flags: 0, length: 200)))),
      ("rtnh_len", Bytes.route(Bytes.attribute(9, [8, 0, 0]))),
      ("rtmsg", [2, 0, 0]),
    ]
    for (field, payload) in cases {
      let error = try #require(throws: NetlinkFormatError.self) { try Self.route(payload) }
      #expect(error.field == field)
    }
  }

  @Test("An attribute whose value is too short for its number is as if it were not there")
  func shortValue() throws {
    #expect(try Self.route(Bytes.route(Bytes.attribute(4, [3])))?.hops == [.init(link: nil)])
    #expect(try Self.route(Bytes.route(Bytes.attribute(6, [])))?.metric == 0)
  }

  @Test(
    "Whatever is changed in a message, reading it ends and does not trap",
    arguments: [1, 2, 3, 4] as [UInt64])
  func mutations(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let hops = Bytes.attribute(9, Self.hop(3, flags: 16) + Self.hop(4, flags: 0))
    let link = Bytes.attribute(3, Array("eth0\0".utf8)) + Bytes.attribute(18, Bytes.attribute(1, [0x77]))
    let datagram =
      Bytes.message(Bytes.newRoute, Bytes.route(hops))
      + Bytes.message(Bytes.newLink, Bytes.link(index: 3, flags: 1, link))
    var refused = 0
    for _ in 0..<5000 {
      var mutated = datagram
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        mutated[Int.random(in: mutated.indices, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      mutated.removeLast(Int.random(in: 0...3, using: &generator))
      do throws(NetlinkFormatError) {
        for message in try NetlinkMessage.parse(mutated[...]) {
          _ = try LinkMessage(message)
          _ = try DefaultRouteMessage(message)
        }
      } catch {
        refused += 1
      }
    }
    #expect((1..<5000).contains(refused))
  }
}
