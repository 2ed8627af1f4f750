import LinuxSystem
import SchedulerCore
import SystemConditions
import Testing

@Suite("The rule for networks")
struct NetworkTableTests {
  private typealias Route = DefaultRouteMessage

  static let lan = LinkMessage(index: 2, name: "eth0", isRunning: true)
  static let modem = LinkMessage(index: 3, name: "wwan0", kind: "wwan", isRunning: true)
  static let unplugged = LinkMessage(index: 4, name: "eth1", isRunning: false)
  static let loopback = LinkMessage(index: 1, name: "lo", isLoopback: true, isRunning: true)

  static func route(
    _ links: Int32?..., family: DefaultRouteMessage.Family = .ip4, metric: UInt32 = 0, isUnicast: Bool = true
  ) -> DefaultRouteMessage {
    DefaultRouteMessage(
      family: family, metric: metric, isUnicast: isUnicast, hops: links.map { .init(link: $0) })
  }

  static let dead = DefaultRouteMessage(family: .ip4, hops: [.init(link: 2, isDead: true)])

  static let rows: [(String, [DefaultRouteMessage], NetworkAccess)] = [
    ("no route", [], .none),
    ("over a link that runs", [route(2)], .unmetered),
    ("IPv6 only", [route(2, family: .ip6, metric: 1024)], .unmetered),
    ("over a link that does not run", [route(4)], .none),
    ("over the loopback", [route(1)], .none),
    ("over a link that is not there", [route(99)], .none),
    ("dead", [dead], .none),
    ("unreachable", [route(2, isUnicast: false)], .none),
    (
      "unreachable beside a good one with a worse metric",
      [route(1, isUnicast: false), route(2, metric: .max)], .unmetered
    ),
    ("two hops, one runs", [route(4, 2)], .unmetered),
    ("two hops, none runs", [route(4, 1)], .none),
    ("over a modem", [route(3)], .metered),
    ("a modem as the reserve", [route(2, metric: 100), route(3, metric: 700)], .unmetered),
    ("a modem as the reserve of a dead link", [route(4, metric: 100), route(3, metric: 700)], .metered),
    ("a modem preferred", [route(2, metric: 700), route(3, metric: 100)], .metered),
    ("a modem with the same metric", [route(2), route(3)], .metered),
    ("a modem for IPv6 only", [route(2), route(3, family: .ip6)], .metered),
    ("over a link that the kernel does not name", [route(nil)], .unknown),
    ("over a link that the kernel does not name, beside a good one", [route(nil), route(2)], .unmetered),
  ]

  @Test("What the default routes mean", arguments: rows)
  func access(name: String, routes: [DefaultRouteMessage], access: NetworkAccess) {
    let table = NetworkTable(links: [Self.lan, Self.modem, Self.unplugged, Self.loopback], routes: routes)
    let answer = table.access {
      MeteredRule.isMetered(deviceType: nil, linkKind: $0.kind, driver: nil)
    }
    #expect(answer == access, "\(name)")
  }

  @Test("A preferred default route over a tunnel leads through a private network; one as a reserve does not")
  func tunnels() {
    let tunnel = LinkMessage(index: 5, name: "wg0", kind: "wireguard", isRunning: true)
    let rows: [([DefaultRouteMessage], Bool?)] = [
      ([], false), ([Self.route(2)], false), ([Self.route(5)], true),
      ([Self.route(2, metric: 100), Self.route(5, metric: 700)], false),
      ([Self.route(2), Self.route(5, family: .ip6)], true), ([Self.route(nil)], nil),
    ]
    for (routes, answer) in rows {
      let table = NetworkTable(links: [Self.lan, tunnel], routes: routes)
      let changes = table.conditions { _ in false }
      #expect(changes.last == .flag(.vpn, answer).guessed, "\(routes)")
    }
    #expect(NetworkTable.unknownConditions == [.network(.unknown), .flag(.vpn, nil)])
  }

  @Test("A link that goes counts no longer, and only links under default routes touch the answer")
  func touched() {
    let table = NetworkTable(links: [Self.lan, Self.modem], routes: [Self.route(2)])
    var changed = Self.lan
    #expect(!table.isTouched(by: changed))
    changed.isRunning = false
    #expect(table.isTouched(by: changed))
    changed.isGone = true
    #expect(table.isTouched(by: changed))
    var other = Self.modem
    other.isRunning = false
    #expect(!table.isTouched(by: other))
    #expect(NetworkTable(links: [Self.lan], routes: [Self.route(nil)]).isTouched(by: other))
    #expect(NetworkTable(links: [changed], routes: [Self.route(2)]).access { _ in false } == .none)
  }

  @Test(
    "What is taken for metered",
    arguments: [
      (nil, "", nil, false), ("wwan", "", nil, true), ("bluetooth", "", nil, true),
      ("wlan", "", "iwlwifi", false),
      (nil, "wwan", nil, true), (nil, "rmnet", nil, true), (nil, "", "ipheth", true),
      (nil, "", "rndis_host", true),
      (nil, "", "cdc_ncm", false), ("vlan", "vlan", nil, false), (nil, "ppp", nil, false),
      ("", "", "", false),
    ] as [(String?, String, String?, Bool)])
  func metered(deviceType: String?, kind: String, driver: String?, isMetered: Bool) {
    #expect(MeteredRule.isMetered(deviceType: deviceType, linkKind: kind, driver: driver) == isMetered)
  }
}
