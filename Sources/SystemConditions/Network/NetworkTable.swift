package import LinuxSystem
package import SchedulerCore

/// The links and default routes of a machine, and the conditions that follow. Pure.
package struct NetworkTable: Hashable, Sendable {
  private var links: [Int32: LinkMessage] = [:]
  private var routes: [DefaultRouteMessage]

  /// A table of one dump of links and one of routes.
  package init(links: [LinkMessage] = [], routes: [DefaultRouteMessage] = []) {
    for link in links where !link.isGone { self.links[link.index] = link }
    self.routes = routes
  }

  /// Returns the conditions that follow from the table.
  /// - Parameter isMetered: Called only for links that a route in use goes over.
  package func conditions(isMetered: (LinkMessage) -> Bool) -> [ConditionChange] {
    let access = access(isMetered: isMetered)
    // Metered and tunnels are guessed by the kind of link. A missing network is a fact.
    return [
      access == .none ? .network(.none) : .network(access).guessed,
      .flag(.vpn, access == .unknown ? nil : leadsThroughTunnel).guessed,
    ]
  }

  /// The conditions where links and routes cannot be listed.
  package static let unknownConditions: [ConditionChange] = [.network(.unknown), .flag(.vpn, nil)]

  /// Returns the access to a network. A network exists when a default route leads out over a link that runs,
  /// whatever its metric and family. It is metered when the preferred route of IPv4 or of IPv6 goes over a
  /// metered link; of two that are preferred alike, the metered one counts. Unknown when the only candidates
  /// are routes whose links the kernel does not name.
  /// - Parameter isMetered: Called only for links that a route in use goes over.
  package func access(isMetered: (LinkMessage) -> Bool) -> NetworkAccess {
    var hasNetwork = false
    for links in [preferredLinks(.ip4), preferredLinks(.ip6)] where !links.isEmpty {
      hasNetwork = true
      if links.contains(where: isMetered) { return .metered }
    }
    if hasNetwork { return .unmetered }
    let isUnclear = routes.contains { $0.isUnicast && $0.hops.contains { !$0.isDead && $0.link == nil } }
    return isUnclear ? .unknown : .none
  }

  /// The kinds of links that are tunnels to a private network, as a rule: rtnetlink does not tell what a link
  /// is for. Tunnels that only some addresses are routed to are not seen here.
  private static let tunnelKinds = ["wireguard", "tun", "xfrm", "vti", "vti6"]

  private var leadsThroughTunnel: Bool {
    (preferredLinks(.ip4) + preferredLinks(.ip6)).contains { Self.tunnelKinds.contains($0.kind) }
  }

  /// Returns the links that the preferred default routes of a family go over.
  private func preferredLinks(_ family: DefaultRouteMessage.Family) -> [LinkMessage] {
    let usable = routes.filter { $0.family == family && !usableLinks(of: $0).isEmpty }
    let best = usable.map(\.metric).min()
    return usable.filter { $0.metric == best }.flatMap(usableLinks)
  }

  private func usableLinks(of route: DefaultRouteMessage) -> [LinkMessage] {
    guard route.isUnicast else { return [] }
    return route.hops.filter { !$0.isDead }.compactMap { $0.link.flatMap { links[$0] } }
      .filter { $0.isRunning && !$0.isLoopback }
  }

  /// Whether a message about a link can change the conditions: only when a default route goes over the link,
  /// and it differs. Containers' links come and go all day without a default route of this table.
  package func isTouched(by link: LinkMessage) -> Bool {
    isInUse(link.index) && (link.isGone ? links[link.index] != nil : links[link.index] != link)
  }

  /// Whether a default route goes over the link of this number, or may.
  package func isInUse(_ link: Int32) -> Bool {
    routes.contains { $0.hops.contains { $0.link == nil || $0.link == link } }
  }

  /// Whether there are default routes, which may go.
  package var hasRoutes: Bool { !routes.isEmpty }
}
