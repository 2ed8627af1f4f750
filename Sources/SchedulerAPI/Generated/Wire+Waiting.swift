// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// A caller that waits for conditions by WaitFor.
  package struct Waiting: MessageStructure {
    /// The name of the waiting work, as the caller gave it. Absent: it has no name.
    package var name: String?
    /// The uid of the connection's user (0 to 4294967295).
    package var uid: UInt32
    /// The date since which the caller waits.
    package var sinceUSec: Int64
    /// The expression that the caller asks for.
    package var when: String
    /// The conditions of the expression that do not hold now.
    package var missing: [String]

    package init(name: String? = nil, uid: UInt32, sinceUSec: Int64, when: String, missing: [String]) {
      (self.name, self.uid, self.sinceUSec, self.when, self.missing) = (name, uid, sinceUSec, when, missing)
    }

    private static let fields: [StaticString] = ["missing", "name", "sinceUSec", "uid", "when"]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var uid: UInt32?, sinceUSec: Int64?, when: String?, missing: [String]?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: missing = try reader.texts()
          case 1: if try !reader.null() { name = try reader.text() }
          case 2: sinceUSec = try reader.integer()
          case 3: uid = try reader.uint32()
          default: when = try reader.text()
        }
      }
      self.uid = try reader.required(uid, "uid", in: members)
      self.sinceUSec = try reader.required(sinceUSec, "sinceUSec", in: members)
      self.when = try reader.required(when, "when", in: members)
      self.missing = try reader.required(missing, "missing", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("missing", missing)
      writer.member("name", name)
      writer.member("sinceUSec", sinceUSec)
      writer.member("uid", uid)
      writer.member("when", when)
    }
  }
}
