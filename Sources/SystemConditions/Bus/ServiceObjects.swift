import LinuxSystem

/// Objects of a service that come and go, each followed in the same way. Confined to its bus's queue.
final class ServiceObjects {
  private let service: BusService
  private let interface: String
  private let names: Set<String>
  private let handler: () -> Void
  private var objects: [String: ServiceObject] = [:]
  private var known: [String: [String: BusValue]] = [:]

  /// - Parameters:
  ///   - names: The properties that are followed.
  ///   - handler: Called when the known properties of an object change.
  init(_ service: BusService, _ interface: String, _ names: Set<String>, handler: @escaping () -> Void) {
    (self.service, self.interface, self.names, self.handler) = (service, interface, names, handler)
  }

  var count: Int { objects.count }

  /// The known properties of all objects that have answered.
  var properties: [[String: BusValue]] { Array(known.values) }

  /// Whether each object has answered.
  var haveAnswered: Bool { known.count == objects.count }

  /// Follows these objects and no others; those that were followed already go on.
  func follow(_ paths: Set<String>) {
    for path in objects.keys where !paths.contains(path) {
      objects[path] = nil
      known[path] = nil
    }
    for path in paths where objects[path] == nil {
      objects[path] = ServiceObject(service, path, interface, names) { [weak self] in
        self?.known[path] = $0
        self?.handler()
      }
    }
  }
}
