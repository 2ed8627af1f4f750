// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// (needs more) The caller is in the middle of something, for as long as the connection lives. Until then
  /// the machine waits before it sleeps or shuts down, as long as its own limit allows (InhibitDelayMaxSec=
  /// of logind.conf(5)), and the caller's process is not ended as idle. The first reply confirms it. A
  /// later one with a reason says that the caller is to end what it does, and to close the connection. When
  /// the grace after the limit is over it is closed, and the caller's process is killed if bgtaskd has
  /// started it. One without a reason says that the machine is back, or stays after all: what has not ended
  /// goes on.
  ///
  /// While the machine is about to go nobody gets time any more. Who only wants to hear of it finds the
  /// reason in the first reply, is not waited for this time, and gets the reply without one when it is
  /// over.
  ///
  /// Nothing of it outlives the daemon. A user may have 64 of them.
  ///
  /// Errors: InvalidRequest, Unavailable (as many as one user may have; the machine is about to go; the
  /// connection has another call whose replies end only with it).
  ///
  ///     more  BeginAssertion {"limitDurationUSec":30000000,"why":"saving"}
  ///     reply {"graceDurationUSec":5000000,"remainingDurationUSec":30000000}
  package enum BeginAssertion: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.BeginAssertion`
    package static let name = "io.bgtaskd.Scheduler.BeginAssertion"

    /// The parameters of the call.
    package struct Parameters: MessageValue {
      /// What for: one line (1 to 255 bytes).
      package var why: String
      /// For how long at most (1000000 to 600000000). Absent: the caller only wants to hear when the machine
      /// is about to sleep or to shut down, and have it wait until the connection is closed. That keeps no
      /// process from being ended as idle.
      package var limitDurationUSec: Int64?

      /// Creates the structure; optional fields are absent unless they are given.
      package init(why: String, limitDurationUSec: Int64? = nil) {
        self.why = why
        self.limitDurationUSec = limitDurationUSec
      }

      private static let fields: [StaticString] = ["limitDurationUSec", "why"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var why: String?
        var limitDurationUSec: Int64?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { limitDurationUSec = try reader.integer() }
            default: why = try reader.text()
          }
        }
        guard let why else {
          throw reader.missing("why", in: members, expected: "a string")
        }
        self.why = why
        self.limitDurationUSec = limitDurationUSec
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let limitDurationUSec {
          writer.name("limitDurationUSec")
          writer.integer(limitDurationUSec)
        }
        writer.name("why")
        writer.text(why)
        writer.endObject()
      }

      /// The bounds of fields: of numbers, or of their counts of bytes or elements.
      package enum Bounds {
        /// The bounds of `why`.
        package static let why: ClosedRange<Int> = 1...255
        /// The bounds of `limitDurationUSec`.
        package static let limitDurationUSec: ClosedRange<Int64> = 1000000...600000000
      }

      /// Holds what the fields say against their bounds.
      /// - Parameter path: The prefix of the names in errors; ends in a dot.
      /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
      package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
        try FieldCheck.bytes(why, Bounds.why, path, "why")
        try FieldCheck.number(limitDurationUSec, Bounds.limitDurationUSec, path, "limitDurationUSec")
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageValue {
      /// So long it may last from now on. Absent: it has no limit.
      package var remainingDurationUSec: Int64?
      /// So long it has to end when it is told.
      package var graceDurationUSec: Int64
      /// Why it has to end. Absent: it has not.
      package var reason: Wire.Reason?

      /// Creates the structure; optional fields are absent unless they are given.
      package init(
        remainingDurationUSec: Int64? = nil,
        graceDurationUSec: Int64,
        reason: Wire.Reason? = nil
      ) {
        self.remainingDurationUSec = remainingDurationUSec
        self.graceDurationUSec = graceDurationUSec
        self.reason = reason
      }

      private static let fields: [StaticString] = ["graceDurationUSec", "reason", "remainingDurationUSec"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var remainingDurationUSec: Int64?
        var graceDurationUSec: Int64?
        var reason: Wire.Reason?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: graceDurationUSec = try reader.integer()
            case 1: if try !reader.null() { reason = try Wire.Reason(from: &reader) }
            default: if try !reader.null() { remainingDurationUSec = try reader.integer() }
          }
        }
        guard let graceDurationUSec else {
          throw reader.missing("graceDurationUSec", in: members)
        }
        self.remainingDurationUSec = remainingDurationUSec
        self.graceDurationUSec = graceDurationUSec
        self.reason = reason
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("graceDurationUSec")
        writer.integer(graceDurationUSec)
        if let reason {
          writer.name("reason")
          reason.write(to: &writer)
        }
        if let remainingDurationUSec {
          writer.name("remainingDurationUSec")
          writer.integer(remainingDurationUSec)
        }
        writer.endObject()
      }
    }
  }
}
