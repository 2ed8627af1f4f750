package import LinuxSystem

/// A service on a bus, by its well-known name. It may not be there, come, go, and come back as another
/// process, as often as it likes. Confined to its bus's queue.
///
/// What is asked of it, its signals and its objects' properties are those of one process: when that is gone
/// they are forgotten, and asked for anew when ``Change/found`` is said again. Signals are believed only from
/// it.
package final class BusService {
  /// What becomes of a service.
  package enum Change {
    /// It is there, or another process in its place.
    case found
    /// It is not there, or not any more; said once.
    case missing(BusError)
  }

  private enum Presence { case unknown, found, missing }

  /// Its name (`org.freedesktop.login1`).
  package let name: String
  private let connection: BusConnection
  private var handler: ((Change) -> Void)?
  private var bus: Bus?
  private var owner: BusName?
  private var presence = Presence.unknown

  /// A service that is not followed yet.
  package init(_ name: String, on connection: BusConnection) {
    self.name = name
    self.connection = connection
  }

  /// Follows it from now on.
  /// - Parameter handler: Called on the queue, never from within a method of this class.
  package func start(_ handler: @escaping (Change) -> Void) {
    precondition(self.handler == nil, "\(name) is followed already")
    self.handler = handler
    connection.add(self)
  }

  /// Follows it no more.
  package func stop() {
    connection.remove(self)
    handler = nil
    (bus, owner, presence) = (nil, nil, .unknown)
  }

  /// A process has its name.
  private var isThere: Bool { owner?.owner != nil }

  /// Calls a method. A service that is not there is not called, nor started by the bus.
  /// - Parameter reply: Called on the queue, once, unless the service is gone before.
  @discardableResult
  package func call(
    _ path: String, _ interface: String, _ member: String,
    write: (BusWriter) throws(BusError) -> Void = { _ in },
    reply: @escaping (Result<BusMessage, BusError>) -> Void
  ) -> BusCall? {
    guard let bus, isThere else { return nil }
    do throws(BusError) {
      let target = BusTarget(destination: name, path: path, interface: interface, member: member)
      return try bus.call(target, write: write, handler: reply)
    } catch {
      connection.breaks(error)
      return nil
    }
  }

  /// Calls a handler for signals of its process, for as long as that is there.
  package func signals(
    _ path: String, _ interface: String, _ member: String, argument: String? = nil,
    handler: @escaping (BusMessage) -> Void
  ) -> BusMatch? {
    guard let bus, isThere else { return nil }
    do throws(BusError) {
      return try bus.match(
        BusRule(sender: name, path: path, interface: interface, member: member, argument: argument)
      ) { [weak self] message in
        if self?.owner?.isOwner(message) == true { handler(message) }
      }
    } catch {
      connection.breaks(error)
      return nil
    }
  }

  /// There is a connection.
  func join(_ bus: Bus) {
    self.bus = bus
    do throws(BusError) {
      owner = try BusName(name, on: bus) { [weak self] in self?.changed($0) }
    } catch {
      connection.breaks(error)
    }
  }

  /// There is none any more, or there has never been one.
  func leave(_ error: BusError) {
    bus = nil
    owner = nil
    isMissing(error)
  }

  private func changed(_ change: BusName.Change) {
    connection.works()
    switch change {
    case .owned:
      presence = .found
      handler?(.found)
    case .unowned(let error), .unanswered(let error): isMissing(error)
    }
  }

  private func isMissing(_ error: BusError) {
    guard presence != .missing else { return }
    presence = .missing
    handler?(.missing(error))
  }
}
