import LinuxSystem
import SchedulerCore
import SystemConditions

/// A datagram of rtnetlink: links and routes, and the network that they make.
enum NetlinkTarget: FuzzTarget {
  static let name = "netlink"

  /// `IFNAMSIZ` without its NUL. A byte that is not UTF-8 becomes a character of three.
  private static let nameBytes = 3 * 15

  static func run(_ bytes: UnsafeRawBufferPointer) {
    guard let messages = try? NetlinkMessage.parse(Array(bytes)[...]) else { return }
    var links: [LinkMessage] = []
    var routes: [DefaultRouteMessage] = []
    for message in messages {
      hold((try? NetlinkMessage.parse(message.encoded[...])) == [message], "a message is read again")
      if let link = (try? LinkMessage(message)).flatMap({ $0 }) {
        hold(link.name.utf8.count <= nameBytes, "a link's name is short: \(link.name.utf8.count) bytes")
        hold(link.kind.utf8.count <= nameBytes, "a link's kind is short: \(link.kind.utf8.count) bytes")
        links.append(link)
      }
      if let route = (try? DefaultRouteMessage(message)).flatMap({ $0 }) {
        hold(!route.hops.isEmpty, "a route leads somewhere or nowhere")
        routes.append(route)
      }
    }
    let table = NetworkTable(links: links, routes: routes)
    let unmetered = table.access { _ in false }
    let metered = table.access { _ in true }
    hold(unmetered != .metered, "what nobody calls metered is not")
    hold((unmetered == .unmetered) == (metered == .metered), "money does not make a network")
    for link in links { _ = table.isTouched(by: link) }
  }
}
