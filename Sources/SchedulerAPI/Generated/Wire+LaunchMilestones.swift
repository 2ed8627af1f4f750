// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// The milestones of the program that was started for a run. Each is the length of time since the run's
  /// launch, by a clock that is never set. A milestone that was not reached or not reported is absent.
  package struct LaunchMilestones: MessageStructure {
    /// The time until its process was started.
    package var startedAfterUSec: Int64?
    /// The time until that process was connected to the daemon.
    package var connectedAfterUSec: Int64?
    /// The time until the program had registered.
    package var registeredAfterUSec: Int64?
    /// The time until the program was given the run.
    package var deliveredAfterUSec: Int64?
    /// The time until the first line of its handler ran (HandlerBegan).
    package var handledAfterUSec: Int64?
    /// The median length of the application's launches before this one, up to twenty, where this one took
    /// more than twice as long to its handler. Absent: this launch took no longer than that, or 10 ms at
    /// most, or there were fewer than five since the daemon has been running.
    package var usualUSec: Int64?

    package init(
      startedAfterUSec: Int64? = nil, connectedAfterUSec: Int64? = nil, registeredAfterUSec: Int64? = nil,
      deliveredAfterUSec: Int64? = nil, handledAfterUSec: Int64? = nil, usualUSec: Int64? = nil
    ) {
      (self.startedAfterUSec, self.connectedAfterUSec) = (startedAfterUSec, connectedAfterUSec)
      (self.registeredAfterUSec, self.deliveredAfterUSec) = (registeredAfterUSec, deliveredAfterUSec)
      (self.handledAfterUSec, self.usualUSec) = (handledAfterUSec, usualUSec)
    }

    private static let fields: [StaticString] = [
      "connectedAfterUSec", "deliveredAfterUSec", "handledAfterUSec", "registeredAfterUSec",
      "startedAfterUSec", "usualUSec"
    ]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: if try !reader.null() { connectedAfterUSec = try reader.integer() }
          case 1: if try !reader.null() { deliveredAfterUSec = try reader.integer() }
          case 2: if try !reader.null() { handledAfterUSec = try reader.integer() }
          case 3: if try !reader.null() { registeredAfterUSec = try reader.integer() }
          case 4: if try !reader.null() { startedAfterUSec = try reader.integer() }
          default: if try !reader.null() { usualUSec = try reader.integer() }
        }
      }
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("connectedAfterUSec", connectedAfterUSec)
      writer.member("deliveredAfterUSec", deliveredAfterUSec)
      writer.member("handledAfterUSec", handledAfterUSec)
      writer.member("registeredAfterUSec", registeredAfterUSec)
      writer.member("startedAfterUSec", startedAfterUSec)
      writer.member("usualUSec", usualUSec)
    }
  }
}
