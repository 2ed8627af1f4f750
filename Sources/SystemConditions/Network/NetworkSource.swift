package import Dispatch
import LinuxSystem
package import SchedulerCore

/// The source of whether there is a network, from rtnetlink. The kernel's events only cause a new listing,
/// because not every route that goes is reported. IPv4 routes vanish silently when their link is switched
/// off, when the address that they need is removed, and with a next-hop object. So links and routes are
/// listed again whenever an event touches a default route. Fields: `network`, `vpn`.
///
/// Metered is a guess, see ``MeteredRule``.
package final class NetworkSource: ConditionSource {
  package let name = "rtnetlink"

  private let queue: DispatchQueue
  private let devices: NetworkDevices
  private var announcer: Announcer?
  private var requests: NetlinkRequests?
  private var watch: ReadWatch?
  private var table = NetworkTable()
  /// Whether the known state may be outdated, so that any event causes a new listing.
  private var isStale = false
  private var buffer = [UInt8](repeating: 0, count: NetlinkSocket.bufferSize)

  /// The groups that are heard. Addresses of IPv6 are left out: every IPv6 route that goes is reported, and
  /// the addresses are renewed every few minutes, which changes no route.
  private static let groups: NetlinkGroups = [.links, .addresses4, .nextHops, .routes4, .routes6]

  /// The most datagrams taken in one turn of the queue; more wait for the next one.
  private static let batch = 256

  /// A source that is not started yet. It watches the network namespace of the thread that starts it.
  /// - Parameters:
  ///   - queue: The daemon's queue.
  ///   - devices: The directory with one entry a link.
  package init(queue: DispatchQueue, devices: String = "/sys/class/net") {
    self.queue = queue
    self.devices = NetworkDevices(root: AttributeDirectory(path: devices))
  }

  /// Begins to watch.
  /// - Throws: ``SystemError`` when a netlink socket is refused, ``NetlinkError`` when links and routes
  ///   cannot be listed.
  package func start(_ handler: @escaping ([ConditionChange]) -> Void) throws {
    precondition(announcer == nil, "\(name) was started twice")
    let announcer = Announcer(handler)
    // Listening comes first, so that nothing can change unnoticed after the list was made.
    let events = try NetlinkSocket(.route, groups: Self.groups)
    requests = NetlinkRequests(socket: try NetlinkSocket(.route))
    do { try list() } catch {
      stop()
      throw error
    }
    watch = ReadWatch(events.number, owner: events, queue: queue) { [weak self] in self?.drain(events) }
    self.announcer = announcer
    announce()
  }

  package func stop() {
    announcer?.end()
    announcer = nil
    watch?.cancel()
    watch = nil
    requests = nil
    table = NetworkTable()
    isStale = false
  }

  private func drain(_ events: NetlinkSocket) {
    var isTouched = false
    reading: for _ in 0..<Self.batch {
      switch Result(catching: { () throws(SystemError) in try events.receive(into: &buffer) }) {
      case .success(.nothing): break reading
      case .success(.foreign): continue
      case .success(.datagram(let length)):
        isTouched = isTouched || isStale || touches(buffer.prefix(length))
      case .success(.overrun), .failure:
        isTouched = true
        break reading
      }
    }
    guard isTouched else { return }
    do { try list() } catch {
      table = NetworkTable()
      isStale = true
    }
    announce()
  }

  private func touches(_ datagram: ArraySlice<UInt8>) -> Bool {
    do throws(NetlinkFormatError) {
      for message in try NetlinkMessage.parse(datagram) {
        if try DefaultRouteMessage(message) != nil { return true }
        if let link = try LinkMessage(message), table.isTouched(by: link) { return true }
        if let address = try AddressMessage(message), table.isInUse(address.link) { return true }
        if message.isAboutNextHop, table.hasRoutes { return true }
      }
      return false
    } catch {
      // Only the kernel can have sent the datagram, so links and routes are listed again.
      return true
    }
  }

  /// Lists links and routes. When they change all the time, the last table stays: the changes themselves are
  /// events that wait in the socket, and the next of them causes another listing.
  private func list() throws(NetlinkError) {
    guard let requests else { return }
    do throws(NetlinkError) {
      let routes = try DefaultRouteMessage.all(from: requests)
      table = NetworkTable(links: try LinkMessage.all(from: requests), routes: routes)
      isStale = false
    } catch .interrupted {
      isStale = true
    }
  }

  private func announce() {
    let isUnknown = isStale && table == NetworkTable()
    announcer?.announce(
      isUnknown ? NetworkTable.unknownConditions : table.conditions(isMetered: devices.isMetered))
  }
}
