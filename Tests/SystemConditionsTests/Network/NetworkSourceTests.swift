import Dispatch
import Glibc
import LinuxSystem
import SchedulerCore
import SystemConditions
import Testing

@Suite("The network source in a network of its own")
struct NetworkSourceTests {
  /// A source, and two ends of a cable: `v0` is ours, `v1` the other side.
  private final class Network {
    let queue = DispatchQueue(label: "test")
    let source: NetworkSource
    let inbox = Inbox()

    init(devices: String) { source = NetworkSource(queue: queue, devices: devices) }

    func ip(_ words: String) throws {
      let status = try Child(["ip"] + words.split(separator: " ").map(String.init)).finish()
      try #require(status == 0, "ip \(words)")
    }

    func plugIn() throws {
      try addCable("v0", "v1", address: "10.9.0.1/24")
      try ip("addr add fd09::1/64 dev v0 nodad")
    }

    /// The kernel finds out that a link runs some time after its other end is switched on.
    func addCable(_ ours: String, _ theirs: String, address: String) throws {
      let events = try NetlinkSocket(.route, groups: .links)
      let requests = NetlinkRequests(socket: try NetlinkSocket(.route))
      try ip("link add \(ours) type veth peer name \(theirs)")
      try ip("addr add \(address) dev \(ours)")
      try ip("link set \(ours) up")
      try ip("link set \(theirs) up")
      var buffer = [UInt8](repeating: 0, count: NetlinkSocket.bufferSize)
      while try LinkMessage.all(from: requests).first(where: { $0.name == ours })?.isRunning != true {
        var watched = pollfd(fd: events.number, events: Int16(POLLIN), revents: 0)
        try #require(poll(&watched, 1, 10_000) == 1)
        while try events.receive(into: &buffer) != .nothing {}
      }
    }

    /// Sockets open in the namespace of the thread that calls this.
    func start() throws { try queue.sync { try source.start { [inbox] in inbox.take($0) } } }

    func wait(for access: NetworkAccess) -> Bool { inbox.wait { $0.network == access } }

    /// What was said of the network, one after the other.
    var accesses: [NetworkAccess] {
      inbox.batches.joined().compactMap { if case .network(let access) = $0.value { access } else { nil } }
    }

    deinit { queue.sync { source.stop() } }
  }

  private func inNetwork(devices: String = "/sys/class/net", _ body: (Network) throws -> Void) throws {
    try NetworkNamespace.inNew { try body(Network(devices: devices)) }
  }

  @Test("Without a route there is no network; a default route is noticed, and so is its end")
  func route() throws {
    try inNetwork { network in
      try network.start()
      #expect(network.accesses == [.none])
      try network.plugIn()
      try network.ip("route add default via 10.9.0.2")
      #expect(network.wait(for: .unmetered))
      try network.ip("route del default")
      #expect(network.wait(for: .none))
      #expect(network.accesses == [.none, .unmetered, .none])
    }
  }

  /// A way in which a network comes and goes.
  struct Story: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The commands of ip(8) before the source starts.
    var before: [String]
    var first: NetworkAccess
    /// Further commands, and what is heard after them.
    var steps: [(commands: [String], access: NetworkAccess)]

