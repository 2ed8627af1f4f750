package import LinuxSystem
package import SchedulerCore

/// The links and default routes of a machine, and what they mean. Pure.
package struct NetworkTable: Hashable, Sendable {
  private var links: [Int32: LinkMessage] = [:]
  private var routes: [DefaultRouteMessage]

  /// A table of what one dump each listed.
  package init(links: [LinkMessage] = [], routes: [DefaultRouteMessage] = []) {
    for link in links where !link.isGone { self.links[link.index] = link }
    self.routes = routes
  }

  /// What the machine's conditions are by it.
  /// - Parameter isMetered: Asked only about links that a route in use goes over.
  package func conditions(isMetered: (LinkMessage) -> Bool) -> [ConditionChange] {
    let access = access(isMetered: isMetered)
    // Who pays is guessed by the kind of link, and so is where it leads. That there is none is seen.
    return [
      access == .none ? .network(.none) : .network(access).guessed,
      .flag(.vpn, access == .unknown ? nil : leadsThroughTunnel).guessed,
    ]
  }

  /// The same where links and routes cannot be listed.
  package static let unknownConditions: [ConditionChange] = [.network(.unknown), .flag(.vpn, nil)]

  /// There is a network when a default route leads out over a link that runs, whatever its metric and family.
  /// It is metered when the preferred route of IPv4 or of IPv6 goes over a metered link; of two that are
  /// preferred alike, the metered one counts. Unknown when the only candidates are routes whose links the
  /// kernel does not name.
  /// - Parameter isMetered: Asked only about links that a route in use goes over.
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

  /// The kinds of links that are tunnels to somewhere private, as a rule: rtnetlink does not say what a link
  /// is for. Tunnels that only some addresses are routed to are not seen here.
  private static let tunnelKinds = ["wireguard", "tun", "xfrm", "vti", "vti6"]

  private var leadsThroughTunnel: Bool {
    (preferredLinks(.ip4) + preferredLinks(.ip6)).contains { Self.tunnelKinds.contains($0.kind) }
  }

  /// The links that the preferred default routes of a family go over.
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

  /// Whether what was told about a link can change the answer: only when a default route goes over it, and
  /// something is new. Links of containers come and go all day without a default route of this table.
  package func isTouched(by link: LinkMessage) -> Bool {
    isInUse(link.index) && (link.isGone ? links[link.index] != nil : links[link.index] != link)
  }

  /// Whether a default route goes over the link of this number, or may.
  package func isInUse(_ link: Int32) -> Bool {
    routes.contains { $0.hops.contains { $0.link == nil || $0.link == link } }
  }

  /// Whether there is a default route that may go.
  package var hasRoutes: Bool { !routes.isEmpty }
}
