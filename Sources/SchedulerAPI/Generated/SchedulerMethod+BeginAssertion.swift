// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// (needs more) Begins an assertion: the caller is in the middle of its work, for as long as the connection
  /// lives. Until then the machine waits before it sleeps or shuts down, as long as its own limit allows
  /// (InhibitDelayMaxSec= of logind.conf(5)), and the caller's process is not ended as idle. The first reply
  /// confirms the assertion. A later reply with a reason says that the caller is to end its work, and to
  /// close the connection. When the grace after the limit is over, the daemon closes the connection, and
  /// kills the caller's process if bgtaskd has started it. A later reply without a reason says that the
  /// machine is back, or stays after all: work that has not ended goes on.
  ///
  /// While the machine is about to go, no caller gets time any more. A caller without a limit, which only
  /// wants to hear of it, finds the reason in the first reply, is not waited for this time, and gets the
  /// reply without a reason when it is over.
  ///
  /// An assertion does not outlive the daemon. A user may have 64 of them.
  ///
  /// Errors: InvalidRequest, Unavailable (as many as one user may have; the machine is about to go; the
  /// connection has another call whose replies end only with it).
  ///
  ///     more  BeginAssertion {"limitDurationUSec":30000000,"why":"saving"}
  ///     reply {"graceDurationUSec":5000000,"remainingDurationUSec":30000000,…}
  package enum BeginAssertion: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.BeginAssertion"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The purpose of the time: one line (1 to 255 bytes).
      package var why: String
      /// The longest time that the caller may take (1000000 to 600000000). Absent: the caller only wants to
      /// hear when the machine is about to sleep or to shut down, and have it wait until the connection is
      /// closed. Such a call keeps no process from being ended as idle.
      package var limitDurationUSec: Int64?

      package init(why: String, limitDurationUSec: Int64? = nil) {
        (self.why, self.limitDurationUSec) = (why, limitDurationUSec)
      }

      private static let fields: [StaticString] = ["limitDurationUSec", "why"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var why: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { limitDurationUSec = try reader.integer() }
            default: why = try reader.text()
          }
        }
        self.why = try reader.required(why, "why", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("limitDurationUSec", limitDurationUSec)
        writer.member("why", why)
      }

      /// The bounds of the fields: of numbers, or of their counts of bytes or elements.
      package enum Bounds {
        package static let why: ClosedRange<Int> = 1...255
        package static let limitDurationUSec: ClosedRange<Int64> = 1000000...600000000
      }

      /// Checks the fields against their bounds; `path` is the prefix of the names in errors.
      package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
        try FieldCheck.bytes(why, Bounds.why, path, "why")
        try FieldCheck.number(limitDurationUSec, Bounds.limitDurationUSec, path, "limitDurationUSec")
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The time that is left from now on. Absent: the assertion has no limit.
      package var remainingDurationUSec: Int64?
      /// The time that the caller has to end its work when it is told.
      package var graceDurationUSec: Int64
      /// The reason why the caller has to end its work. Absent: it need not.
      package var reason: Wire.Reason?
      /// Whether the machine waits for bgtaskd before it sleeps. False: no logind lets it wait, and nobody
      /// tells the caller that the machine goes. Absent: it waits.
      package var isWaitedFor: Bool?

      package init(
        remainingDurationUSec: Int64? = nil, graceDurationUSec: Int64, reason: Wire.Reason? = nil,
        isWaitedFor: Bool? = nil
      ) {
        (self.remainingDurationUSec, self.graceDurationUSec) = (remainingDurationUSec, graceDurationUSec)
        (self.reason, self.isWaitedFor) = (reason, isWaitedFor)
      }

      private static let fields: [StaticString] = [
        "graceDurationUSec", "isWaitedFor", "reason", "remainingDurationUSec"
      ]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var graceDurationUSec: Int64?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: graceDurationUSec = try reader.integer()
            case 1: if try !reader.null() { isWaitedFor = try reader.flag() }
            case 2: if try !reader.null() { reason = try Wire.Reason(from: &reader) }
            default: if try !reader.null() { remainingDurationUSec = try reader.integer() }
          }
        }
        self.graceDurationUSec = try reader.required(graceDurationUSec, "graceDurationUSec", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("graceDurationUSec", graceDurationUSec)
        writer.member("isWaitedFor", isWaitedFor)
        if let reason { writer.member("reason", reason) }
        writer.member("remainingDurationUSec", remainingDurationUSec)
      }
    }
  }
}
