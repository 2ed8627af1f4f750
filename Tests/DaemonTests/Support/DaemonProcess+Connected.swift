import TestSupport

extension DaemonProcess {
  /// A connection that the daemon has room for: connections that were just closed still count until the daemon has
  /// seen it.
  /// - Throws: ``RawConnectionError/timedOut`` when there is none for 20 s.
  func connected() throws -> RawConnection {
    let end = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < end {
      let connection = try RawConnection(to: self)
      // Whoever is turned away may be before the call is taken.
      let reply = try? connection.call(#"{"method":"org.varlink.service.GetInfo"}"#)
      if let reply, reply.error == nil { return connection }
    }
    throw RawConnectionError.timedOut
  }
}
