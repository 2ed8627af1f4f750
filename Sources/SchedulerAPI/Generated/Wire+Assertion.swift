// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// A program's claim on time, made by BeginAssertion.
  package struct Assertion: MessageValue {
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

    /// Creates the structure; optional fields are absent unless they are given.
    package init(
      why: String,
      uid: UInt32,
      pid: Int? = nil,
      sinceUSec: Int64,
      limitDurationUSec: Int64? = nil,
      remainingDurationUSec: Int64? = nil,
      reason: Wire.Reason? = nil
    ) {
      self.why = why
      self.uid = uid
      self.pid = pid
      self.sinceUSec = sinceUSec
      self.limitDurationUSec = limitDurationUSec
      self.remainingDurationUSec = remainingDurationUSec
      self.reason = reason
    }

    private static let fields: [StaticString] = [
      "limitDurationUSec",
      "pid",
      "reason",
      "remainingDurationUSec",
      "sinceUSec",
      "uid",
      "why"
    ]

    /// Takes the object that is next.
    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var why: String?
      var uid: UInt32?
      var pid: Int?
      var sinceUSec: Int64?
      var limitDurationUSec: Int64?
      var remainingDurationUSec: Int64?
      var reason: Wire.Reason?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: if try !reader.null() { limitDurationUSec = try reader.integer() }
          case 1: if try !reader.null() { pid = Int(try reader.integer()) }
          case 2: if try !reader.null() { reason = try Wire.Reason(from: &reader) }
          case 3: if try !reader.null() { remainingDurationUSec = try reader.integer() }
          case 4: sinceUSec = try reader.integer()
          case 5: uid = try reader.integer(as: UInt32.self)
          default: why = try reader.text()
        }
      }
      guard let why else {
        throw reader.missing("why", in: members, expected: "a string")
      }
      guard let uid else {
        throw reader.missing("uid", in: members)
      }
      guard let sinceUSec else {
        throw reader.missing("sinceUSec", in: members)
      }
      self.why = why
      self.uid = uid
      self.pid = pid
      self.sinceUSec = sinceUSec
      self.limitDurationUSec = limitDurationUSec
      self.remainingDurationUSec = remainingDurationUSec
      self.reason = reason
    }

    /// Writes an object.
    package func write(to writer: inout JSONWriter) {
      writer.beginObject()
      if let limitDurationUSec {
        writer.name("limitDurationUSec")
        writer.integer(limitDurationUSec)
      }
      if let pid {
        writer.name("pid")
        writer.integer(pid)
      }
      if let reason {
        writer.name("reason")
        reason.write(to: &writer)
      }
      if let remainingDurationUSec {
        writer.name("remainingDurationUSec")
        writer.integer(remainingDurationUSec)
      }
      writer.name("sinceUSec")
      writer.integer(sinceUSec)
      writer.name("uid")
      writer.integer(uid)
      writer.name("why")
      writer.text(why)
      writer.endObject()
    }
  }
}