    init(
      _ testDescription: String, _ before: [String], _ first: NetworkAccess,
      _ steps: ([String], NetworkAccess)...
    ) {
      self.testDescription = testDescription
      self.before = before
      self.first = first
      self.steps = steps.map { ($0.0, $0.1) }
    }
  }

  private static let route = "route add default via 10.9.0.2"
  private static let address = "addr add 10.9.0.1/24 dev v0"

  static let stories: [Story] = [
    Story("a network that is there is known before start returns", ["\(route) metric 4000"], .unmetered),
    Story(
      "a cable that is pulled ends the network, and it is back when the cable is", [route], .unmetered,
      (["link set v1 down"], .none), (["link set v1 up"], .unmetered)),
    Story(
      "a link that is switched off takes its IPv4 routes with it, of which the kernel does not tell", [route],
      .unmetered, (["link set v0 down"], .none), (["link set v0 up", route], .unmetered),
      (["link del v0"], .none)),
    Story(
      "an address that is removed takes its route with it without a word", [route], .unmetered,
      (["addr del 10.9.0.1/24 dev v0"], .none), ([address, route], .unmetered)),
    Story(
      "so do all that are removed at once", [route], .unmetered, (["addr flush dev v0"], .none),
      ([address, route], .unmetered)),
    Story(
      "so does a lease that nobody renews", [route], .unmetered,
      (["addr change 10.9.0.1/24 dev v0 valid_lft 1 preferred_lft 1"], .none),
      ([address, route], .unmetered)),
    Story(
      "an address that comes and goes beside it takes nothing with it", [route], .unmetered,
      (
        ["addr add 10.9.0.7/24 dev v0", "addr del 10.9.0.7/24 dev v0", "addr del 10.9.0.1/24 dev v0"], .none
      ), ([address, route], .unmetered)),
    Story(
      "a next-hop object that goes takes its routes with it",
      ["nexthop add id 7 via 10.9.0.2 dev v0", "route add default nhid 7"], .unmetered,
      (["nexthop del id 7"], .none)),
    Story(
      "IPv6 alone is a network", [], .none, (["-6 route add default via fd09::2 dev v0"], .unmetered),
      (["link set v1 down"], .none), (["link set v1 up"], .unmetered),
      (
        [
          "-6 nexthop add id 8 via fd09::2 dev v0", "-6 route replace default nhid 8", "-6 nexthop del id 8",
        ], .none
      )),
    Story(
      "routes that lead nowhere, and default routes of other tables, are no network",
      ["route add unreachable default metric 10", "-6 route add blackhole default", "\(route) table 100"],
      .none, (["\(route) metric 20"], .unmetered)),
    Story(
      "a default route with several hops counts while one of them can be used",
      ["route add default nexthop via 10.9.0.2 nexthop via 10.8.0.2"], .unmetered,
      (["link set v1 down", "link set w1 down"], .none), (["link set w1 up"], .unmetered)),
  ]

  @Test("What takes a network away is noticed, and what brings it back", arguments: stories)
  func comesAndGoes(story: Story) throws {
    try inNetwork { network in
      try network.plugIn()
      if story.before.contains(where: { $0.contains("10.8.0.2") }) {
        try network.addCable("w0", "w1", address: "10.8.0.1/24")
      }
      for command in story.before { try network.ip(command) }
      try network.start()
      #expect(network.accesses == [story.first])
      for (commands, access) in story.steps {
        for command in commands { try network.ip(command) }
        #expect(network.wait(for: access), "\(commands)")
      }
    }
  }

  @Test("The address that a route prefers goes, and with it the route; another link's address is nobody's")
  func preferredAddressGone() throws {
    try inNetwork { network in
      try network.plugIn()
      try network.addCable("w0", "w1", address: "10.8.0.1/24")
      try network.ip("addr add 10.7.0.1/32 dev v0")
      try network.ip("route add default via 10.9.0.2 src 10.7.0.1")
      try network.start()
      try network.ip("addr del 10.8.0.1/24 dev w0")
      try network.ip("addr del 10.7.0.1/32 dev v0")
      #expect(network.wait(for: .none))
      #expect(network.accesses == [.unmetered, .none])
    }
  }

  @Test("A route over mobile broadband is metered while it is the preferred one")
  func metered() throws {
    let devices = try FileTree([("v0/uevent", "DEVTYPE=wwan\nINTERFACE=v0"), ("w0/uevent", "INTERFACE=w0")])
    try inNetwork(devices: devices.path) { network in
      try network.plugIn()
      try network.ip("route add default via 10.9.0.2 metric 700")
      try network.start()
      #expect(network.inbox.conditions.network == .metered)
      try network.addCable("w0", "w1", address: "10.8.0.1/24")
      try network.ip("route add default via 10.8.0.2 metric 100")
      #expect(network.wait(for: .unmetered))
      try network.ip("link set w1 down")
      #expect(network.wait(for: .metered))
    }
  }

  @Test("A tethered phone is told by its driver")
  func driver() throws {
    let devices = try FileTree([("v0/uevent", "INTERFACE=v0"), ("v0/device/", "")])
    try devices.link("v0/device/driver", to: "../../../../bus/usb/drivers/ipheth")
    try inNetwork(devices: devices.path) { network in
      try network.plugIn()
      try network.ip("route add default via 10.9.0.2")
      try network.start()
      #expect(network.inbox.conditions.network == .metered)
    }
  }

  @Test("When more events come than the socket holds, what was missed is found by looking")
  func overrun() throws {
    let batch = try FileTree()
    let routes = (0..<4000).map { "route add 10.\(20 + $0 / 256).\($0 % 256).0/24 via 10.9.0.2" }
    try batch.write("routes", routes.joined(separator: "\n"))
    try inNetwork { network in
      try network.plugIn()
      try network.ip("route add default via 10.9.0.2")
      try network.start()
      #expect(network.inbox.conditions.network == .unmetered)
      network.queue.suspend()
      try network.ip("-batch \(batch.path)/routes")
      // Its event finds the socket full.
      try network.ip("route del default")
      network.queue.resume()
      #expect(network.wait(for: .none))
    }
  }

  @Test("After stop the handler is not called again, and the source can be started again")
  func stop() throws {
    try inNetwork { network in
      try network.plugIn()
      try network.start()
      network.queue.sync { network.source.stop() }
      try network.ip("route add default via 10.9.0.2")
      try network.start()
      #expect(network.accesses == [.none, .unmetered])
    }
  }
}
