import Glibc

/// Who owns a well-known name on a bus. Confined to the bus's queue, and over when nobody holds it.
///
/// Signals are to be believed only from the owner (``isOwner(_:)``): any process can send one to this
/// connection alone that looks like the service's.
package final class BusName {
  /// What becomes of a name.
  package enum Change {
    /// A connection has it now, which may be another one than before.
    case owned
    /// Nobody has it, or not any more.
    case unowned(BusError)
    /// The bus does not say who has it.
    case unanswered(BusError)
  }

  private static let driver = "org.freedesktop.DBus"

  /// The name (`org.freedesktop.login1`).
  package let name: String
  /// The unique name of the connection that has it (`:1.7`); nil when none has.
  package private(set) var owner: String?
  private let handler: (Change) -> Void
  private var match: BusMatch?
  private var question: BusCall?

  /// Asks who has the name, and hears of it from then on.
  /// - Parameter handler: Called on the queue, never from within this initializer: first with the answer,
  ///   unless the bus has said meanwhile that the name has got an owner.
  /// - Throws: ``BusError``: the bus is gone.
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

  /// Whether the name's owner has sent this.
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
