/// A follower of one service on the bus, which relies only on the process that has its name now. Confined to
/// the bus's queue.
protocol ServiceFollower: AnyObject {
  /// The service that is followed.
  var service: BusService { get }
  /// Listens to the process that has the name, and asks it.
  func follow()
  /// Reports that the state is unknown, because no process has the name.
  func sayUnknown()
  /// Drops the calls to a process, and its answers.
  func forget()
}

extension ServiceFollower {
  /// Follows the service from now on.
  func startFollowing() { service.start { [weak self] in self?.changed($0) } }

  /// Stops following the service.
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
