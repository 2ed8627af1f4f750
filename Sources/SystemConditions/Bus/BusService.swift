package import LinuxSystem

/// A service on a bus, by its well-known name. It may be missing, come, go, and come back as another process
/// at any time. Confined to its bus's queue.
///
/// Calls, signals and objects' properties belong to one process: when that is gone they are dropped, and
/// asked for anew after the next ``Change/found``. Only that process's signals are believed.
package final class BusService {
  /// A change of the service's presence.
  package enum Change {
    /// The service is there, or another process in its place.
    case found
    /// The service is missing, or not there any more; reported once.
    case missing(BusError)
  }

  private enum Presence { case unknown, found, missing }

  /// The well-known name (`org.freedesktop.login1`).
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

  /// Follows the service from now on.
  /// - Parameter handler: Called on the queue, never from within a method of this class.
  package func start(_ handler: @escaping (Change) -> Void) {
    precondition(self.handler == nil, "\(name) is followed already")
    self.handler = handler
    connection.add(self)
  }

  /// Stops following the service.
  package func stop() {
    connection.remove(self)
    handler = nil
    (bus, owner, presence) = (nil, nil, .unknown)
  }

  /// Whether a process has the name.
  private var isThere: Bool { owner?.owner != nil }

  /// Calls a method. A service that is missing is not called, nor started by the bus.
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

  /// Subscribes a handler to signals of the service's process, for as long as that is there.
  /// - Parameter includingBelow: Whether signals of the objects below the path count as well.
  package func signals(
    _ path: String, _ interface: String, _ member: String, argument: String? = nil,
    includingBelow: Bool = false, handler: @escaping (BusMessage) -> Void
  ) -> BusMatch? {
    guard let bus, isThere else { return nil }
    do throws(BusError) {
      return try bus.match(
        BusRule(
          sender: name, path: includingBelow ? nil : path, pathNamespace: includingBelow ? path : nil,
          interface: interface, member: member, argument: argument)
      ) { [weak self] message in
        if self?.owner?.isOwner(message) == true { handler(message) }
      }
    } catch {
      connection.breaks(error)
      return nil
    }
  }

  /// Looks for the service on a new connection.
  func join(_ bus: Bus) {
    self.bus = bus
    do throws(BusError) {
      owner = try BusName(name, on: bus) { [weak self] in self?.changed($0) }
    } catch {
      connection.breaks(error)
    }
  }

  /// Reports the service as missing where there is no connection, or none any more.
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
