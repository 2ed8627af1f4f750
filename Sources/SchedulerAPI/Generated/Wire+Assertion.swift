// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// A program's claim on time, made by BeginAssertion.
  package struct Assertion: MessageStructure {
    /// The purpose of the time, as the program stated it.
    package var why: String
    /// The uid of the program's user (0 to 4294967295).
    package var uid: UInt32
    /// The process that has made the claim. Absent: not known.
    package var pid: Int?
    /// The date on which the assertion began.
    package var sinceUSec: Int64
    /// The longest time that the assertion may last in all. Absent: the program only wants to hear when the
    /// machine goes.
    package var limitDurationUSec: Int64?
    /// The time that is left until the program is told to end; 0 when it was told. Absent: the program only
    /// wants to hear when the machine goes.
    package var remainingDurationUSec: Int64?
    /// The reason why the program was told to end. Absent: it was not told.
    package var reason: Wire.Reason?

    package init(
      why: String, uid: UInt32, pid: Int? = nil, sinceUSec: Int64, limitDurationUSec: Int64? = nil,
      remainingDurationUSec: Int64? = nil, reason: Wire.Reason? = nil
    ) {
      (self.why, self.uid, self.pid, self.sinceUSec) = (why, uid, pid, sinceUSec)
      (self.limitDurationUSec, self.remainingDurationUSec) = (limitDurationUSec, remainingDurationUSec)
      self.reason = reason
    }

    private static let fields: [StaticString] = [
      "limitDurationUSec", "pid", "reason", "remainingDurationUSec", "sinceUSec", "uid", "why"
    ]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var why: String?, uid: UInt32?, sinceUSec: Int64?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: if try !reader.null() { limitDurationUSec = try reader.integer() }
          case 1: if try !reader.null() { pid = Int(try reader.integer()) }
          case 2: if try !reader.null() { reason = try Wire.Reason(from: &reader) }
          case 3: if try !reader.null() { remainingDurationUSec = try reader.integer() }
          case 4: sinceUSec = try reader.integer()
          case 5: uid = try reader.uint32()
          default: why = try reader.text()
        }
      }
      self.why = try reader.required(why, "why", in: members)
      self.uid = try reader.required(uid, "uid", in: members)
      self.sinceUSec = try reader.required(sinceUSec, "sinceUSec", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("limitDurationUSec", limitDurationUSec)
      writer.member("pid", pid)
      if let reason { writer.member("reason", reason) }
      writer.member("remainingDurationUSec", remainingDurationUSec)
      writer.member("sinceUSec", sinceUSec)
      writer.member("uid", uid)
      writer.member("why", why)
    }
  }
}
