package import LinuxSystem

/// The properties of one interface of a service's object, followed for as long as this object lives and the
/// service's process is there (D-Bus specification, "org.freedesktop.DBus.Properties"). Confined to its bus's
/// queue.
package final class ServiceObject {
  /// The interface of all objects' properties.
  static let properties = "org.freedesktop.DBus.Properties"

  private let service: BusService
  private let path: String
  private let interface: String
  private let names: Set<String>
  private let handler: ([String: BusValue]) -> Void
  private var values: [String: BusValue]?
  private var match: BusMatch?
  private var question: BusCall?

  /// Asks for the properties, and follows their changes from then on.
  /// - Parameters:
  ///   - names: The properties that are followed.
  ///   - handler: Called on the queue with the known values, never from within this initializer: first with
  ///     the answer, then after each change. A property that the object lacks or does not tell is missing.
  package init(
    _ service: BusService, _ path: String, _ interface: String, _ names: Set<String>,
    handler: @escaping ([String: BusValue]) -> Void
  ) {
    self.service = service
    self.path = path
    self.interface = interface
    self.names = names
    self.handler = handler
    match = service.signals(path, Self.properties, "PropertiesChanged", argument: interface) {
      [weak self] in self?.changed($0)
    }
    ask {}
  }

  deinit { question?.cancel() }

  /// Asks for all properties again, for changes without a signal.
  /// - Parameter then: Called when they are known, after the handler; not once the call is gone.
  package func ask(then: @escaping () -> Void) {
    question?.cancel()
    question = service.call(path, Self.properties, "GetAll") { (writer) throws(BusError) in
      try writer.string(interface)
    } reply: { [weak self] answer in
      guard let self else { return }
      question = nil
      var found: [String: BusValue] = [:]
      if case .success(let message) = answer {
        try? message.read { (reader) throws(BusError) in try self.take(reader, into: &found) }
      }
      say(found)
      then()
    }
  }

  /// Takes a change over. Before the first answer it is ignored: the answer holds it already.
  private func changed(_ message: BusMessage) {
    guard var now = values else { return }
    let lost = try? message.read { (reader) throws(BusError) -> Bool in
      guard try reader.string(limit: 256) == interface else { return false }
      try take(reader, into: &now)
      return try reader.array(of: "s") { (reader) throws(BusError) in try reader.string(limit: 256) }
        .contains { self.names.contains($0) }
    }
    say(now)
    if lost != false { ask {} }
  }

  private func take(_ reader: BusReader, into values: inout [String: BusValue]) throws(BusError) {
    try reader.properties { (name, reader) throws(BusError) in
      guard names.contains(name) else { return false }
      values[name] = try reader.value()
      return true
    }
  }

  private func say(_ new: [String: BusValue]) {
    guard values != new else { return }
    values = new
    handler(new)
  }
}
