import Glibc

/// The ownership of a well-known name on a bus. Confined to the bus's queue; ends when deallocated.
///
/// Only signals of the owner count (``isOwner(_:)``): any process can send this connection a signal that
/// looks like the service's.
package final class BusName {
  /// A change of the name's owner.
  package enum Change {
    /// A connection owns the name now, perhaps another one than before.
    case owned
    /// No connection owns the name, or none any more.
    case unowned(BusError)
    /// The bus does not answer who owns the name.
    case unanswered(BusError)
  }

  private static let driver = "org.freedesktop.DBus"

  /// The name (`org.freedesktop.login1`).
  package let name: String
  /// The unique name of the owner (`:1.7`); nil when there is none.
  package private(set) var owner: String?
  private let handler: (Change) -> Void
  private var match: BusMatch?
  private var question: BusCall?

  /// Asks for the name's owner and follows its changes.
  /// - Parameter handler: Called on the queue, never from within this initializer: first with the answer,
  ///   unless the bus has reported an owner meanwhile.
  /// - Throws: ``BusError`` when the bus is gone.
  package init(_ name: String, on bus: Bus, handler: @escaping (Change) -> Void) throws(BusError) {
    self.name = name
    self.handler = handler
    match = try bus.match(
      BusRule(sender: Self.driver, interface: Self.driver, member: "NameOwnerChanged", argument: name)
    ) { [weak self] in self?.changed($0) }
    let target = BusTarget(
      destination: Self.driver, path: "/org/freedesktop/DBus", interface: Self.driver, member: "GetNameOwner")
    question = try bus.call(target) { (writer) throws(BusError) in
      try writer.string(name)
    } handler: { [weak self] in
      self?.answered($0)
    }
  }

  deinit { question?.cancel() }

  /// Whether the name's owner sent the message.
  package func isOwner(_ message: BusMessage) -> Bool { owner != nil && message.sender == owner }

  private func answered(_ answer: Result<BusMessage, BusError>) {
    question = nil
    do throws(BusError) {
      belongs(to: try answer.get().read { (reader) throws(BusError) in try reader.string(limit: 256) })
    } catch  where owner == nil {
      let isFree = error.name == "org.freedesktop.DBus.Error.NameHasNoOwner"
      handler(isFree ? .unowned(error) : .unanswered(error))
    } catch {}
  }

  private func changed(_ message: BusMessage) {
    guard message.sender == Self.driver,
      let (name, new) = try? message.read({ (reader) throws(BusError) -> (String, String) in
        let name = try reader.string(limit: 256)
        try reader.skip("s")
        return (name, try reader.string(limit: 256))
      }), name == self.name
    else { return }
    if new.isEmpty {
      guard owner != nil else { return }
      owner = nil
      handler(.unowned(.connection(SystemError(call: "bus", subject: name, code: ENOTCONN))))
    } else {
      belongs(to: new)
    }
  }

  private func belongs(to owner: String) {
    guard owner != self.owner else { return }
    self.owner = owner
    handler(.owned)
  }
}
