import TestSupport

extension DaemonProcess {
  /// A connection that the daemon has room for: connections that were just closed still count until the
  /// daemon has seen it.
  /// - Throws: ``RawConnectionError/timedOut`` when there is none for 20 s.
  func connected() throws -> RawConnection {
    guard let connection = connectedAtLast() else { throw RawConnectionError.timedOut }
    return connection
  }

  /// A connection to a daemon that may not listen yet; nil when there is none for 20 s.
  func connectedAtLast() -> RawConnection? {
    let end = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < end {
      guard let connection = try? RawConnection(to: self) else { continue }
      // Whoever is turned away may be before the call is taken.
      let reply = try? connection.call(#"{"method":"org.varlink.service.GetInfo"}"#)
      if let reply, reply.error == nil { return connection }
    }
    return nil
  }

  /// A connection that the daemon has accepted, which may be long before it answers.
  func acceptedAtLast() -> RawConnection? {
    let end = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < end {
      if let connection = try? RawConnection(to: self) { return connection }
    }
    return nil
  }
}
