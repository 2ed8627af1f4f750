/// Who follows one service on the bus, and knows only what the process says that has its name now. Confined
/// to the bus's queue.
protocol ServiceFollower: AnyObject {
  /// The service that is followed.
  var service: BusService { get }
  /// A process has the name: listens to it and asks it.
  func follow()
  /// Nobody has the name: says that nobody knows.
  func sayUnknown()
  /// Drops what a process was asked and has said.
  func forget()
}

extension ServiceFollower {
  /// Follows the service from now on.
  func startFollowing() { service.start { [weak self] in self?.changed($0) } }

  /// Follows it no more.
  func stopFollowing() {
    service.stop()
    forget()
  }

  private func changed(_ change: BusService.Change) {
    forget()
    switch change {
    case .found: follow()
    case .missing: sayUnknown()
    }
  }
}
