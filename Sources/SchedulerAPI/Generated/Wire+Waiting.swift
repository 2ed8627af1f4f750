// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// A caller that waits for conditions by WaitFor.
  package struct Waiting: MessageValue {
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

    /// Creates the structure; optional fields are absent unless they are given.
    package init(name: String? = nil, uid: UInt32, sinceUSec: Int64, when: String, missing: [String]) {
      (self.name, self.uid, self.sinceUSec, self.when, self.missing) = (name, uid, sinceUSec, when, missing)
    }

    private static let fields: [StaticString] = ["missing", "name", "sinceUSec", "uid", "when"]

    /// Takes the object that is next.
    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var uid: UInt32?, sinceUSec: Int64?, when: String?, missing: [String]?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: missing = try reader.texts()
          case 1: if try !reader.null() { name = try reader.text() }
          case 2: sinceUSec = try reader.integer()
          case 3: uid = try reader.integer(as: UInt32.self)
          default: when = try reader.text()
        }
      }
      guard let uid else { throw reader.missing("uid", in: members) }
      self.uid = uid
      guard let sinceUSec else { throw reader.missing("sinceUSec", in: members) }
      self.sinceUSec = sinceUSec
      guard let when else { throw reader.missing("when", in: members, expected: "a string") }
      self.when = when
      guard let missing else { throw reader.missing("missing", in: members, expected: "an array") }
      self.missing = missing
    }

    /// Writes an object.
    package func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.member("missing", missing)
      writer.member("name", name)
      writer.member("sinceUSec", sinceUSec)
      writer.member("uid", uid)
      writer.member("when", when)
      writer.endObject()
    }
  }
}
